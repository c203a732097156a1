// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Function-local, because the changes register themselves before main() in an unknown order. Sorted by id.
std::vector<const Change *> &knownChanges()
{
    static std::vector<const Change *> list;
    return list;
}

} // namespace

ChangeRegistration::ChangeRegistration(const Change &change)
{
    std::vector<const Change *> &list = knownChanges();
    const auto place =
        std::find_if(list.begin(), list.end(), [&change](const Change *other) { return change.id() < other->id(); });
    list.insert(place, &change);
}

const std::vector<const Change *> &changes()
{
    return knownChanges();
}

const Change *findChange(std::string_view id)
{
    const auto &list = changes();
    const auto found = std::find_if(list.begin(), list.end(), [id](const Change *c) { return c->id() == id; });
    return found == list.end() ? nullptr : *found;
}

} // namespace streamscope
