/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MINIGPU_H
#define MINIGPU_H
#include <stddef.h>
#include <stdint.h>

/* The C interface of libminigpu.so: what the Python layer calls, and companions such as minivision.
 *
 * Device -1 is the CPU; devices from 0 on are CUDA's. Memory is an address of the device that it was allocated on.
 * Functions return 0, an error number of the CUDA driver (209: no kernel image for this GPU), or a negative number of
 * ours. Code is loaded at the first launch that needs it, so a build that lacks a GPU can still allocate and copy
 * there. */
#ifdef __cplusplus
extern "C" {
#endif

#define MINIGPU_CPU (-1)
#define MINIGPU_NO_DRIVER (-1)   /* libcuda.so.1 cannot be loaded */
#define MINIGPU_NO_GPU_CODE (-2) /* a build for the CPU only */

typedef struct minigpu_runtime minigpu_runtime;

typedef struct minigpu_device_info {
  char name[128];
  char uuid[48]; /* "GPU-xxxxxxxx-..." as nvidia-smi prints it */
  int major, minor;
  uint64_t memory;
} minigpu_device_info;

const char* minigpu_version(void); /* "1.2.0+new" */
const char* minigpu_variant(void); /* "old", "new", "cpu" */
const char* minigpu_targets(void); /* "sm_80 sm_86 ...": what the kernels were compiled for */

minigpu_runtime* minigpu_open(void); /* NULL only if memory is short; without a driver it serves the CPU */
void minigpu_close(minigpu_runtime* runtime);
const char* minigpu_driver_problem(minigpu_runtime* runtime); /* why there is no driver; "" if there is one */
int minigpu_driver_version(minigpu_runtime* runtime);         /* 13000 for CUDA 13.0; 0 without a driver */
int minigpu_device_count(minigpu_runtime* runtime);
int minigpu_describe_device(minigpu_runtime* runtime, int device, minigpu_device_info* info);
const char* minigpu_error_name(minigpu_runtime* runtime, int error);
const char* minigpu_error_text(minigpu_runtime* runtime, int error);

int minigpu_allocate(minigpu_runtime* runtime, int device, size_t bytes, uint64_t* address);
int minigpu_release(minigpu_runtime* runtime, int device, uint64_t address);
int minigpu_upload(minigpu_runtime* runtime, int device, uint64_t to, const void* from, size_t bytes);
int minigpu_download(minigpu_runtime* runtime, int device, void* to, uint64_t from, size_t bytes);
int minigpu_synchronize(minigpu_runtime* runtime, int device);

int minigpu_fill(minigpu_runtime* runtime, int device, uint64_t out, int64_t count, float value);
int minigpu_arange(minigpu_runtime* runtime, int device, uint64_t out, int64_t count, float start, float step);
int minigpu_add(minigpu_runtime* runtime, int device, uint64_t left, uint64_t right, uint64_t out, int64_t count);
int minigpu_copy(minigpu_runtime* runtime, int device, uint64_t in, uint64_t out, int64_t count);
int minigpu_random(minigpu_runtime* runtime, int device, uint64_t out, int64_t count, uint32_t seed);
int minigpu_matmul(minigpu_runtime* runtime, int device, uint64_t left, uint64_t right, uint64_t out, int rows,
                   int inner, int columns);

/* For companions: runs `kernel` of the fatbin container at `image` with blocks of threads. */
int minigpu_launch(minigpu_runtime* runtime, int device, const void* image, const char* kernel, unsigned blocks_x,
                   unsigned blocks_y, unsigned threads_x, unsigned threads_y, void** parameters);

#ifdef __cplusplus
}
#endif
#endif
