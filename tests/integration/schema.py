# SPDX-License-Identifier: Apache-2.0
"""Checks documents against the JSON Schemas of docs/schemas, with exactly the keywords that those use.

A keyword that is not known here is an error of the schema's, so that nothing passes unchecked.
"""
import json

ANNOTATIONS = {"$schema", "title", "description", "$defs", "then"}  # "then" is read with its "if"


def _is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": _is_integer,
    "number": lambda value: _is_integer(value) or isinstance(value, float),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


class Schema:
    def __init__(self, path):
        self._root = json.loads(path.read_text(encoding="utf-8"))
        self._name = path.name

    def problems(self, document):
        """What is wrong, as "/findings/0/code: ..."; empty if nothing is."""
        return list(self._check(document, self._root, ""))

    def _resolve(self, reference):
        place = self._root
        for name in reference.removeprefix("#/").split("/"):
            place = place[name]
        return place

    def _check(self, value, schema, where):
        for keyword, wanted in schema.items():
            check = getattr(self, "_keyword_" + keyword.lstrip("$"), None)
            if check:
                yield from check(value, wanted, schema, where)
            elif keyword not in ANNOTATIONS:
                yield self._unknown(keyword)

    def _unknown(self, keyword):
        return f"{self._name} uses the keyword {keyword}, which is not checked"

    def _keyword_ref(self, value, wanted, schema, where):
        yield from self._check(value, self._resolve(wanted), where)

    def _keyword_type(self, value, wanted, schema, where):
        names = [wanted] if isinstance(wanted, str) else wanted
        if not any(TYPES[name](value) for name in names):
            yield f"{where}: {json.dumps(value)[:60]} is not of type {' or '.join(names)}"

    def _keyword_const(self, value, wanted, schema, where):
        if value != wanted:
            yield f"{where}: {json.dumps(value)[:60]} is not {json.dumps(wanted)}"

    def _keyword_enum(self, value, wanted, schema, where):
        if value not in wanted:
            yield f"{where}: {json.dumps(value)[:60]} is none of {json.dumps(wanted)}"

    def _keyword_required(self, value, wanted, schema, where):
        if isinstance(value, dict):
            yield from (f"{where}: {name} is missing" for name in wanted if name not in value)

    def _keyword_properties(self, value, wanted, schema, where):
        if isinstance(value, dict):
            for name in value.keys() & wanted.keys():
                yield from self._check(value[name], wanted[name], f"{where}/{name}")

    def _keyword_additionalProperties(self, value, wanted, schema, where):
        if wanted is not True:
            yield self._unknown(f"additionalProperties {wanted}")

    def _keyword_items(self, value, wanted, schema, where):
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from self._check(item, wanted, f"{where}/{index}")

    def _keyword_oneOf(self, value, wanted, schema, where):
        results = [list(self._check(value, one, where)) for one in wanted]
        fitting = sum(not problems for problems in results)
        if fitting != 1:
            nearest = min(results, key=len)
            yield f"{where}: fits {fitting} of {len(wanted)} forms; nearest: {'; '.join(nearest)}"

    def _keyword_not(self, value, wanted, schema, where):
        if not list(self._check(value, wanted, where)):
            yield f"{where}: {json.dumps(value)[:60]} is what it may not be"

    def _keyword_if(self, value, wanted, schema, where):
        if not list(self._check(value, wanted, where)):
            yield from self._check(value, schema["then"], where)
