// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

// The part of the CUDA driver API that is used here, found at run time in the driver's own library. The prototypes are
// ours, so that neither building nor starting needs anything of NVIDIA. Plain C++ without the standard library's run
// time: libminigpu must load into any Python.
namespace cuda_driver {

using Result = int;  ///< CUresult; 0 is success
using Device = int;
using Address = unsigned long long;  ///< CUdeviceptr
using Context = struct OpaqueContext*;
using Module = struct OpaqueModule*;
using Function = struct OpaqueFunction*;
using Stream = struct OpaqueStream*;

constexpr Result kInvalidValue = 1;
constexpr Result kOutOfMemory = 2;
constexpr Result kInvalidDevice = 101;
constexpr Result kInvalidImage = 200;           ///< the container cannot be read by this driver
constexpr Result kNoBinaryForGpu = 209;         ///< no image of the container fits the GPU
constexpr Result kUnsupportedPtxVersion = 222;  ///< PTX of a newer ISA than the driver's compiler
constexpr Result kJitCompilationDisabled = 223;

enum Attribute : int { kCapabilityMajor = 75, kCapabilityMinor = 76 };

struct Uuid {
  unsigned char bytes[16];
};

struct Driver {
  Result (*init)(unsigned flags);
  Result (*driver_version)(int* version);  ///< 13000 for CUDA 13.0
  Result (*device_count)(int* count);
  Result (*device)(Device* device, int ordinal);
  Result (*device_name)(char* name, int size, Device device);
  Result (*device_uuid)(Uuid* uuid, Device device);
  Result (*device_attribute)(int* value, Attribute attribute, Device device);
  Result (*device_memory)(std::size_t* bytes, Device device);
  Result (*retain_context)(Context* context, Device device);
  Result (*release_context)(Device device);
  Result (*set_context)(Context context);
  Result (*synchronize)();
  Result (*memory_info)(std::size_t* free_bytes, std::size_t* total_bytes);
  Result (*allocate)(Address* address, std::size_t bytes);
  Result (*release)(Address address);
  Result (*upload)(Address to, const void* from, std::size_t bytes);
  Result (*download)(void* to, Address from, std::size_t bytes);
  Result (*load_module)(Module* module, const void* image);
  Result (*find_function)(Function* function, Module module, const char* name);
  Result (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** parameters,
                   void** extra);
  Result (*error_name)(Result error, const char** name);
  Result (*error_text)(Result error, const char** text);
};

/// Finds libcuda.so.1 through the loader and every function of it. False if that fails, with the reason in `why`.
bool open(Driver& driver, char* why, std::size_t why_size);

/// "CUDA_ERROR_NO_BINARY_FOR_GPU"; "CUDA_ERROR_UNKNOWN" for a number that this driver does not know.
const char* name_of(const Driver& driver, Result error);
const char* text_of(const Driver& driver, Result error);

/// "GPU-8f2c...", as nvidia-smi prints it; needs 41 characters.
void print_uuid(const Uuid& uuid, char* out, std::size_t out_size);

}  // namespace cuda_driver
