// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/machines/machines_dialog.h"

#include "engine/program/errors.h"

#include "gui/language/translated.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>

#include <cmath>
#include <utility>

namespace streamscope {

namespace {

QString addressOf(const SshMachine &machine)
{
    return QString::fromStdString(machineText(machine));
}

QString stateText(const Machines::Entry &entry)
{
    switch (entry.state) {
    case Machines::State::Unknown:
        return {};
    case Machines::State::Asking:
        return MachinesDialog::tr("connecting");
    case Machines::State::Copying:
        return MachinesDialog::tr("copying");
    case Machines::State::Ready:
        return MachinesDialog::tr("ready");
    case Machines::State::Failed:
        return MachinesDialog::tr("not usable");
    }
    return {};
}

QPushButton *button(const QString &text, const char *name, const QString &help)
{
    auto *made = new QPushButton(text);
    made->setObjectName(QLatin1String(name));
    made->setToolTip(help);
    made->setAutoDefault(false);
    return made;
}

} // namespace

MachinesDialog::MachinesDialog(Machines &machines, std::string bundle, QWidget *parent)
    : QDialog(parent), m_machines(machines), m_bundle(std::move(bundle)), m_list(new QListWidget),
      m_machine(new QLineEdit), m_program(new QLineEdit), m_result(new QLabel),
      m_connect(button(tr("&Connect"), "connectMachine",
                       tr("Add this machine and ask for its GPUs, which then are in the list of devices"))),
      m_copy(button(tr("Copy &StreamScope there…"), "copyToMachine",
                    tr("Copy the bundle that this program runs from to the machine, after a question"))),
      m_remove(button(tr("&Remove"), "removeMachine", tr("Take the machine off this list; nothing there changes")))
{
    setObjectName(QStringLiteral("machinesDialog"));
    setWindowTitle(tr("Machines"));
    m_list->setObjectName(QStringLiteral("machineList"));
    m_list->setAccessibleName(tr("Machines"));
    m_machine->setObjectName(QStringLiteral("machineAddress"));
    m_machine->setPlaceholderText(QStringLiteral("ada@gpu1:22"));
    m_machine->setToolTip(
        tr("A host, with user and port where they are not the usual ones, or a name of ~/.ssh/config"));
    m_program->setObjectName(QStringLiteral("machineProgram"));
    m_program->setPlaceholderText(QLatin1String(usualRemoteProgram));
    m_program->setToolTip(tr("Of StreamScope there. Empty: the login finds it by itself"));
    m_result->setObjectName(QStringLiteral("machineResult"));
    m_result->setWordWrap(true);
    m_result->setTextFormat(Qt::PlainText);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_result->setMinimumHeight(m_result->fontMetrics().lineSpacing() * 4);
    m_result->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_connect->setDefault(true);

    auto *form = new QFormLayout;
    form->addRow(tr("&Host"), m_machine);
    form->addRow(tr("&Program there"), m_program);
    auto *buttons = new QHBoxLayout;
    for (QPushButton *each : {m_connect, m_copy, m_remove})
        buttons->addWidget(each);
    buttons->addStretch(1);
    auto *right = new QVBoxLayout;
    right->addLayout(form);
    right->addLayout(buttons);
    right->addWidget(m_result, 1);
    auto *ends = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *another = ends->addButton(tr("&Another"), QDialogButtonBox::ActionRole);
    another->setObjectName(QStringLiteral("anotherMachine"));
    another->setToolTip(tr("Empty fields, for another machine"));
    another->setAutoDefault(false);
    right->addWidget(ends);
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addLayout(right, 2);
    resize(760, 320);

    connect(ends, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(another, &QPushButton::clicked, this, &MachinesDialog::startNew);
    connect(m_connect, &QPushButton::clicked, this, &MachinesDialog::connectNow);
    connect(m_copy, &QPushButton::clicked, this, &MachinesDialog::askToCopy);
    connect(m_remove, &QPushButton::clicked, this, &MachinesDialog::removeChosen);
    connect(m_list, &QListWidget::currentRowChanged, this, &MachinesDialog::choose);
    connect(m_machine, &QLineEdit::textChanged, this, &MachinesDialog::showState);
    connect(&machines, &Machines::changed, this, &MachinesDialog::showList);
    showList();
    startNew();
}

void MachinesDialog::startNew()
{
    m_list->setCurrentRow(-1);
    m_machine->clear();
    m_program->clear();
    m_machine->setFocus();
}

std::optional<SshMachine> MachinesDialog::chosen() const
{
    try {
        return parseSshMachine(m_machine->text().trimmed().toStdString());
    } catch (const InputError &) {
        return std::nullopt;
    }
}

void MachinesDialog::connectNow()
{
    try {
        RemoteMachine machine{parseSshMachine(m_machine->text().trimmed().toStdString())};
        if (const std::string program = m_program->text().trimmed().toStdString(); !program.empty())
            machine.program = program;
        requireRemoteProgram(machine.program);
        m_machines.ask(machine);
    } catch (const InputError &error) {
        m_result->setText(translated(error.what()));
    }
}

void MachinesDialog::askToCopy()
{
    const auto machine = chosen();
    if (!machine)
        return;
    const std::optional<BundleTree> bundle = bundleIn(m_bundle);
    if (!bundle) {
        m_result->setText(
            tr("This StreamScope is no unpacked bundle, so it cannot be copied: start the one of "
               "streamscope-VERSION-linux-x86_64.tar.gz and copy that, or install the same version on %1.")
                .arg(QString::fromStdString(machine->host)));
        return;
    }
    auto *question = new QMessageBox(QMessageBox::Question, tr("Copy StreamScope"), {}, QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("copyQuestion"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setText(tr("Copy StreamScope to %1?").arg(addressOf(*machine)));
    question->setInformativeText(
        tr("%1 of %2 go through ssh, packed, into the folder %3 in your home there. A former copy in that folder is "
           "replaced; nothing else there changes.")
            .arg(QLocale::c().formattedDataSize(static_cast<qint64>(bundle->bytes)),
                 QString::fromStdString(bundle->folder), QString::fromStdString(bundleFolderThere())));
    auto *yes = question->addButton(tr("&Copy"), QMessageBox::AcceptRole);
    connect(yes, &QPushButton::clicked, this,
            [this, machine = *machine, bundle = *bundle] { copyNow(machine, bundle); });
    question->open();
}

void MachinesDialog::copyNow(const SshMachine &machine, const BundleTree &bundle)
{
    if (!m_machines.entryOf(machine))
        m_machines.add({machine});
    m_machines.copyTo(machine, bundle);
}

void MachinesDialog::removeChosen()
{
    if (const auto machine = chosen()) {
        m_machines.remove(*machine);
        startNew();
    }
}

void MachinesDialog::showList()
{
    const QSignalBlocker quiet(m_list);
    const auto machine = chosen();
    m_list->clear();
    for (const Machines::Entry &entry : m_machines.entries()) {
        m_list->addItem(tr("%1 · %2").arg(addressOf(entry.machine.machine), stateText(entry)));
        m_list->item(m_list->count() - 1)->setToolTip(entry.text);
        if (machine == entry.machine.machine)
            m_list->setCurrentRow(m_list->count() - 1);
    }
    showState();
}

void MachinesDialog::choose()
{
    const auto row = static_cast<std::size_t>(m_list->currentRow());
    if (row >= m_machines.entries().size())
        return;
    const RemoteMachine &machine = m_machines.entries()[row].machine;
    m_machine->setText(addressOf(machine.machine));
    m_program->setText(machine.program == usualRemoteProgram ? QString() : QString::fromStdString(machine.program));
    showState();
}

void MachinesDialog::showState()
{
    const auto machine = chosen();
    const Machines::Entry *entry = machine ? m_machines.entryOf(*machine) : nullptr;
    m_connect->setEnabled(!m_machine->text().trimmed().isEmpty());
    m_copy->setEnabled(machine && (!entry || entry->state != Machines::State::Copying));
    m_remove->setEnabled(entry);
    m_result->setText(
        entry ? entry->text
              : tr("The login must ask nothing: it takes a key in ssh-agent or one without a passphrase, "
                   "and the host must be known here. GPUs of the machine are in the list of devices then."));
    if (entry && entry->state == Machines::State::Ready && !m_program->isModified())
        m_program->setText(
            entry->machine.program == usualRemoteProgram ? QString() : QString::fromStdString(entry->machine.program));
}

} // namespace streamscope
