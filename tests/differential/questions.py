# SPDX-License-Identifier: Apache-2.0
"""Random questions about the packaging standards: right ones in all spellings, and damaged ones."""
import random

WORDS = ["a", "b", "c", "rc", "alpha", "beta", "pre", "preview", "RC", "Alpha"]
POSTS = ["post", "rev", "r", "POST"]
AWKWARD = " \t\n.,;:=!~<>()[]{}'\"\\/-_+*#@0123459abcrvdepostxALPZ\u00a0\u0661\u00e9\x1f"
FIELDS = {
    "os_name": ["posix", "nt", "java"],
    "sys_platform": ["linux", "win32", "darwin"],
    "platform_machine": ["x86_64", "aarch64", "AMD64", "arm64"],
    "platform_python_implementation": ["CPython", "PyPy"],
    "platform_release": ["6.1.0", "6.8.0-45-generic", "10", "23.1.0", "5.15.153.1-microsoft-standard-WSL2"],
    "platform_system": ["Linux", "Windows", "Darwin"],
    "platform_version": ["#1 SMP", "10.0.19045", "Darwin Kernel Version 23.1.0"],
    "python_version": ["3.9", "3.10", "3.12", "3.15", "2.7"],
    "python_full_version": ["3.9.13", "3.10.0", "3.13.0rc1", "3.15.0a1+", "2.7.18"],
    "implementation_name": ["cpython", "pypy"],
    "implementation_version": ["3.12.4", "7.3.13", "3.13.0rc1"],
}
OLD_FIELDS = ["os.name", "sys.platform", "platform.machine", "platform.version", "platform.python_implementation",
              "python_implementation"]
EXTRAS = ["cuda", "Cuda_12", "cuda.12", "dev", "test-all", "", "A..b", "x_"]


class Questions:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def some(self, items):
        return self.random.choice(items)

    def space(self):
        return self.some(["", "", "", "", " ", "  ", "\t"])

    def damaged(self, text):
        for _ in range(self.random.randint(1, 3)):
            at = self.random.randint(0, len(text))
            how = self.random.randrange(4)
            if how == 0:
                text = text[:at] + self.some(AWKWARD) + text[at:]
            elif how == 1:
                text = text[:at] + text[at + self.random.randint(1, 2):]
            elif how == 2:
                text = text[:at] + text[at:at + self.random.randint(1, 5)] + text[at:]
            else:
                text = text[:at] + self.some(AWKWARD) + text[at + 1:]
        return text

    # versions

    def number(self):
        return self.some(["0", "0", "1", "1", "2", "3", "7", "9", "10", "12", "00", "09", "2026", "20260516",
                          "18446744073709551615", "18446744073709551616", "20260516120000123456"])

    def release(self, longest=4):
        return ".".join(self.number() for _ in range(self.random.randint(1, longest)))

    def suffix(self, words):
        separator = lambda: self.some(["", "", ".", "-", "_"])
        return separator() + self.some(words) + separator() + self.some(["", self.number(), self.number()])

    def version(self, local=True):
        text = self.some(["", "", "", "", "", "v", "V"]) + self.some([""] * 12 + ["0!", "1!", "2!"]) + self.release()
        if self.chance(3):
            text += self.suffix(WORDS)
        if self.chance(4):
            text += self.some([self.suffix(POSTS), "-" + self.number()])
        if self.chance(4):
            text += self.suffix(["dev", "DEV"])
        if local and self.chance(4):
            parts = [self.some(["cu128", "Cpu", "5", "007", "0a7", "local", "10", "abc"]) for _ in range(self.random.randint(1, 3))]
            text += "+" + self.some([".", "-", "_"]).join(parts)
        return text

    def close_version(self):
        """From a small set, so that bounds and candidates meet."""
        text = self.some(["", "", "", "1!"]) + self.some(["1", "1.0", "1.1", "1.0.0", "2", "1.1.0", "1.0.1"])
        text += self.some(["", "", "", "a1", "rc1", "b2"]) + self.some(["", "", "", ".post0", ".post1", ".post2"])
        return text + self.some(["", "", "", ".dev0", ".dev1"]) + self.some(["", "", "", "+cu128", "+1", "+cpu.2"])

    def version_question(self):
        text = self.space() + self.version() + self.space()
        return {"kind": "version", "text": self.damaged(text) if self.chance(3) else text}

    def order_question(self):
        make = self.some([self.version, self.close_version])
        return {"kind": "order", "a": make(), "b": make()}

    # specifiers

    def clause(self):
        operator = self.some(["==", "!=", "<=", ">=", "<", ">", "~=", "==="])
        public = self.some([self.close_version, self.version])()
        if operator in ("<=", ">=", "<", ">", "~=") and not self.chance(12):
            public = public.split("+")[0]
        if operator in ("==", "!=") and self.chance(3):
            public = self.release(3) + ".*"
        return self.space() + operator + self.space() + public + self.space()

    def specifiers(self):
        text = ",".join(self.clause() for _ in range(self.some([0, 1, 1, 1, 1, 2, 2, 3])))
        return text + "," if self.chance(20) else text

    def specifiers_question(self):
        text = self.specifiers()
        return {"kind": "specifiers", "text": self.damaged(text) if self.chance(4) else text,
                "versions": [self.close_version() for _ in range(4)] + [self.version()]}

    # markers

    def environment(self):
        return {field: self.some(values) for field, values in FIELDS.items()}

    def quoted(self, text):
        quote = self.some(["'", '"'])
        return quote + text.replace(quote, "") + quote

    def comparison(self, sets):
        if sets and self.chance(3):
            return self.quoted(self.some(EXTRAS)) + self.some([" in ", " not in "]) + self.some(["extras", "dependency_groups"])
        if self.chance(5):
            sides = ["extra", self.quoted(self.some(EXTRAS))]
            self.random.shuffle(sides)
            return self.some(["==", "!=", " == ", " != "]).join(sides)
        field = self.some(list(FIELDS))
        value = self.some(FIELDS[field])
        if field.endswith("version") and field != "platform_version" or field == "platform_release":
            value = self.some([value, value, self.some(FIELDS["python_version"]), self.close_version(), "3.*", "3.9 3.10", "foo"])
            operator = self.some(["==", "!=", "<", "<=", ">", ">=", "~=", "===", " in ", " not in "])
        else:
            operator = self.some(["==", "!=", "==", "!=", " in ", " not in ", "<", "<=", ">", ">="])
            value = self.some([value, value[:2], value + " " + self.some(FIELDS[field])])
        spelled = self.some(OLD_FIELDS) if self.chance(15) else field
        sides = [spelled, self.quoted(value)]
        if self.chance(4):
            sides.reverse()
        return (self.space() + operator + self.space()).join(sides)

    def marker(self, sets=False, depth=0):
        if depth > 3 or self.chance(2):
            return self.comparison(sets)
        left, right = self.marker(sets, depth + 1), self.marker(sets, depth + 1)
        text = left + " " + self.some(["and", "or"]) + " " + right
        return "(" + self.space() + text + self.space() + ")" if self.chance(3) else text

    def marker_question(self):
        sets = self.chance(4)
        text = self.marker(sets)
        environment = self.environment()
        if sets:
            for field in ("extras", "dependency_groups"):
                environment[field] = sorted({self.some(EXTRAS[:-1]) for _ in range(2)})
        extras = sorted({self.some(EXTRAS[:5]) for _ in range(self.random.randint(0, 2))})
        return {"kind": "marker", "text": self.damaged(text) if self.chance(4) else text, "environment": environment,
                "extras": extras}

    # requirements, names, wheels

    def name(self):
        letters = "abcxyzABZ0189" * 3 + "-_."
        return "".join(self.some(letters) for _ in range(self.random.randint(1, 8)))

    def requirement_question(self):
        text = self.space() + self.name() + self.space()
        if self.chance(3):
            text += "[" + ",".join(self.space() + self.name() + self.space() for _ in range(self.random.randint(0, 3))) + "]"
        if self.chance(6):
            text += self.space() + "@" + self.space() + self.some(["https://h/a.whl", "file:///a;b", "git+ssh://g@h/x", "a"])
            if self.chance(2):
                text += self.some([" ;", "; ", " ; "]) + self.marker()
        else:
            specifiers = self.specifiers()
            text += "(" + specifiers + ")" if self.chance(6) else specifiers
            if self.chance(3):
                text += self.space() + ";" + self.space() + self.marker()
        return {"kind": "requirement", "text": self.damaged(text) if self.chance(3) else text}

    def name_question(self):
        text = self.name()
        return {"kind": "name", "text": self.damaged(text) if self.chance(3) else text}

    def tag_set(self):
        pythons, abis = ["py3", "py2", "cp312", "cp313", "PY3", "pp310"], ["none", "abi3", "cp312", "cp313t", "abi3t"]
        platforms = ["any", "linux_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64", "win_amd64", "musllinux_1_2_aarch64"]
        some = lambda items: ".".join(self.random.sample(items, self.some([1, 1, 1, 2, 3])))
        return some(pythons) + "-" + some(abis) + "-" + some(platforms)

    def tag_set_question(self):
        text = self.tag_set()
        return {"kind": "tag set", "text": self.damaged(text) if self.chance(3) else text}

    def wheel_question(self):
        name = self.name().replace("-", "_") if not self.chance(6) else self.name()
        build = self.some(["", "", "", "-1", "-1000abc", "-2_b", "-007", "-x"])
        text = name + "-" + self.version().replace("-", "_") + build + "-" + self.tag_set() + ".whl"
        return {"kind": "wheel", "text": self.damaged(text) if self.chance(3) else text}

    def supported_question(self):
        system = self.some(["linux", "linux", "linux", "windows", "macos"])
        machines = {"linux": ["x86_64", "aarch64", "i686", "armv7l", "ppc64le", "s390x", "riscv64", "loongarch64"],
                    "windows": ["AMD64", "ARM64", "x86"], "macos": ["x86_64", "arm64"]}
        libc = self.some(["glibc", "glibc", "musl"])
        minor = self.random.randint(2, 16)
        return {"kind": "supported", "facts": {
            "implementation": "cpython", "major": 3, "minor": minor, "free_threaded": minor >= 13 and self.chance(2),
            "os": system, "machine": self.some(machines[system]), "libc": libc,
            "libc_major": 2 if libc == "glibc" else 1, "libc_minor": self.random.randint(3, 45) if libc == "glibc" else self.random.randint(0, 3),
            "macos_major": self.random.randint(10, 16), "macos_minor": self.random.randint(4, 15)}}
