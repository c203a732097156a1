// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/keys_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

namespace streamscope {

KeysDialog::KeysDialog(const TimelineKeys &keys, QWidget *parent)
    : QDialog(parent), m_keys(keys), m_profile(new QComboBox(this)),
      m_table(new QTableWidget(timelineCommandCount, 2, this)), m_edit(new QKeySequenceEdit(this)),
      m_pointer(new QLabel(this))
{
    setWindowTitle(tr("Timeline shortcuts"));
    resize(620, 640);
    for (int i = 0; i < keyProfileCount; ++i)
        m_profile->addItem(TimelineKeys::profileTitle(static_cast<KeyProfile>(i)));
    m_profile->setObjectName(QStringLiteral("keyProfile"));
    m_profile->setCurrentIndex(static_cast<int>(m_keys.profile()));
    auto *profileLabel = new QLabel(tr("&Preset"), this);
    profileLabel->setBuddy(m_profile);
    m_table->setHorizontalHeaderLabels({tr("What it does"), tr("Keys")});
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_pointer->setWordWrap(true);
    auto *bind = new QPushButton(tr("&Assign"), this);
    auto *restore = new QPushButton(tr("&Reset"), this);
    auto *close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(bind, &QPushButton::clicked, this, &KeysDialog::bindChosen);
    connect(restore, &QPushButton::clicked, this, &KeysDialog::restoreChosen);
    connect(m_profile, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_keys.setProfile(static_cast<KeyProfile>(index));
        showKeys();
        Q_EMIT keysChanged();
    });
    auto *top = new QHBoxLayout;
    top->addWidget(profileLabel);
    top->addWidget(m_profile);
    top->addStretch(1);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(m_edit);
    bottom->addWidget(bind);
    bottom->addWidget(restore);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_pointer);
    layout->addLayout(bottom);
    layout->addWidget(close);
    showKeys();
}

void KeysDialog::bindChosen()
{
    const int chosen = m_table->currentRow();
    if (chosen < 0 || m_edit->keySequence().isEmpty())
        return;
    m_keys.bind(static_cast<TimelineCommand>(chosen), {QKeySequence(m_edit->keySequence()[0])});
    m_edit->clear();
    showKeys();
    Q_EMIT keysChanged();
}

void KeysDialog::restoreChosen()
{
    m_keys.unbindAll();
    showKeys();
    Q_EMIT keysChanged();
}

void KeysDialog::showKeys()
{
    for (int i = 0; i < timelineCommandCount; ++i) {
        const auto command = static_cast<TimelineCommand>(i);
        m_table->setItem(i, 0, new QTableWidgetItem(TimelineKeys::title(command)));
        m_table->setItem(i, 1, new QTableWidgetItem(m_keys.keysText(command)));
    }
    const PointerHabits habits = m_keys.habits();
    m_pointer->setText((habits.wheelZooms
                            ? tr("The wheel zooms at the pointer, the right button moves the picture, the "
                                 "middle button zooms to what it is dragged over.")
                            : tr("Ctrl+wheel zooms at the pointer, the wheel scrolls, Shift+drag and the "
                                 "middle button move the picture."))
                       + QLatin1Char(' ')
                       + tr("Dragging selects a range, Ctrl+click measures to the selected operation, a double click "
                            "shows one operation. Ctrl+1 … 9 keep a view, 1 … 9 go back to it."));
}

} // namespace streamscope
