// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "io/files.hpp"

// A file that is filled over several runs of the program: what a download leaves when it is broken off.
namespace kenv::io {

/// Opens it for reading and writing with what it holds; creates it if absent.
FileDescriptor open_partial_file(const fs::path& path);
void set_size(const FileDescriptor& file, std::uint64_t size, const fs::path& path);
/// Claims the disk space for `size` bytes, without changing the file's size: a disk that is too full is found out
/// before the bytes are fetched, and large files lie in one piece. Nothing happens where the file system cannot.
void reserve_space(const FileDescriptor& file, std::uint64_t size, const fs::path& path);

}  // namespace kenv::io
