// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_fetch.h"

#include "engine/formats/io/output_file.h"
#include "gui/actions/file_dialogs.h"
#include "gui/remote/remote_trace.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"

#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <optional>

namespace streamscope {

RemoteFetch::RemoteFetch(const Parts &parts) : m_parts(parts)
{
    connect(&m_fetching, &BackgroundTask::progress, this, [this](int done, int total, const QString &) {
        m_parts.messages->note(tr("Fetching %1: %2 %").arg(m_what).arg(total > 0 ? 100 * done / total : 0));
        m_parts.messages->offer(tr("Stop"), [this] {
            m_fetching.cancel();
            m_parts.messages->note(tr("Stopped: %1 was not fetched.").arg(m_what));
        });
    });
}

void RemoteFetch::ask(RemoteTrace *trace, const QString &name)
{
    if (m_fetching.isBusy()) {
        m_parts.messages->note(tr("%1 is being fetched already.").arg(m_what));
        return;
    }
    m_sizing.start([link = trace->link()](const RunControl &control) { return link->fileSize(control); },
                   [this, name, of = QPointer(trace)](std::uint64_t bytes) { askHow(of, name, bytes); },
                   [this](const QString &problem) { m_parts.messages->complain(problem); });
}

void RemoteFetch::askHow(const QPointer<RemoteTrace> &trace, const QString &name, std::uint64_t bytes)
{
    if (!trace)
        return;
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Fetch to this computer"), {}, QMessageBox::Cancel, m_parts.window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("fetchQuestion"));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Fetch %1 from %2?").arg(name, trace->machine()));
    box->setInformativeText(tr("The file has %1. On this computer the trace can be compared, replayed and changed.")
                                .arg(QLocale::c().formattedDataSize(static_cast<qint64>(bytes))));
    QPushButton *fetchIt = box->addButton(tr("Fetch"), QMessageBox::AcceptRole);
    box->setDefaultButton(fetchIt);
    box->setEscapeButton(QMessageBox::Cancel);
    connect(box, &QDialog::finished, this, [this, box, fetchIt, trace, name] {
        if (box->clickedButton() != fetchIt || !trace)
            return;
        const QString path = m_parts.dialogs.toSave(
            tr("Fetch to this computer"), Settings::saveFolder() + QLatin1Char('/') + name, tr("All files (*)"));
        if (path.isEmpty() || !trace)
            return;
        Settings::setSaveFolder(QFileInfo(path).absolutePath());
        fetch(*trace, name, path);
    });
    box->open();
}

/// Completely or not at all, and what goes on in the window meanwhile goes first.
void RemoteFetch::fetch(const RemoteTrace &trace, const QString &name, const QString &path)
{
    m_what = tr("%1 from %2").arg(name, trace.machine());
    m_fetching.start(
        [link = trace.link(), file = pathOf(path)](const RunControl &control) {
            WorkQuestion question;
            question.kind = WorkQuestion::Kind::File;
            OutputFile output(file);
            link->work(question, control, [&](std::uint64_t, std::string_view piece) { output.write(piece); });
            output.commit();
            return true;
        },
        [this, path](bool) {
            m_parts.messages->note(tr("Fetched %1 to %2").arg(m_what, path));
            m_parts.open(path);
        },
        [this](const QString &problem) {
            m_parts.messages->complain(tr("%1 was not fetched: %2").arg(m_what, problem));
        });
}

} // namespace streamscope
