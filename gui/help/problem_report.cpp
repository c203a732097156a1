// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/help/problem_report.h"

#include "gui/workspace/settings.h"

#include "engine/formats/io/files.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace streamscope {

namespace {

constexpr int previewLines = 12;

/// The name of the user is in the path of the home folder.
QString withoutHome(QString text)
{
    const QString home = QDir::homePath();
    return home.size() > 1 ? text.replace(home, QStringLiteral("~")) : text;
}

QString section(const QString &title, const QString &text)
{
    return QStringLiteral("## %1\n\n%2\n\n").arg(title, text.trimmed());
}

} // namespace

QString settingsText()
{
    const QSettings file(Settings::fileName(), QSettings::IniFormat);
    QStringList lines;
    for (const QString &key : file.allKeys()) {
        const QVariant value = file.value(key);
        if (value.typeId() == QMetaType::QByteArray || value.toString().startsWith(QLatin1String("@ByteArray")))
            continue; // geometry, layout, lanes
        lines << key + QStringLiteral(" = ")
                     + (value.typeId() == QMetaType::QStringList ? value.toStringList().join(QStringLiteral("; "))
                                                                 : value.toString());
    }
    return withoutHome(lines.join(QLatin1Char('\n')));
}

ProblemReport::ProblemReport(const ProblemFacts &facts, QWidget *parent)
    : QDialog(parent), m_facts(facts), m_words(new QPlainTextEdit(this)), m_preview(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("problemReport"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Report a problem"));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(new QLabel(tr("What did you do, what happened, and what did you expect?"), this));
    m_words->setObjectName(QStringLiteral("problemWords"));
    m_words->setTabChangesFocus(true);
    m_words->setMaximumHeight(fontMetrics().lineSpacing() * 6);
    layout->addWidget(m_words);
    m_withSettings = addChoice(tr("With the &settings (they name the files that were opened last)"), "problemSettings");
    m_withLog = addChoice(tr("With the &log of this window (it names files and presets)"), "problemLog");
    layout->addWidget(
        new QLabel(tr("The report. Nothing is sent: copy or save it, and put it where you report it."), this));
    m_preview->setObjectName(QStringLiteral("problemPreview"));
    m_preview->setReadOnly(true);
    m_preview->setMinimumHeight(fontMetrics().lineSpacing() * previewLines);
    layout->addWidget(m_preview, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    QPushButton *save = buttons->addButton(tr("&Save…"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("problemCopy"));
    save->setObjectName(QStringLiteral("problemSave"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    connect(save, &QPushButton::clicked, this, &ProblemReport::saveWanted);
    connect(m_words, &QPlainTextEdit::textChanged, this, &ProblemReport::showPreview);
    resize(640, 560);
    showPreview();
}

QCheckBox *ProblemReport::addChoice(const QString &label, const char *name)
{
    auto *choice = new QCheckBox(label, this);
    choice->setObjectName(QLatin1String(name));
    layout()->addWidget(choice);
    connect(choice, &QCheckBox::toggled, this, &ProblemReport::showPreview);
    return choice;
}

void ProblemReport::showPreview()
{
    m_preview->setPlainText(text());
}

QString ProblemReport::text() const
{
    QString report;
    if (const QString words = m_words->toPlainText().trimmed(); !words.isEmpty())
        report += section(tr("What happened"), words);
    report += section(tr("Version"), m_facts.version) + section(tr("Devices"), m_facts.devices);
    if (m_withSettings->isChecked())
        report += section(tr("Settings"), m_facts.settings);
    if (m_withLog->isChecked())
        report += section(tr("Log"), withoutHome(m_facts.log));
    return report.trimmed() + QLatin1Char('\n');
}

void ProblemReport::saveTo(const QString &path) const
{
    writeFileWhole(path.toStdString(), text().toUtf8());
}

} // namespace streamscope
