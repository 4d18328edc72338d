// SPDX-License-Identifier: Apache-2.0
// minifast's kernel: out = factor * left + right in one pass, for which minigpu alone needs two.

extern "C" __global__ void minifast_scale_add(const float* left, const float* right, float* out, long long count,
                                              float factor) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) out[i] = factor * left[i] + right[i];
}
