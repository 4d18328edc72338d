// SPDX-License-Identifier: Apache-2.0
// out = left * right, row-major. One thread per element of out and no tiles: this is here to run everywhere.

extern "C" __global__ void minigpu_matmul(const float* left, const float* right, float* out, int rows, int inner,
                                          int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += left[static_cast<long long>(row) * inner + k] * right[static_cast<long long>(k) * columns + column];
  }
  out[static_cast<long long>(row) * columns + column] = sum;
}
