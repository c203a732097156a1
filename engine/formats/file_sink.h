// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QSaveFile>

#include <memory>
#include <string>
#include <string_view>

namespace streamscope {

/// A file that is written piece by piece and appears whole or not at all; in gzip where its name ends in .gz.
class FileSink
{
public:
    /// @throws RunError, as do the others: naming the path and the reason.
    explicit FileSink(const std::string &path);
    ~FileSink();

    void write(std::string_view bytes);
    void commit();

private:
    struct Packer;
    void store(const char *bytes, std::size_t size);
    [[noreturn]] void complain() const;

    std::string m_path;
    QSaveFile m_file;
    std::unique_ptr<Packer> m_packer;
};

} // namespace streamscope
