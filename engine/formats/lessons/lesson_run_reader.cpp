// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_run_reader.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/lessons/expression_tokens.h"
#include "engine/formats/lessons/lesson_text.h"
#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, 4> sources{"preset", "experiment", "program", "trace"};

const Experiment *findKnown(const std::string &id, const ExperimentList &known, int line)
{
    std::string ids;
    for (const Experiment *experiment : known) {
        if (experiment->id() == id)
            return experiment;
        ids += (ids.empty() ? "" : ", ") + experiment->id();
    }
    refuseLine(line, Phrase("engine", "unknown experiment '%1'; allowed: %2").arg(id, ids));
}

Preset findPreset(const std::string &name, const ExperimentList &known, int line)
{
    const bool isName = std::all_of(
        name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    QFile file(QStringLiteral(":/presets/") + QString::fromStdString(name) + QStringLiteral(".json"));
    if (!isName || !file.open(QIODevice::ReadOnly))
        refuseLine(line, Phrase("engine", "unknown preset '%1'; 'streamscope experiments' lists them").arg(name));
    return readPreset(file.readAll(), name, known);
}

/// A plain name: a lesson reads nothing that does not lie beside it.
QByteArray bytesOf(const std::string &name, const LessonFiles &files, int line)
{
    const bool isPlain = !name.empty() && name.find_first_of("/\\:") == name.npos && name[0] != '.';
    if (!isPlain)
        refuseLine(line, Phrase("engine", "'%1' is no name of a file beside the lesson").arg(name));
    return files(name);
}

class RunReader
{
public:
    RunReader(const RawLessonBlock &block, const ExperimentList &known, const LessonFiles &files)
        : m_block(block), m_known(known), m_files(files)
    {
        m_run.name = blockName(block);
        m_run.line = block.line;
    }

    LessonRun read(const LessonDefaults &defaults)
    {
        std::vector<LessonLine> settings;
        for (const LessonLine &line : m_block.lines)
            if (!trimmedLine(line.text).empty() && !takeKey(line))
                settings.push_back(line);
        if (!m_hasSource && defaults.key.empty())
            refuseLine(
                m_block.line,
                Phrase("engine", "run '%1' does not say what runs; it needs one of: preset, experiment, program, trace")
                    .arg(m_run.name));
        if (!m_hasSource)
            takeSource(defaults.key, defaults.value, m_block.line);
        for (const LessonLine &line : settings)
            set(line);
        if (m_run.title.empty())
            m_run.title = m_run.name;
        return std::move(m_run);
    }

private:
    bool takeKey(const LessonLine &line)
    {
        std::string key, value;
        if (!splitKey(trimmedLine(line.text), key, value))
            return false;
        if (value.empty())
            refuseLine(line.number, Phrase("engine", "'%1:' has no value").arg(key));
        if (key == "title")
            m_run.title = value;
        else if (key == "device")
            m_run.device = lessonDeviceId(value, line.number);
        else if (std::find(sources.begin(), sources.end(), key) != sources.end())
            takeSource(key, value, line.number);
        else
            refuseLine(line.number, Phrase("engine", "unknown key '%1'; allowed: title, device, preset, experiment, "
                                                     "program, trace, and 'name = value' for knobs")
                                        .arg(key));
        return true;
    }

    void takeSource(const std::string &key, const std::string &value, int line)
    {
        if (std::exchange(m_hasSource, true))
            refuseLine(line, Phrase("engine", "run '%1' says already what runs").arg(m_run.name));
        if (key == "preset") {
            const Preset preset = findPreset(value, m_known, line);
            m_run.experiment = preset.experiment;
            m_run.parameters = preset.parameters;
            if (m_run.title.empty())
                m_run.title = preset.title;
        } else if (key == "experiment") {
            m_run.experiment = findKnown(value, m_known, line);
            m_run.parameters = m_run.experiment->defaults();
        } else if (key == "program") {
            ProgramFile file = readProgramFile(bytesOf(value, m_files, line), value);
            m_run.parameters = file.parameters;
            m_run.experiment = RunSource(std::move(file.program), std::move(file.description));
        } else {
            m_run.trace = std::make_shared<const QByteArray>(bytesOf(value, m_files, line));
            m_run.traceName = value;
        }
    }

    void set(const LessonLine &line)
    {
        const std::size_t equals = line.text.find('=');
        if (equals == line.text.npos)
            refuseLine(line.number,
                       Phrase("engine", "'%1' is neither 'key: value' nor 'knob = value'").arg(trimmedLine(line.text)));
        const std::string name = trimmedLine(std::string_view(line.text).substr(0, equals));
        const std::string value = trimmedLine(std::string_view(line.text).substr(equals + 1));
        if (m_run.isTrace())
            refuseLine(line.number, Phrase("engine", "a trace has no knobs, so '%1' cannot be set").arg(name));
        try {
            m_run.parameters.setText(name, value);
        } catch (const InputError &error) {
            refuseLine(line.number, error.what());
        }
    }

    const RawLessonBlock &m_block;
    const ExperimentList &m_known;
    const LessonFiles &m_files;
    bool m_hasSource = false;
    LessonRun m_run;
};

} // namespace

std::string blockName(const RawLessonBlock &block)
{
    const std::string &name = block.argument;
    const bool isGood = !name.empty() && name.size() <= 40 && isNameLetter(name[0])
                        && std::all_of(name.begin(), name.end(), [](char c) { return isNameLetter(c) || isDigit(c); });
    if (!isGood)
        refuseLine(block.line,
                   Phrase("engine", "'%1 %2': it needs a name of letters, digits and '_'").arg(block.kind, name));
    if (name == "device" || name == studentsRun || name == "and" || name == "or" || name == "not")
        refuseLine(block.line, Phrase("engine", "'%1' has a meaning of its own; take another name").arg(name));
    return name;
}

std::string lessonDeviceId(const std::string &text, int line)
{
    if ((!text.starts_with("sim:") && !text.starts_with("cuda:")) || text.find('/') != text.npos)
        refuseLine(
            line,
            Phrase("engine", "'%1' is no device; allowed: cuda:0, sim:h200, sim:k20c, sim:c2050, sim:c1060, sim:unit")
                .arg(text));
    return text;
}

LessonRun readLessonRun(const RawLessonBlock &block, const LessonDefaults &defaults, const ExperimentList &known,
                        const LessonFiles &files)
{
    return RunReader(block, known, files).read(defaults);
}

} // namespace streamscope
