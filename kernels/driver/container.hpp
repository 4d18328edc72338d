// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One embedded fatbin: images of the same kernels for several GPUs, of which the driver picks one.
struct Container {
  const char* name;
  const void* image;  ///< null in a build without code for it
};

/// What nvcc writes beside each container, as the toolkit's fatbinary_section.h declares it.
struct Descriptor {
  unsigned magic;
  unsigned version;  ///< 1: a module by itself
  const void* data;
  void* file_name;
};
