// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/open_remote_dialog.h"

#include "engine/program/errors.h"
#include "engine/remote/ssh_host.h"

#include "gui/language/translated.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace streamscope {

OpenRemoteDialog::OpenRemoteDialog(const QStringList &machines, QWidget *parent)
    : QDialog(parent), m_machine(new QComboBox), m_path(new QLineEdit), m_problem(new QLabel)
{
    setObjectName(QStringLiteral("openRemoteDialog"));
    setWindowTitle(tr("Open remote trace"));
    m_machine->setObjectName(QStringLiteral("remoteMachine"));
    m_machine->setEditable(true);
    m_machine->addItems(machines);
    m_machine->lineEdit()->setPlaceholderText(QStringLiteral("ada@gpu1:22"));
    m_machine->setToolTip(
        tr("A host, with user and port where they are not the usual ones, or a name of ~/.ssh/config"));
    m_path->setObjectName(QStringLiteral("remotePath"));
    m_path->setPlaceholderText(QStringLiteral("/data/trace.json.gz"));
    m_path->setToolTip(tr("On that machine; ~/ is the home there. All formats that open from here open there, too."));
    m_problem->setObjectName(QStringLiteral("remoteProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    m_open = buttons->button(QDialogButtonBox::Open);
    auto *text = new QLabel(tr("The trace is read there, and only what is looked at travels here."));
    text->setWordWrap(true);
    auto *form = new QFormLayout;
    form->addRow(tr("&Host"), m_machine);
    form->addRow(tr("&Path there"), m_path);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(480, sizeHint().height());
    connect(buttons, &QDialogButtonBox::accepted, this, &OpenRemoteDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_machine, &QComboBox::editTextChanged, this, &OpenRemoteDialog::check);
    connect(m_path, &QLineEdit::textChanged, this, &OpenRemoteDialog::check);
    check();
    (machines.isEmpty() ? static_cast<QWidget *>(m_machine) : m_path)->setFocus();
}

QString OpenRemoteDialog::address() const
{
    const QString path = m_path->text().trimmed();
    return QStringLiteral("ssh://") + m_machine->currentText().trimmed()
           + (path.startsWith(QLatin1Char('/')) ? path : QLatin1Char('/') + path);
}

void OpenRemoteDialog::check()
{
    const bool isComplete = !m_machine->currentText().trimmed().isEmpty() && !m_path->text().trimmed().isEmpty();
    m_open->setEnabled(isComplete);
    m_problem->clear();
}

void OpenRemoteDialog::accept()
{
    try {
        parseSshFile(address().toStdString());
    } catch (const InputError &error) {
        m_problem->setText(translated(error.what()));
        return;
    }
    Q_EMIT chosen(address());
    QDialog::accept();
}

} // namespace streamscope
