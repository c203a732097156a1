// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/code_language.h"

#include "engine/codegen/cuda/cuda_source.h"
#include "engine/codegen/pytorch/pytorch_source.h"

#include <algorithm>

namespace streamscope {

const std::vector<CodeLanguage> &codeLanguages()
{
    static const std::vector<CodeLanguage> languages{{"cuda", "CUDA C++", "cu", cudaSource},
                                                     {"pytorch", "PyTorch", "py", pytorchSource}};
    return languages;
}

const CodeLanguage *findCodeLanguage(std::string_view id)
{
    const auto found = std::ranges::find(codeLanguages(), id, &CodeLanguage::id);
    return found == codeLanguages().end() ? nullptr : &*found;
}

} // namespace streamscope
