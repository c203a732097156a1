// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/buffer_use.h"

#include <QObject>
#include <QStringList>

namespace streamscope {

bool BufferUse::isOdd(BufferPlace place) const
{
    return reads + writes == 0 || (place == BufferPlace::Device && startsWithRead);
}

QString BufferUse::text(BufferPlace place) const
{
    if (reads + writes == 0)
        return QObject::tr("⚠ not used");
    QStringList parts;
    if (startsWithRead)
        parts << (place == BufferPlace::Host ? QObject::tr("input") : QObject::tr("⚠ read before it is written"));
    else if (reads == 0)
        parts << (place == BufferPlace::Host ? QObject::tr("result") : QObject::tr("never read"));
    if (reads > 0)
        parts << QObject::tr("%1× read").arg(reads);
    if (writes > 0)
        parts << QObject::tr("%1× written").arg(writes);
    return parts.join(QStringLiteral(", "));
}

QString BufferUse::reason(BufferPlace place) const
{
    if (reads + writes == 0)
        return QObject::tr("No operation reads or writes it; it is allocated all the same.");
    if (isOdd(place))
        return QObject::tr("Nothing is copied or written into it before it is read. StreamScope fills it with a "
                           "pattern before the run; a program of yours would find anything there.");
    return {};
}

std::vector<BufferUse> bufferUses(const Program &program)
{
    std::vector<BufferUse> uses(program.buffers.size());
    for (const Operation &operation : program.operations) {
        for (const BufferRange &range : operation.reads) {
            BufferUse &use = uses[static_cast<std::size_t>(range.buffer)];
            use.startsWithRead = use.startsWithRead || use.writes == 0;
            ++use.reads;
        }
        for (const BufferRange &range : operation.writes)
            ++uses[static_cast<std::size_t>(range.buffer)].writes;
    }
    return uses;
}

} // namespace streamscope
