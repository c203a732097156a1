// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/parameter_line.h"

#include "cli/common/terminal_text.h"

namespace streamscope {

std::string parameterLine(const ParameterSpec &spec)
{
    const std::string value = valueText(spec, spec.defaultValue);
    return column(spec.name, 16) + std::string(parameterTypeName(spec.type))
           + (value.empty() ? ", no default; " : ", default " + value + "; ") + allowedText(spec)
           + (spec.unit.empty() ? "" : " [" + spec.unit + "]");
}

} // namespace streamscope
