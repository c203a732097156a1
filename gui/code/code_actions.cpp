// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/code/code_actions.h"

#include "engine/formats/io/output_file.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/code/code_page.h"
#include "gui/language/translated.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/command_line_text.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QTimer>

namespace streamscope {

namespace {

constexpr int afterLastEditMs = 150;

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

CodeActions::CodeActions(const Parts &parts) : m_parts(parts), m_delay(new QTimer(this))
{
    m_delay->setSingleShot(true);
    m_delay->setInterval(afterLastEditMs);
    connect(m_delay, &QTimer::timeout, this, &CodeActions::write);
    parts.page->setLanguage(Settings::codeLanguage());
    connect(parts.page, &CodePage::languageChanged, this, [this] {
        Settings::codeLanguage.set(textOf(m_parts.page->language().id));
        write();
    });
    connect(parts.page, &CodePage::watchedChanged, this, [this](bool watched) {
        m_isWatched = watched;
        if (watched)
            write();
    });
    connect(parts.page, &CodePage::copyWanted, this, &CodeActions::copy);
    connect(parts.page, &CodePage::saveWanted, this, &CodeActions::save);
    connect(&parts.workspace, &Workspace::shownChanged, this, &CodeActions::follow);
    connect(&parts.workspace, &Workspace::valuesChanged, this, &CodeActions::follow);
    connect(&parts.workspace, &Workspace::statusChanged, this, &CodeActions::follow); // it may have been saved
    connect(&parts.changes, &WhatIfController::listReplaced, this, &CodeActions::follow);
    connect(&parts.changes, &WhatIfController::changed, this, &CodeActions::follow);
}

/// Another document at once, other values shortly after the last one.
void CodeActions::follow()
{
    if (m_parts.workspace.frontNumber() != m_front)
        write();
    else
        m_delay->start();
}

std::optional<CodeRequest> CodeActions::wanted() const
{
    const PresetDocument *document = m_parts.workspace.experiment();
    if (!document || !document->preset().experiment)
        return std::nullopt;
    CodeRequest request;
    request.language = &m_parts.page->language();
    request.preset = document->preset();
    request.saved = document->saved();
    if (const WhatIfList *list = m_parts.changes.list())
        request.changes = list->changes();
    if (const DeviceInfo *device = m_parts.workspace.device())
        request.device = *device;
    const Preset *builtIn = m_parts.builtIn(request.preset.name);
    Preset target = request.preset;
    target.device = builtIn ? builtIn->device : std::string(); // code runs where it is started
    request.command =
        "codegen " + targetText(target, builtIn).toStdString() + " --language " + std::string(request.language->id);
    return request;
}

/// As the page says it.
QStringList CodeActions::changesInWords() const
{
    const PresetDocument *document = m_parts.workspace.experiment();
    QStringList words = document ? document->changes() : QStringList();
    if (const WhatIfList *list = m_parts.changes.list())
        for (const ListedChange &change : list->changes())
            if (change.isOn)
                words << translated(change.request.change->title());
    return words;
}

void CodeActions::write()
{
    m_delay->stop();
    if (!m_isWatched)
        return;
    const std::optional<CodeRequest> request = wanted();
    const bool isOther = m_parts.workspace.frontNumber() != m_front;
    if (!isOther && request && request == m_shown)
        return;
    m_front = m_parts.workspace.frontNumber();
    m_shown = request;
    m_task.cancel();
    if (!request)
        return writeAdvice();
    if (isOther)
        m_parts.page->setProblem({});
    m_task.start([request = *request](const RunControl &control) { return writeCode(request, control.stop); },
                 [this, words = changesInWords()](WrittenCode code) { m_parts.page->setCode(std::move(code), words); },
                 [this](const QString &problem) { m_parts.page->setProblem(problem); });
}

void CodeActions::writeAdvice()
{
    if (m_advice.isEmpty())
        m_parts.page->setProblem(tr("A trace has no code of its own. Its advice says what to change in the program "
                                    "that was recorded, and stands here in code when it is there."));
    else
        m_parts.page->setAdvice(codeOfPatch(m_advice.toStdString()), m_adviceLanguage);
}

void CodeActions::setAdvice(const QString &lines, const QString &language)
{
    m_advice = lines;
    m_adviceLanguage = language;
    if (m_isWatched && !m_shown && m_parts.workspace.frontNumber() == m_front)
        writeAdvice();
}

void CodeActions::goToAdvice(const QString &change)
{
    m_parts.page->goTo(change + QLatin1Char(':'));
}

void CodeActions::copy()
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(m_parts.page->code()->text));
    m_parts.messages->note(tr("The code is on the clipboard."));
}

void CodeActions::save()
{
    const QString suffix = textOf(m_parts.page->language().suffix);
    const QString name = QFileInfo(m_parts.workspace.source()->displayName()).completeBaseName();
    const QString suggestion = QStringLiteral("%1/%2.%3").arg(Settings::saveFolder(), name, suffix);
    const QString filter = QStringLiteral("%1 (*.%2)").arg(textOf(m_parts.page->language().title), suffix);
    const QString path =
        withSuffix(m_parts.window, m_parts.dialogs.toSave(tr("Save the code"), suggestion, filter), suffix);
    if (path.isEmpty() || !m_parts.page->code())
        return;
    Settings::setSaveFolder(QFileInfo(path).absolutePath());
    BackgroundTask::startAnother(
        this,
        [path, text = m_parts.page->code()->text](const RunControl &) {
            OutputFile file(pathOf(path));
            file.write(text);
            file.commit();
            return path;
        },
        [this](const QString &written) { m_parts.messages->note(tr("Wrote %1").arg(written)); },
        [this](const QString &problem) { m_parts.messages->complain(problem); });
}

} // namespace streamscope
