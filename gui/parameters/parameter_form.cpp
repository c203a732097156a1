// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/parameter_form.h"

#include "engine/run/sweep/landscape.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>

#include <algorithm>

namespace streamscope {

ParameterForm::ParameterForm(QWidget *parent, const QString &command) : QScrollArea(parent), m_command(command)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Parameters"));
}

ParameterForm::~ParameterForm()
{
    // A field that loses the focus while its window goes away would speak to what is left of us.
    for (ParameterField *shown : m_fields)
        shown->disconnect(this);
}

bool ParameterForm::shows(const std::vector<ParameterSpec> &specs) const
{
    return std::equal(m_fields.begin(), m_fields.end(), specs.begin(), specs.end(),
                      [](const ParameterField *shown, const ParameterSpec &spec) {
                          return shown->spec().name == spec.name && shown->spec().type == spec.type
                                 && shown->spec().minimum == spec.minimum && shown->spec().maximum == spec.maximum
                                 && shown->spec().lowest == spec.lowest && shown->spec().highest == spec.highest
                                 && shown->spec().choices == spec.choices && shown->spec().help == spec.help
                                 && shown->spec().defaultValue == spec.defaultValue;
                      });
}

void ParameterForm::rebuild(const std::vector<ParameterSpec> &specs)
{
    m_fields.clear();
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(8, 6, 8, 6);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const ParameterSpec &spec : specs) {
        auto *made = new ParameterField(spec, m_command, m_device, page, grid, row);
        connect(made, &ParameterField::edited, this, &ParameterForm::edited);
        connect(made, &ParameterField::problemSolved, this, &ParameterForm::problemSolved);
        m_fields.push_back(made);
        row += ParameterField::rows;
    }
    grid->setRowStretch(row, 1);
    setWidget(page); // deletes the former page with its fields
    // Nothing of a field is ever out of sight sideways.
    setMinimumWidth(page->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
}

void ParameterForm::setParameters(const Parameters &parameters, bool forgetTyping)
{
    if (!shows(parameters.specs()))
        rebuild(parameters.specs());
    for (ParameterField *shown : m_fields) {
        const ParameterValue &value = parameters.value(shown->spec().name);
        if (forgetTyping || shown->problem().isEmpty() || shown->value() != value)
            shown->setValue(value);
    }
}

void ParameterForm::setResetValues(const Parameters &values)
{
    for (ParameterField *shown : m_fields)
        shown->setResetValue(values.has(shown->spec().name) ? values.value(shown->spec().name)
                                                            : shown->spec().defaultValue);
}

void ParameterForm::setLandscapes(const std::vector<KnobLandscape> &landscapes)
{
    for (ParameterField *shown : m_fields) {
        const auto own = std::find_if(landscapes.begin(), landscapes.end(), [shown](const KnobLandscape &landscape) {
            return landscape.name == shown->spec().name;
        });
        shown->setLandscape(own == landscapes.end() ? nullptr : &*own);
    }
}

bool ParameterForm::commit()
{
    // By index: a commit may lead to new values for all fields.
    for (ParameterField *shown : std::vector(m_fields)) {
        if (shown->commit())
            continue;
        ensureWidgetVisible(shown->editor());
        shown->editor()->setFocus();
        return false;
    }
    return true;
}

QString ParameterForm::firstProblem() const
{
    for (const ParameterField *shown : m_fields) {
        if (!shown->problem().isEmpty())
            return shown->problem();
    }
    return {};
}

ParameterField *ParameterForm::field(const std::string &name) const
{
    const auto found = std::find_if(m_fields.begin(), m_fields.end(),
                                    [&](const ParameterField *shown) { return shown->spec().name == name; });
    return found == m_fields.end() ? nullptr : *found;
}

} // namespace streamscope
