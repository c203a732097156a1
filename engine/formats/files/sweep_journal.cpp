// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/sweep_journal.h"

#include "engine/formats/files/sweep_csv.h"
#include "engine/formats/io/document.h"
#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"

#include <cerrno>
#include <fcntl.h>
#include <map>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

/// A million rows have some 200 MiB.
constexpr std::uint64_t maxMemory = std::uint64_t{32} << 30;

std::string textOf(const std::string &path)
{
    return readDocument(openInput(path), maxMemory).toStdString();
}

/// As rowsOfSweepFile().
std::vector<SweepRow> keptSweepRows(const std::vector<SweepRow> &rows)
{
    std::map<std::size_t, SweepRow> kept;
    for (const SweepRow &row : rows)
        kept.insert_or_assign(row.index, row);
    std::vector<SweepRow> list;
    for (auto &[index, row] : kept)
        if (row.status != SweepStatus::Failed)
            list.push_back(std::move(row));
    return list;
}

} // namespace

std::vector<SweepRow> rowsOfSweepFile(const std::string &path, const SweepTable &table)
{
    return keptSweepRows(readSweepCsv(textOf(path), path, table));
}

std::string SweepJournal::pathBeside(const std::string &csv)
{
    return csv + ".partial";
}

std::string SweepJournal::csv() const
{
    return m_path.substr(0, m_path.size() - pathBeside({}).size());
}

SweepJournal::SweepJournal(std::string path, const SweepTable &table, bool resume)
    : m_path(std::move(path)), m_table(table)
{
    try {
        open(resume);
    } catch (...) {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        throw;
    }
}

SweepJournal::~SweepJournal()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

void SweepJournal::open(bool resume)
{
    m_descriptor = ::open(m_path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), 0666);
    if (m_descriptor < 0 && errno == EEXIST)
        throw InputError(
            Phrase("engine",
                   "%1: holds the rows of a sweep that did not end; go on with --resume %2, or remove the file")
                .arg(m_path, csv()));
    if (m_descriptor < 0)
        complain();
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw InputError(Phrase("engine", "%1: another process writes this sweep now").arg(m_path));
    readRows();
}

void SweepJournal::readRows()
{
    const std::string text = textOf(m_path);
    m_rows = keptSweepRows(readSweepCsv(text, m_path, m_table));
    const std::size_t whole = text.rfind('\n') + 1; // 0 where there is none
    if (::ftruncate(m_descriptor, static_cast<off_t>(whole)) != 0)
        complain();
    if (whole == 0)
        write(sweepCsvHeader(m_table));
}

void SweepJournal::append(const SweepRow &row)
{
    write(sweepCsvRow(m_table, row));
}

void SweepJournal::write(std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(m_descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            complain();
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void SweepJournal::remove()
{
    ::unlink(m_path.c_str());
}

void SweepJournal::complain() const
{
    throw RunError(Phrase("engine", "%1: cannot be written: %2").arg(m_path, systemErrorText(errno)));
}

} // namespace streamscope
