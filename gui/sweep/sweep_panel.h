// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/sweep_picture.h"

#include <QWidget>

#include <array>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace streamscope {

class SweepModel;
class SweepView;
class TableColumns;
class WindowSweep;
class WordsFilter;
class Workspace;

/// One to three knobs with their values, the progress, and the rows as a table and a picture. A row or a point opens
/// its run.
class SweepPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SweepPanel(QWidget *parent = nullptr);
    ~SweepPanel() override;

    /// Owns neither.
    void connectTo(Workspace &workspace, WindowSweep &sweep);
    /// Sweeps what is chosen; shows what is wrong with it instead.
    void start();

private:
    struct Axis
    {
        QComboBox *knob;
        QLineEdit *values;
    };
    QWidget *makeAxes();
    QWidget *makeRows();
    void makeTable();
    void offerKnobs();
    void proposeValues(const Axis &axis) const;
    void showTable();
    void showProgress();
    void openRow(const QModelIndex &row);

    static constexpr std::size_t mostAxes = 3;

    Workspace *m_workspace = nullptr;
    WindowSweep *m_sweep = nullptr;
    std::array<Axis, mostAxes> m_axes{};
    QPushButton *m_start, *m_stop, *m_resume;
    QLabel *m_progressText, *m_problem;
    QProgressBar *m_progress;
    QComboBox *m_figure;
    SweepModel *m_model;
    WordsFilter *m_sorted;
    QTableView *m_table;
    TableColumns *m_columns = nullptr;
    SweepView *m_view;
    std::vector<std::string> m_offered; ///< the names of the knobs in the lists
};

} // namespace streamscope
