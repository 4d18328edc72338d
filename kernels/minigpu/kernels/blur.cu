// SPDX-License-Identifier: Apache-2.0
// minivision's kernel: the mean of the 3 x 3 neighbourhood, as far as it lies inside the image.

extern "C" __global__ void minivision_blur(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  int found = 0;
  for (int near_y = y - 1; near_y <= y + 1; ++near_y) {
    for (int near_x = x - 1; near_x <= x + 1; ++near_x) {
      if (near_x < 0 || near_y < 0 || near_x >= width || near_y >= height) continue;
      sum += in[static_cast<long long>(near_y) * width + near_x];
      ++found;
    }
  }
  out[static_cast<long long>(y) * width + x] = sum / static_cast<float>(found);
}
