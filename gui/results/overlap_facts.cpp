// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/overlap_facts.h"

#include "engine/analysis/figure_list.h"
#include "gui/timeline/text/time_text.h"
#include "gui/timeline/text/translation.h"
#include "gui/widgets/fact_list.h"

namespace streamscope {

void fillOverlapFacts(FactList &list, const RunAnalysis &analysis)
{
    const FigureSpelling spelling{[](std::int64_t ns) { return timeText(ns).toStdString(); }, 200};
    const auto add = [&list](const ListedFigure &figure, QTreeWidgetItem *heading) {
        list.addFact(QString::fromStdString(figure.label), QString::fromStdString(figure.value),
                     QString::fromUtf8(figure.definition.data(), static_cast<qsizetype>(figure.definition.size())),
                     heading);
    };
    list.clear();
    for (const auto &[device, figures] : analysis.devices) {
        QTreeWidgetItem *heading = list.addHeading(tr("Device %1").arg(device));
        for (const ListedFigure &figure : listedFigures(figures, spelling))
            add(figure, heading);
    }
    add(listedFigure(analysis.host, spelling), list.addHeading(tr("Host")));
    list.fit();
}

} // namespace streamscope
