// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/repetition.h"

#include <QString>
#include <QStringList>

#include <stdexcept>
#include <vector>

namespace streamscope::test {

/// What the nodes stand for, one statement after another: the shape and its values.
inline void append(const CodeNode &node, const std::vector<std::int64_t> &values, QStringList &all)
{
    if (!node.isLoop()) {
        QString text = QString::fromStdString(node.shape);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::int64_t cycle = node.values[i].cycle;
            text += ' ' + QString::number(cycle > 0 ? values[i] % cycle : values[i]);
        }
        all.append(text);
        return;
    }
    for (std::int64_t turn = 0; turn < node.count; ++turn) {
        std::size_t at = 0;
        for (const CodeNode &inner : node.body) {
            std::vector<std::int64_t> own;
            for (std::size_t i = 0; i < inner.values.size(); ++i)
                own.push_back(values[at + i] + turn * node.values[at + i].stride);
            at += inner.values.size();
            append(inner, own, all);
        }
    }
}

inline QStringList unrolled(const std::vector<CodeNode> &nodes)
{
    QStringList all;
    for (const CodeNode &node : nodes) {
        std::vector<std::int64_t> first;
        for (const CodeValue &value : node.values)
            first.push_back(value.first);
        append(node, first, all);
    }
    return all;
}

/// Folding changes how statements are written, and nothing else.
inline std::vector<CodeNode> checkedLoops(const std::vector<CodeNode> &statements)
{
    std::vector<CodeNode> folded = withLoops(statements);
    if (unrolled(folded) != unrolled(statements))
        throw std::runtime_error("the loops say something else");
    return folded;
}

} // namespace streamscope::test
