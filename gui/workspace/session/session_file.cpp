// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/session_file.h"

#include "engine/formats/io/output_file.h"
#include "engine/program/errors.h"

namespace streamscope {

namespace {

template <typename Write>
void writeSections(const std::string &path, Write write)
{
    OutputFile file(path);
    SectionWriter writer([&file](std::string_view bytes) { file.write(bytes); });
    write(writer);
    writer.finish();
    file.commit();
}

void addDocuments(const QByteArray &documents, SectionWriter &writer)
{
    writer.add(SectionKind::Documents, {documents.constData(), static_cast<std::size_t>(documents.size())});
}

void readInto(const InputFile &file, const ExperimentList &known, const RunControl &control, MemoryBudget &memory,
              ReadSession &session)
{
    SectionReader reader(*file.bytes, file.path, memory);
    readSession(reader, known, control, session);
}

} // namespace

void writeSession(const SessionImage &image, const std::string &path, const RunControl &control)
{
    writeSections(path, [&](SectionWriter &writer) {
        int done = 0;
        for (const auto &[number, part] : image.parts) {
            control.report(done++, static_cast<int>(image.parts.size()), "saving the session");
            writeSessionPart(*part, number, writer);
        }
        addDocuments(image.documents, writer);
    });
}

void writeSessionPartFile(const SessionPart &part, SessionNumber number, const std::string &path)
{
    writeSections(path, [&](SectionWriter &writer) { writeSessionPart(part, number, writer); });
}

void writeSessionDocumentsFile(const QByteArray &documents, const std::string &path)
{
    writeSections(path, [&](SectionWriter &writer) { addDocuments(documents, writer); });
}

KeptSession loadSession(const InputFile &file, const ExperimentList &known, const RunControl &control)
{
    MemoryBudget memory(file.path, 0);
    ReadSession session;
    readInto(file, known, control, memory, session);
    return readKeptSession(session, file.path, MissingRuns::Refused);
}

KeptSession loadSessionFiles(const std::vector<std::string> &files, const ExperimentList &known,
                             const RunControl &control)
{
    MemoryBudget memory(files.front(), 0);
    ReadSession session;
    for (const std::string &path : files)
        readInto(openInput(path), known, control, memory, session);
    return readKeptSession(session, files.front(), MissingRuns::LeftOut);
}

QByteArray loadSessionDocuments(const std::string &file, const ExperimentList &known)
{
    MemoryBudget memory(file, 0);
    ReadSession session;
    readInto(openInput(file), known, {}, memory, session);
    return QByteArray::fromStdString(session.documents);
}

} // namespace streamscope
