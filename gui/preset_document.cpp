// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/preset_document.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QUndoCommand>

#include <utility>

namespace streamscope {

namespace {
constexpr int editCommandId = 1;
constexpr qint64 mergeWithinMs = 700; ///< steps of one spin box become one undo step
} // namespace

/// One change: the whole state before and after. A preset is small, and whole states cannot drift apart.
class PresetDocument::Edit : public QUndoCommand
{
public:
    Edit(PresetDocument &document, State before, State after, const QString &text, std::string mergeKey)
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
        m_age.restart();
        return true;
    }

private:
    PresetDocument &m_document;
    State m_before, m_after;
    std::string m_mergeKey;
    QElapsedTimer m_age;
};

PresetDocument::PresetDocument(QObject *parent) : QObject(parent)
{
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, &PresetDocument::statusChanged);
}

QString PresetDocument::displayName() const
{
    if (!m_state.path.isEmpty())
        return QFileInfo(m_state.path).fileName();
    if (!m_state.preset.name.empty())
        return QString::fromStdString(m_state.preset.name);
    return m_state.preset.experiment ? QString::fromStdString(m_state.preset.experiment->id()) : QString();
}

void PresetDocument::load(Preset preset, const QString &path)
{
    const QString name = QString::fromStdString(preset.title.empty() ? preset.name : preset.title);
    State next{std::move(preset), path};
    if (!m_state.preset.experiment) { // the first one: there is nothing to go back to
        apply(next);
        m_undoStack.clear();
    } else {
        push(std::move(next), tr("open %1").arg(name), {});
    }
    m_undoStack.setClean();
    Q_EMIT statusChanged();
}

void PresetDocument::setParameter(const std::string &name, const ParameterValue &value)
{
    if (m_state.preset.parameters.has(name) && m_state.preset.parameters.value(name) == value)
        return;
    State next = m_state;
    next.preset.parameters.set(name, value);
    push(std::move(next), tr("change %1").arg(QString::fromStdString(name)), name);
}

void PresetDocument::setDevice(const std::string &id)
{
    if (id == m_state.preset.device)
        return;
    State next = m_state;
    next.preset.device = id;
    push(std::move(next), tr("change the device"), "device");
}

void PresetDocument::setProgram(const ProgramFile &file)
{
    State next = m_state;
    if (!m_state.preset.experiment.program())
        next.path.clear();
    next.preset.experiment = RunSource(file.program, file.description);
    next.preset.title = file.program.title;
    next.preset.parameters = file.parameters;
    for (const ParameterSpec &spec : runParameters())
        if (spec.name != "submission" && m_state.preset.parameters.has(spec.name))
            next.preset.parameters.set(spec.name, m_state.preset.parameters.value(spec.name));
    push(std::move(next), tr("edit the program"), "program");
}

void PresetDocument::save(const QString &path)
{
    Preset saved = m_state.preset;
    saved.name = path.toStdString();
    if (saved.title.empty())
        saved.title = QFileInfo(path).completeBaseName().toStdString();
    savePreset(saved, saved.name);
    m_state = {std::move(saved), path};
    m_undoStack.setClean();
    Q_EMIT statusChanged();
}

void PresetDocument::push(State next, const QString &text, const std::string &mergeKey)
{
    m_undoStack.push(new Edit(*this, m_state, std::move(next), text, mergeKey));
}

void PresetDocument::apply(const State &state)
{
    const bool isOther = state.preset.experiment != m_state.preset.experiment
                         || state.preset.name != m_state.preset.name || state.path != m_state.path;
    m_state = state;
    if (isOther)
        Q_EMIT replaced();
    Q_EMIT valuesChanged();
    Q_EMIT statusChanged();
}

} // namespace streamscope
