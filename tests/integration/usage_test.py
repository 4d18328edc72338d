# SPDX-License-Identifier: Apache-2.0
"""What a command line cannot mean is refused with a way out, and nothing is silently accepted."""
from support import KenvTest, NEW, main


class WhatCannotBeMeant(KenvTest):
    def refused(self, *words, code, says):
        result = self.read_document(self.finish(self.start(*words, "--json"), words))
        self.assertEqual((result.exit, result.error["code"]), (2, code), result)
        self.assertIn(says, result.error["message"] + " " + result.error["hint"])
        self.assertFalse((self.folder / "env").exists())

    def test_names_of_indexes_that_there_are_not(self):
        self.refused("create", "env", "minigpu", "--without-index", "minigpus", code="unknown-index", says="did you mean `minigpu`?")
        self.refused("create", "env", "minigpu", "--framework-index", "bogus=http://127.0.0.1:1/", code="unknown-index", says="bogus")

    def test_a_folder_of_wheels_that_is_not_there(self):
        self.refused("create", "env", "minigpu", "--find-links", "wheelz", code="no-such-folder", says=str(self.folder / "wheelz"))

    def test_an_environment_that_could_not_be_activated(self):
        self.refused("create", "a:b", "minigpu", code="bad-name", says="PATH")

    def test_empty_values_and_empty_arguments(self):
        self.refused("create", "env", "minigpu", "--gpu", "", code="usage", says="--gpu: the value is empty")
        self.refused("create", "env", "", code="usage", says="is empty")

    def test_an_option_that_the_verb_would_not_heed(self):
        self.refused("fix", "env", "--python", "3.12", code="usage", says="--python")

    def test_an_extra_that_the_package_does_not_have_is_told_once(self):
        document = self.json("resolve", "minigpu[turbo]", "--gpu", NEW)
        self.assertEqual(len([note for note in document["notes"] if "has no extra `turbo`" in note]), 1, document["notes"])

    def test_a_command_line_that_cannot_be_read_is_answered_in_the_verb_s_own_schema(self):
        for words, verb in ((["create"], "create"), (["resolve", "x", "--bogus"], "resolve"), (["resolve"], "resolve"), (["docter"], "usage")):
            with self.subTest(words):
                document = self.json(*words, exit=2)
                self.assertEqual((document["schema"], document["command"]), (f"kenv-{verb}/1", verb))

    def test_version_and_help_are_documents_too_where_json_is_asked_for(self):
        version = self.text("--version").output
        for words in (["--version"], ["resolve", "--version"]):
            document = self.json(*words)
            self.assertEqual((document["command"], f"kenv {document['version']}\n"), ("version", version))
        self.assertEqual(self.json("resolve", "--help")["text"], self.text("help", "resolve").output)

    def test_an_index_variable_that_nobody_asks_is_told(self):
        result = self.text("resolve", "minigpu", "--gpu", NEW, variables={"KENV_FRAMEWORK_INDEX_MINI": self.index.simple})
        self.assertIn("no manifest knows an index `mini`", result.errors)


if __name__ == "__main__":
    main()
