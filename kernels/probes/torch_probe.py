# SPDX-License-Identifier: Apache-2.0
"""torch and torchvision: one operation of each kind that reaches another library or another set of kernels.

Operands are made on the device by kernels, never copied there: copies work on GPUs that the build has no code for. Each
result is compared with the same computation on the CPU, in float64 where rounding matters.
"""
import importlib.util

FRAMEWORK = "torch"


def load():
    global torch
    import torch
    torch.manual_seed(0)
    return torch.__version__


def describe(index):
    if not torch.cuda.is_available():
        build = "built without CUDA" if torch.version.cuda is None else "built for CUDA " + torch.version.cuda
        raise RuntimeError("torch.cuda.is_available() is False (torch %s, %s)" % (torch.__version__, build))
    return torch.cuda.get_device_name(index), "%d.%d" % torch.cuda.get_device_capability(index)


def compare(found, expected, tolerance):
    """The largest difference relative to the largest expected value; an error if it is above the tolerance."""
    found, expected = found.detach().to("cpu", torch.float64), expected.detach().to(torch.float64)
    if found.shape != expected.shape:
        raise AssertionError("shape %s instead of %s" % (tuple(found.shape), tuple(expected.shape)))
    if not bool(torch.isfinite(found).all()):
        raise AssertionError("the result is not finite")
    error = float((found - expected).abs().max() / max(float(expected.abs().max()), 1e-30))
    if not error <= tolerance:
        raise AssertionError("the result is wrong: relative error %.3g, allowed %.3g" % (error, tolerance))
    return error


def waves(device, *shape, dtype=None):
    """Deterministic operands made by kernels of the device: sines, in [-1, 1]."""
    count = 1
    for extent in shape:
        count *= extent
    values = torch.sin(torch.arange(count, device=device, dtype=torch.float32) * 0.7).reshape(*shape)
    return values if dtype is None else values.to(dtype)


def on_cpu(*tensors):
    return [tensor.detach().to("cpu", torch.float64) for tensor in tensors]


def gpu_checks(index):
    device = torch.device("cuda", index)
    for framework, name, function in checks(device):
        yield framework, name, synchronized(function, device)


def synchronized(function, device):
    """Errors of kernels arrive late; waiting inside the check gives them to the check that made them."""
    def check():
        with torch.cuda.device(device):
            result = function()
            torch.cuda.synchronize(device)
        return result
    return check


def cpu_checks():
    yield FRAMEWORK, "from_numpy", from_numpy
    for framework, name, function in checks(torch.device("cpu")):
        if name in ("fill", "add", "sort", "gemm-fp32", "svd", "backward", "nms"):
            yield framework, name, function


def from_numpy():
    if importlib.util.find_spec("numpy") is None:
        raise Skip("numpy is not installed")
    import numpy
    return compare(torch.from_numpy(numpy.arange(6.0)), torch.arange(6.0), 0)


def checks(device):
    yield from tensor_checks(device)
    yield from library_checks(device)
    if importlib.util.find_spec("torchvision"):
        yield "torchvision", "nms", lambda: nms(device)


def tensor_checks(device):
    """Kernels of torch itself."""
    def fill():
        return compare(torch.full((1000,), 1.5, device=device), torch.full((1000,), 1.5), 0)

    def add():
        return compare(torch.arange(1000, device=device) + 3, torch.arange(1000) + 3, 0)

    def random():
        values = torch.rand(100000, device=device)
        mean, low, high = float(values.mean()), float(values.min()), float(values.max())
        if not (0 <= low and high < 1.0001 and abs(mean - 0.5) < 0.01):
            raise AssertionError("not uniform in [0, 1): mean %g, from %g to %g" % (mean, low, high))

    def reduce():
        values = torch.arange(10000, device=device, dtype=torch.float64)
        return compare(torch.stack([values.sum(), values.max(), values.var()]).float(),
                       torch.tensor([49995000.0, 9999.0, 8334166.666666667]).float(), 1e-6)

    def cumsum():
        return compare(torch.cumsum(torch.ones(5000, device=device), 0), torch.arange(1, 5001), 0)

    def sort():
        values = waves(device, 5000)
        return compare(torch.sort(values).values, torch.sort(values.cpu()).values, 0)

    def index():
        values = torch.arange(1000, device=device).reshape(10, 100)
        rows = torch.tensor([7, 1, 3], device=device)
        return compare(values[rows][:, values[0] % 2 == 0], torch.arange(1000).reshape(10, 100)[[7, 1, 3]][:, ::2], 0)

    def backward():
        values = waves(device, 200).requires_grad_()
        (values * values).sum().backward()
        return compare(values.grad, 2 * values.cpu(), 1e-6)

    for check in (fill, add, random, reduce, cumsum, sort, index, backward):
        yield FRAMEWORK, check.__name__, check


def library_checks(device):
    """Operations behind which cuBLAS, cuFFT, cuDNN, cuSOLVER, MAGMA and attention kernels stand."""
    def gemm(dtype, tolerance):
        left, right = waves(device, 96, 128, dtype=dtype), waves(device, 128, 64, dtype=dtype)
        a, b = on_cpu(left, right)
        return compare(left @ right, a @ b, tolerance)

    def fft():
        values = waves(device, 1024)
        return compare(torch.view_as_real(torch.fft.fft(values)), torch.view_as_real(torch.fft.fft(values.cpu())), 1e-4)

    def conv2d():
        image, weight = waves(device, 2, 3, 32, 32), waves(device, 8, 3, 3, 3)
        a, b = on_cpu(image, weight)
        # TF32, which convolutions use by default, has 10 bits of mantissa.
        return compare(torch.nn.functional.conv2d(image, weight, padding=1), torch.nn.functional.conv2d(a, b, padding=1), 1e-2)

    def attention():
        if not hasattr(torch.nn.functional, "scaled_dot_product_attention"):
            raise Skip("torch %s has no scaled_dot_product_attention" % torch.__version__)
        dtype = torch.float16 if device.type == "cuda" else torch.float32
        query, key, value = (waves(device, 2, 4, 64, 32, dtype=dtype) * scale for scale in (1, 2, 3))
        out = torch.nn.functional.scaled_dot_product_attention(query, key, value)
        q, k, v = on_cpu(query, key, value)
        return compare(out, torch.softmax(q @ k.transpose(-1, -2) / 32 ** 0.5, -1) @ v, 2e-2)

    def symmetric():
        values = waves(device, 32, 32)
        return values + values.T + 40 * torch.eye(32, device=device)

    def eigh():
        matrix = symmetric()
        return compare(torch.linalg.eigh(matrix).eigenvalues, torch.linalg.eigvalsh(on_cpu(matrix)[0]), 1e-4)

    def svd():
        matrix = symmetric()
        u, s, v = torch.linalg.svd(matrix)
        return compare(u @ torch.diag(s) @ v, on_cpu(matrix)[0], 1e-2)

    def solve():
        matrix, right = symmetric(), waves(device, 32, 4)
        a, b = on_cpu(matrix, right)
        return compare(torch.linalg.solve(matrix, right), torch.linalg.solve(a, b), 1e-3)

    yield FRAMEWORK, "gemm-fp32", lambda: gemm(torch.float32, 5e-3)
    yield FRAMEWORK, "gemm-fp16", lambda: gemm(torch.float16, 1e-2)
    yield FRAMEWORK, "gemm-bf16", lambda: gemm(torch.bfloat16, 5e-2)
    for check in (fft, conv2d, attention, eigh, svd, solve):
        yield FRAMEWORK, check.__name__, check


def nms(device):
    import torchvision
    boxes = torch.tensor([[0.0, 0.0, 10.0, 10.0], [1.0, 1.0, 10.0, 10.0], [20.0, 20.0, 30.0, 30.0]]).to(device)
    scores = torch.tensor([0.5, 0.9, 0.1]).to(device)
    kept = torchvision.ops.nms(boxes, scores, 0.5).tolist()
    if kept != [1, 2]:
        raise AssertionError("nms kept %r instead of [1, 2]" % kept)
