# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, a hangup or a kill at every stage: the environment is the old one or the new one, and the next command works."""
import signal
import time

from indexes import StallingServer
from support import NEW, KenvTest, contents, main

STAGES = {
    "while a page arrives": lambda path: path.endswith("/minigpu/"),
    "while metadata arrives": lambda path: path.endswith(".metadata"),
    "while a wheel arrives": lambda path: path.endswith(".whl"),
}


class InterruptTest(KenvTest):
    def stalled(self, stalls):
        """Variables that lead to a server which stops at that point; store and cache are empty."""
        server = StallingServer(self.index.folder, stalls)
        self.addCleanup(server.stop)
        number = len(list(self.folder.glob("store*")))
        return server, {"KENV_INDEX": server.url + "/default", "KENV_FRAMEWORK_INDEX_MINIGPU": server.url + "/simple",
                        "KENV_STORE_DIR": str(self.folder / f"store{number}"), "KENV_CACHE_DIR": str(self.folder / f"cache{number}")}

    def until(self, reached, process):
        for _ in range(3000):
            if reached():
                return
            if process.poll() is not None:
                self.fail(f"kenv ended before the moment came: {self.finish(process)}")
            time.sleep(0.01)
        process.kill()
        self.fail("the moment never came")

    def interrupted(self, process, number=signal.SIGINT):
        process.send_signal(number)
        result = self.finish(process)
        self.assertEqual(result.exit, 130, result)
        self.assertIn("interrupted", result.errors)

    def test_create_is_interrupted_at_every_wait(self):
        for stage, stalls in STAGES.items():
            with self.subTest(stage):
                server, variables = self.stalled(stalls)
                process = self.start("create", self.environment, "minigpu", "--gpu", NEW, variables=variables)
                self.until(server.reached.is_set, process)
                self.interrupted(process)
                self.assertFalse(self.environment.exists())
        self.text("create", self.environment, "minigpu", "--gpu", NEW)
        self.run_in(self.environment, "minigpu-info")

    def test_fix_is_interrupted_at_every_wait(self):
        environment = self.broken_environment()
        broken = contents(environment)
        for stage, stalls in STAGES.items():
            with self.subTest(stage):
                server, variables = self.stalled(stalls)
                process = self.start("fix", environment, "--gpu", NEW, variables=variables)
                self.until(server.reached.is_set, process)
                self.interrupted(process)
                self.assert_same(broken, contents(environment))
                self.assert_no_leftovers(environment)
        self.text("fix", environment, "--gpu", NEW)
        self.text("doctor", environment, "--gpu", NEW)

    def test_the_other_verbs_are_interrupted_while_they_wait(self):
        environment, locks, new = self.made_by_pip("minicore==1.1.0"), self.folder / "locks", self.folder / "new"
        before = contents(environment)
        for words in (("install", "-p", environment, "minigpu"), ("create", new, "minigpu", "--from", environment), ("lock", "minigpu", "-o", locks)):
            with self.subTest(words[0]):
                server, variables = self.stalled(STAGES["while a page arrives"])
                process = self.start(*words, "--gpu", NEW, variables=variables)
                self.until(server.reached.is_set, process)
                self.interrupted(process)
                self.assert_same(before, contents(environment))
                self.assertFalse(locks.exists() or new.exists())

    def test_a_wheel_that_arrived_by_half_does_not_have_to_come_again_whole(self):
        server, variables = self.stalled(STAGES["while a wheel arrives"])
        process = self.start("create", self.environment, "minigpu", "--gpu", NEW, variables=variables)
        self.until(server.reached.is_set, process)
        self.interrupted(process)
        honest = {"KENV_INDEX": self.index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": self.index.simple}
        self.text("create", self.environment, "minigpu", "--gpu", NEW, variables=variables | honest)
        self.run_in(self.environment, "minigpu-info")

    def waiting_in_check(self, environment):
        """A fix that stands in the user's own check, after everything is staged."""
        marker = self.folder / "checking"
        marker.unlink(missing_ok=True)
        process = self.start("fix", environment, "--gpu", NEW, "--verify-with", f"touch '{marker}'; sleep 60")
        self.until(marker.exists, process)
        return process

    def test_signals_before_the_switch(self):
        environment = self.broken_environment()
        broken = contents(environment)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                self.interrupted(self.waiting_in_check(environment), number)
                self.assert_same(broken, contents(environment))
                self.assert_no_leftovers(environment)

    def test_a_kill_before_the_switch_is_cleaned_up_by_the_next_command(self):
        environment = self.broken_environment()
        broken = contents(environment)
        process = self.waiting_in_check(environment)
        process.kill()
        self.finish(process)
        self.assert_same(broken, contents(environment))
        self.text("fix", environment, "--gpu", NEW)
        self.assert_no_leftovers(environment)
        self.text("doctor", environment, "--gpu", NEW)
        self.text("rollback", environment)
        self.assert_same(broken, contents(environment))

    def test_a_launch_test_that_never_ends_can_be_interrupted(self):
        marker = self.folder / "importing"
        hang = f"open({str(marker)!r}, 'w').close()\nimport time\ntime.sleep(600)\n".encode()
        index = self.server.add("hanging", lambda index: index.replace_member("minigpu-1.1.0+new-*", "minigpu/__init__.py", hang))
        variables = {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple,
                     "KENV_STORE_DIR": str(self.folder / "store"), "KENV_CACHE_DIR": str(self.folder / "cache")}
        environment = self.broken_environment()
        with self.unchanged(environment):
            process = self.start("fix", environment, variables=variables | self.detected("NVIDIA GeForce RTX 5090", "12.0"))
            self.until(marker.exists, process)
            self.interrupted(process)
        self.assert_no_leftovers(environment)

    def test_a_sweep_of_moments(self):
        """Later and later, until it is too late: whatever the moment, it is one state or the other."""
        environment = self.broken_environment()
        broken = contents(environment)
        self.text("fix", environment, "--gpu", NEW)
        fixed = contents(environment)
        self.text("rollback", environment)
        ends = []
        for step in range(14):
            process = self.start("fix", environment, "--gpu", NEW)
            time.sleep(0.01 * 1.45 ** step)
            process.send_signal(signal.SIGINT)
            result = self.finish(process)
            # Before main() has set its handlers the signal ends the process as it ends any other.
            self.assertIn(result.exit, (0, 130, -signal.SIGINT), result)
            ends.append(result.exit)
            self.assert_same(fixed if result.exit == 0 else broken, contents(environment), f"step {step}: {result}")
            if result.exit == 0:
                self.text("rollback", environment)
                self.assert_same(broken, contents(environment))
        self.assertTrue(any(end != 0 for end in ends), ends)

    def test_a_rollback_at_any_moment(self):
        environment = self.broken_environment()
        broken = contents(environment)
        self.text("fix", environment, "--gpu", NEW)
        fixed = contents(environment)
        for step in range(8):
            process = self.start("rollback", environment)
            time.sleep(0.004 * 1.5 ** step)
            process.send_signal(signal.SIGINT)
            result = self.finish(process)
            self.assertIn(result.exit, (0, 130, -signal.SIGINT), result)
            self.assert_same(broken if result.exit == 0 else fixed, contents(environment), f"step {step}: {result}")
            self.text("rollback", environment, "--to", 2)
            self.assert_same(fixed, contents(environment))


if __name__ == "__main__":
    main()
