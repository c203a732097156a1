// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"

#include <functional>
#include <string>
#include <vector>

namespace streamscope {

/// A figure of a profile that a fit may change, or several that change together.
struct FitField
{
    std::string name; ///< as in the profile file: "copies.start_us"
    /// Where the figure stands in a profile; the same number of places in each.
    std::function<std::vector<double *>(DeviceProfile &)> places;
    /// How far two machines of one kind differ in it: a change of this much costs as much as one tolerance of a
    /// measurement. A part of the figure where `relative`, else in the figure's own unit.
    double trust = 0;
    bool relative = false;
    double least = 0, most = 1e300; ///< of each place
};

/// Every cost of the profile that is a number and no rule. Tables change as a whole, or in two parts where small and
/// large sizes cost different things. Figures that `profile` does not have (0 switches a rule off) are left out.
std::vector<FitField> fitFields(const DeviceProfile &profile);

/// The fields whose names are not in `held`, which leave the places of those alone. @throws InputError for a name that
/// no field has, with those there are
std::vector<FitField> withoutHeld(std::vector<FitField> fields, const std::vector<std::string> &held);

/// The names of the fields that differ between two profiles, and of those that do not, separated by commas.
struct FieldNames
{
    std::string changed, same;
};
FieldNames comparedFields(const std::vector<FitField> &fields, DeviceProfile before, DeviceProfile after);

/// `profile` with each field changed by its part of `changes`, in units of its trust.
DeviceProfile changedProfile(const DeviceProfile &profile, const std::vector<FitField> &fields,
                             const std::vector<double> &changes);

} // namespace streamscope
