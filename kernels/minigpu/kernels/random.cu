// SPDX-License-Identifier: Apache-2.0
// A counter-based generator: element i is a hash of the seed and i, so that every GPU and the CPU make the same bits.
// The mixing steps are MurmurHash3's finalizer.

extern "C" __global__ void minigpu_random(float* out, long long count, unsigned seed) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  unsigned hash = seed ^ (static_cast<unsigned>(i) * 0x9e3779b9u);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  hash ^= hash >> 16;
  out[i] = static_cast<float>(hash >> 8) * 0x1p-24f;  // 24 bits: exact in a float, in [0, 1)
}
