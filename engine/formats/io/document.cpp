// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/document.h"

#include "engine/device/number_text.h"
#include "engine/formats/io/available_memory.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::uint64_t maxDocumentBytes = std::uint64_t{1} << 30; // Qt's JSON counts in 32 bits

std::uint64_t ceilingFor(std::uint64_t memoryLimit)
{
    if (memoryLimit > 0)
        return std::min(memoryLimit / memoryPerDocumentByte, maxDocumentBytes);
    return std::min(usualDocumentBytes, defaultMemoryLimit() / memoryPerDocumentByte);
}

[[noreturn]] void refuse(const std::string &path, std::uint64_t ceiling)
{
    throw InputError(Phrase("engine", "%1: is larger than %2, the limit for presets, programs and profiles: they take "
                                      "%3 times their size of memory; --memory-limit SIZE sets how much they may take")
                         .arg(path, roundSizeText(ceiling), memoryPerDocumentByte));
}

} // namespace

QByteArray readDocument(const InputFile &file, std::uint64_t memoryLimit)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 16;
    const std::uint64_t ceiling = ceilingFor(memoryLimit);
    if (file.bytes->total() > ceiling)
        refuse(file.path, ceiling);
    QByteArray document;
    for (std::uint64_t size = 0;;) {
        document.resize(static_cast<qsizetype>(size + step));
        const std::size_t got = file.bytes->read(document.data() + size, step);
        size += got;
        if (size > ceiling)
            refuse(file.path, ceiling);
        if (got == 0) {
            document.resize(static_cast<qsizetype>(size));
            return document;
        }
    }
}

} // namespace streamscope
