// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/preset_document.h"

#include "engine/program/errors.h"
#include "gui/language/translated.h"
#include "gui/workspace/text/path_text.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr int editCommandId = 1;
constexpr qint64 mergeWithinMs = 700; ///< steps of one spin box become one undo step

bool isSameSource(const RunSource &a, const RunSource &b)
{
    if (a == b)
        return true;
    return a.program() && b.program() && *a.program() == *b.program() && a->explanation() == b->explanation();
}

/// What a file of either would hold, but for its name.
bool haveSameValues(const Preset &a, const Preset &b)
{
    return a.device == b.device && a.parameters == b.parameters && isSameSource(a.experiment, b.experiment);
}

/// The knobs of every run, from one to the other; `submission` is the Program's.
void keepRunParameters(const Parameters &from, Parameters &to)
{
    for (const ParameterSpec &spec : runParameters())
        if (spec.name != "submission" && from.has(spec.name))
            to.set(spec.name, from.value(spec.name));
}

/// "Streams 4 → 8".
QString stepText(const Parameters &from, const Parameters &to, const std::string &name)
{
    const auto spec = std::find_if(from.specs().begin(), from.specs().end(),
                                   [&name](const ParameterSpec &one) { return one.name == name; });
    return PresetDocument::tr("%1 %2 → %3")
        .arg(translated(spec->label), QString::fromStdString(valueText(*spec, from.value(name))),
             QString::fromStdString(valueText(*spec, to.value(name))));
}

} // namespace

/// One change: all values before and after. A preset is small, and whole states cannot drift apart. Where the document
/// is saved is no part of it: undo must not lead back to another file.
class PresetDocument::Edit : public QUndoCommand
{
public:
    Edit(PresetDocument &document, Preset before, Preset after, const QString &text, std::string mergeKey)
        : QUndoCommand(text), m_document(document), m_before(std::move(before)), m_after(std::move(after)),
          m_mergeKey(std::move(mergeKey))
    {
        m_age.start();
    }

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }
    int id() const override { return m_mergeKey.empty() ? -1 : editCommandId; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const Edit *>(other);
        if (next->m_mergeKey != m_mergeKey || m_age.elapsed() > mergeWithinMs)
            return false;
        m_after = next->m_after;
        if (m_after.parameters.has(m_mergeKey) && m_before.parameters.has(m_mergeKey))
            setText(stepText(m_before.parameters, m_after.parameters, m_mergeKey));
        m_age.restart();
        return true;
    }

private:
    PresetDocument &m_document;
    Preset m_before, m_after;
    std::string m_mergeKey;
    QElapsedTimer m_age;
};

PresetDocument::PresetDocument(Preset preset, const QString &path, QObject *parent)
    : Document(parent), m_preset(std::move(preset)), m_path(path), m_saved(m_preset)
{}

std::unique_ptr<PresetDocument> PresetDocument::restored(const Preset &preset, const std::optional<Preset> &saved,
                                                         const QString &path)
{
    auto document = std::make_unique<PresetDocument>(saved.value_or(preset), path);
    if (!saved)
        document->m_saved.reset();
    else if (preset.experiment.program() && !saved->experiment.program())
        document->m_origin = saved;
    if (saved)
        document->setValues(preset, tr("restore"));
    return document;
}

QString PresetDocument::path() const
{
    const bool fits = !m_saved || isProgram() == (m_saved->experiment.program() != nullptr);
    return fits ? m_path : QString();
}

QString PresetDocument::displayName() const
{
    if (!path().isEmpty())
        return QFileInfo(m_path).fileName();
    if (!m_preset.name.empty())
        return QFileInfo(QString::fromStdString(m_preset.name)).fileName();
    if (!m_preset.experiment)
        return {};
    return QString::fromStdString(isProgram() ? m_preset.experiment->title() : m_preset.experiment->id());
}

QString PresetDocument::origin() const
{
    if (!path().isEmpty())
        return m_path;
    if (isProgram())
        return tr("A program without a file");
    return m_preset.experiment
               ? QString::fromStdString(m_preset.title.empty() ? m_preset.experiment->title() : m_preset.title)
               : QString();
}

bool PresetDocument::isModified() const
{
    return !m_unsoundRows.isEmpty() || !m_saved || !haveSameValues(m_preset, *m_saved);
}

bool PresetDocument::isOwn() const
{
    return !m_path.isEmpty() || isProgram() || !m_unsoundRows.isEmpty();
}

bool PresetDocument::isFrom(const Preset &builtIn) const
{
    return m_path.isEmpty() && m_preset.name == builtIn.name && m_preset.experiment == builtIn.experiment;
}

void PresetDocument::setParameter(const std::string &name, const ParameterValue &value)
{
    if (m_preset.parameters.has(name) && m_preset.parameters.value(name) == value)
        return;
    Preset next = m_preset;
    next.parameters.set(name, value);
    const QString text = stepText(m_preset.parameters, next.parameters, name);
    push(std::move(next), text, name);
}

void PresetDocument::setDevice(const std::string &id)
{
    if (id == m_preset.device)
        return;
    Preset next = m_preset;
    next.device = id;
    const auto text = [](const std::string &device) {
        return device.empty() ? tr("default") : QString::fromStdString(device);
    };
    push(std::move(next), tr("Device %1 → %2").arg(text(m_preset.device), text(id)), "device");
}

bool PresetDocument::isTheOrigin(const Program &program) const
{
    try {
        return m_origin && buildProgram(*m_origin->experiment, m_origin->parameters) == program;
    } catch (const InputError &) { // knobs that did not fit together: it gives no Program at all
        return false;
    }
}

void PresetDocument::setProgram(const ProgramFile &file)
{
    setUnsound({}, {});
    if (isProgram() && *m_preset.experiment.program() == file.program)
        return;
    if (!isProgram())
        m_origin = m_preset;
    Preset next = m_preset;
    if (isTheOrigin(file.program)) {
        next = *m_origin;
    } else {
        next.experiment = RunSource(file.program, file.description);
        next.title = file.program.title;
        next.parameters = file.parameters;
    }
    keepRunParameters(m_preset.parameters, next.parameters);
    push(std::move(next), tr("edit the program"), "program");
}

void PresetDocument::setValues(const Preset &values, const QString &text)
{
    if (!haveSameValues(m_preset, values))
        push(values, text, {});
}

QStringList PresetDocument::changes() const
{
    QStringList list;
    if (m_saved && m_saved->experiment == m_preset.experiment)
        for (const ParameterSpec &spec : m_preset.parameters.specs())
            if (m_saved->parameters.has(spec.name)
                && m_saved->parameters.value(spec.name) != m_preset.parameters.value(spec.name))
                list << stepText(m_saved->parameters, m_preset.parameters, spec.name);
    return list;
}

bool PresetDocument::canRevert() const
{
    return m_saved && m_saved->experiment && !haveSameValues(m_preset, *m_saved);
}

void PresetDocument::revert()
{
    if (canRevert())
        push(*m_saved, tr("go back to what is saved"), {});
}

void PresetDocument::setUnsound(const QByteArray &rows, const QString &problem)
{
    m_unsoundProblem = problem;
    if (std::exchange(m_unsoundRows, rows) != rows)
        Q_EMIT statusChanged();
}

void PresetDocument::save(const QString &path)
{
    if (!m_unsoundRows.isEmpty())
        throw InputError(
            tr("Not saved: the program editor holds what is no sound program. %1").arg(m_unsoundProblem).toStdString());
    Preset saved = m_preset;
    saved.name = pathOf(path);
    if (saved.title.empty())
        saved.title = QFileInfo(path).completeBaseName().toStdString();
    savePreset(saved, saved.name);
    m_preset = saved;
    m_saved = std::move(saved);
    m_path = path;
    m_undoStack.setClean(); // what comes next is a step of its own
    Q_EMIT statusChanged();
}

void PresetDocument::push(Preset next, const QString &text, const std::string &mergeKey)
{
    m_undoStack.push(new Edit(*this, m_preset, std::move(next), text, mergeKey));
}

void PresetDocument::apply(const Preset &values)
{
    const bool isOther = values.experiment != m_preset.experiment;
    const std::string name = std::exchange(m_preset, values).name;
    m_preset.name = name; // it goes with the file, as the path does
    if (isOther)
        m_unsoundRows.clear(); // they were made of another Program
    if (isOther)
        Q_EMIT replaced();
    Q_EMIT valuesChanged();
    Q_EMIT statusChanged();
}

} // namespace streamscope
