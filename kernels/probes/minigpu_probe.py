# SPDX-License-Identifier: Apache-2.0
"""minigpu and minivision: every kernel once, against plain Python. Data is made on the device: a copy proves nothing."""
import importlib.util
import struct

FRAMEWORK = "minigpu"
COUNT = 1000
SEED = 20


def load():
    global minigpu
    import minigpu
    return minigpu.__version__


def describe(index):
    return minigpu.get_device_name(index), "%d.%d" % minigpu.get_device_capability(index)


def gpu_checks(index):
    return checks("cuda:%d" % index)


def cpu_checks():
    return checks("cpu")


def single(value):
    """`value` rounded to the 32-bit float that the library computes with."""
    return struct.unpack("f", struct.pack("f", value))[0]


def compare(found, expected, tolerance=0.0):
    """The largest difference; an error if it is above the tolerance or the lengths differ."""
    if len(found) != len(expected):
        raise AssertionError("%d values instead of %d" % (len(found), len(expected)))
    worst = 0.0
    for index, (got, wanted) in enumerate(zip(found, expected)):
        difference = abs(got - wanted)
        if not difference <= tolerance:  # so that a NaN is a difference too
            raise AssertionError("value %d is %r instead of %r" % (index, got, wanted))
        worst = max(worst, difference)
    return worst


def reference_random():
    values = []
    for index in range(COUNT):
        mixed = SEED ^ (index * 0x9E3779B9 & 0xFFFFFFFF)
        mixed = (mixed ^ mixed >> 16) * 0x85EBCA6B & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        values.append(((mixed ^ mixed >> 16) >> 8) / (1 << 24))
    return values



def flat(rows):
    return [value for row in rows for value in row]


def checks(device):
    def copy_through_driver():
        return compare(minigpu.tensor([1.0, 2.0, 3.0], device=device).to("cpu").tolist(), [1.0, 2.0, 3.0])

    def fill():
        return compare(minigpu.full(COUNT, 1.5, device=device).tolist(), [1.5] * COUNT)

    def arange():
        return compare(minigpu.arange(COUNT, 2.0, 0.5, device=device).tolist(), [2.0 + 0.5 * i for i in range(COUNT)])

    def add():
        out = minigpu.arange(COUNT, device=device) + minigpu.full(COUNT, 3.0, device=device)
        return compare(out.tolist(), [i + 3.0 for i in range(COUNT)])

    def clone():
        return compare(minigpu.arange(COUNT, device=device).clone().tolist(), [float(i) for i in range(COUNT)])

    def random():
        return compare(minigpu.random(COUNT, seed=SEED, device=device).tolist(), reference_random())

    def matmul():
        rows, inner, columns = 17, 33, 19
        left = minigpu.random((rows, inner), seed=1, device=device)
        right = minigpu.random((inner, columns), seed=2, device=device)
        a, b = left.tolist(), right.tolist()
        expected = [sum(a[r][k] * b[k][c] for k in range(inner)) for r in range(rows) for c in range(columns)]
        return compare(flat((left @ right).tolist()), expected, tolerance=1e-4)

    yield FRAMEWORK, "copy", copy_through_driver
    for check in (fill, arange, add, clone, random, matmul):
        yield FRAMEWORK, check.__name__, check
    if importlib.util.find_spec("minivision"):
        yield from minivision_checks(device)
    if importlib.util.find_spec("minifast"):
        yield from minifast_checks(device)


def minivision_checks(device):
    def blur():
        import minivision
        height, width = 9, 12
        image = minigpu.arange(height * width, device=device).reshape(height, width)

        def mean(y, x):
            near = [float(j * width + i) for j in range(max(y - 1, 0), min(y + 2, height))
                    for i in range(max(x - 1, 0), min(x + 2, width))]
            return single(sum(near) / len(near))
        expected = [mean(y, x) for y in range(height) for x in range(width)]
        return compare(flat(minivision.blur(image).tolist()), expected, tolerance=1e-4)

    def nms():
        import minivision
        boxes = minigpu.tensor([[0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]], device=device)
        kept = minivision.nms(boxes, minigpu.tensor([0.5, 0.9, 0.1], device=device), 0.5)
        if kept != [1, 2]:
            raise AssertionError("nms kept %r instead of [1, 2]" % kept)

    yield "minivision", "blur", blur
    yield "minivision", "nms", nms


def minifast_checks(device):
    def scale_add():
        import minifast
        left, right = minigpu.arange(COUNT, device=device), minigpu.full(COUNT, 3.0, device=device)
        return compare(minifast.scale_add(2.0, left, right).tolist(), [2.0 * i + 3.0 for i in range(COUNT)])

    yield "minifast", "scale_add", scale_add
