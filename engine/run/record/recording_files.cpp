// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/recording_files.h"

#include "engine/device/number_text.h"
#include "engine/recorder/control.h"
#include "resources/recorder/recording_format.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

static_assert(std::endian::native == std::endian::little); // as the file is

class Descriptor
{
public:
    explicit Descriptor(const std::string &path) : m_number(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            close(m_number);
    }
    /// Of a regular file, else 0.
    std::uint64_t size() const
    {
        struct stat status
        {};
        return m_number >= 0 && fstat(m_number, &status) == 0 && S_ISREG(status.st_mode)
                   ? static_cast<std::uint64_t>(status.st_size)
                   : 0;
    }
    template <typename Header>
    std::optional<Header> read(std::uint64_t at) const
    {
        Header header;
        return pread(m_number, &header, sizeof header, static_cast<off_t>(at)) == sizeof header ? std::optional(header)
                                                                                                : std::nullopt;
    }

private:
    int m_number;
};

bool isOperation(std::uint16_t kind)
{
    using recording::RowKind;
    const auto row = static_cast<RowKind>(kind);
    return row == RowKind::Kernel || row == RowKind::Copy || row == RowKind::Memset || row == RowKind::Graph;
}

/// Counts the whole chunks behind those that are counted.
void readOn(RecordingFile &file)
{
    const Descriptor descriptor(file.path);
    const std::uint64_t size = descriptor.size();
    if (file.bytes == 0) {
        const auto header = descriptor.read<recording::FileHeader>(0);
        if (!header || std::memcmp(header->magic, recording::magic, sizeof header->magic) != 0
            || header->version != recording::version || header->headerBytes < sizeof *header
            || header->headerBytes > size)
            return;
        file.bytes = header->headerBytes;
    }
    while (const auto chunk = descriptor.read<recording::ChunkHeader>(file.bytes)) {
        const std::uint64_t end = file.bytes + sizeof *chunk + chunk->packedBytes;
        if (chunk->magic != recording::chunkMagic || end > size)
            return;
        if (isOperation(chunk->kind))
            file.operations += std::min(chunk->rows, recording::maxRows);
        file.bytes = end;
    }
}

std::vector<std::string> namesIn(const std::string &folder)
{
    std::vector<std::string> names;
    DIR *const open = opendir(folder.c_str());
    if (!open)
        return names;
    while (const dirent *entry = readdir(open))
        if (const std::string name = entry->d_name; name.ends_with(recorder::fileSuffix) && !name.starts_with('.'))
            names.push_back(name);
    closedir(open);
    std::ranges::sort(names);
    return names;
}

} // namespace

RecordingFiles::RecordingFiles(std::string folder) : m_folder(std::move(folder)) {}

std::vector<RecordingFile> RecordingFiles::look()
{
    std::vector<RecordingFile> files;
    for (const std::string &name : namesIn(m_folder)) {
        RecordingFile &file = m_known[name];
        file.path = m_folder + '/' + name;
        readOn(file);
        files.push_back(file);
    }
    return files;
}

RecordingTotal totalOf(const std::vector<RecordingFile> &files)
{
    RecordingTotal total;
    for (const RecordingFile &file : files) {
        total.operations += file.operations;
        total.bytes += file.bytes;
        total.processes += file.operations > 0;
    }
    return total;
}

std::string recordedText(const RecordingTotal &total)
{
    const auto counted = [](std::uint64_t count, const char *one, const char *many) {
        return groupedNumber(count) + (count == 1 ? one : many);
    };
    return "recorded " + counted(total.operations, " operation", " operations") + " of "
           + counted(total.processes, " process", " processes") + " (" + roundSizeText(total.bytes) + ")";
}

std::string groupedNumber(std::uint64_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;)
        text.insert(at -= 3, 1, ',');
    return text;
}

} // namespace streamscope
