// SPDX-License-Identifier: Apache-2.0
// minivision's second kernel, the heart of non-maximum suppression: how much each pair of boxes overlaps
// (intersection over union). A box is four floats: left, top, right, bottom.

extern "C" __global__ void minivision_overlap(const float* boxes, float* out, int count) {
  const int second = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = blockIdx.y * blockDim.y + threadIdx.y;
  if (first >= count || second >= count) return;
  const float* a = boxes + 4 * first;
  const float* b = boxes + 4 * second;
  const float width = fminf(a[2], b[2]) - fmaxf(a[0], b[0]);
  const float height = fminf(a[3], b[3]) - fmaxf(a[1], b[1]);
  const float common = fmaxf(width, 0.0f) * fmaxf(height, 0.0f);
  const float total = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common;
  out[static_cast<long long>(first) * count + second] = total > 0.0f ? common / total : 0.0f;
}
