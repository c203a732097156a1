// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/framework_operators.h"

#include "engine/program/operator_work_name.h"

#include <algorithm>
#include <string>

namespace streamscope {

bool hasOperators(const Program &program)
{
    return std::any_of(program.operations.begin(), program.operations.end(), [](const Operation &operation) {
        return operation.kind == OperationKind::HostWork && operation.name == operatorWorkName;
    });
}

bool isOfFramework(const Program &program)
{
    return hasOperators(program)
           || std::any_of(program.operations.begin(), program.operations.end(), [](const Operation &operation) {
                  return operation.kind == OperationKind::Kernel
                         && operation.name.find("at::native") != std::string::npos;
              });
}

} // namespace streamscope
