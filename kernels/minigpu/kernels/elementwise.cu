// SPDX-License-Identifier: Apache-2.0
// One thread makes one element. The kernels are extern "C" so that the driver finds them by their plain names.

__device__ long long element() { return blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; }

extern "C" __global__ void minigpu_fill(float* out, long long count, float value) {
  const long long i = element();
  if (i < count) out[i] = value;
}

extern "C" __global__ void minigpu_arange(float* out, long long count, float start, float step) {
  const long long i = element();
  if (i < count) out[i] = start + step * static_cast<float>(i);
}

extern "C" __global__ void minigpu_add(const float* left, const float* right, float* out, long long count) {
  const long long i = element();
  if (i < count) out[i] = left[i] + right[i];
}
