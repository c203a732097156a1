// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"

namespace streamscope {

/// Unpacks gzip (RFC 1952), also with several members, while it is read. `name` is for messages. read() throws
/// InputError for broken or truncated data, naming the byte in the packed file, and for data that unpacks to far more
/// than any trace does (a decompression bomb).
std::unique_ptr<ByteSource> unpackGzip(std::unique_ptr<ByteSource> packed, std::string name);

} // namespace streamscope
