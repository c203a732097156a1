// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/parameter.h"
#include "engine/program/program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// What a change is applied to.
struct ChangeInput
{
    const Program &program;
    /// By operation: the filter names it. A change without a filter gets what its defaultFilter() names.
    const std::vector<bool> &selected;
    const Parameters &values;
    const DeviceProfile *profile = nullptr; ///< that the Program is simulated on, where one is known
    std::string device = {};                ///< its id, as on the command line; empty: not known
};

/// What came of it.
struct ChangedProgram
{
    Program program;
    std::size_t touched = 0; ///< operations that differ, went or came; 0: the change found nothing to do
    /// Time of the host that the change leaves, and that may go or come with it: by how much nobody knows, ns.
    std::int64_t hostDoubtNs = 0;
    /// Time that may go or come, beside doubt() and whatever limits the run, ns: of four cases of five.
    std::int64_t doubtNs = 0;
    /// Time that may come and cannot go, beside that, ns.
    std::int64_t laterNs = 0;
    /// What the program takes more where it must gather first what the change takes to lie side by side, ns.
    std::int64_t gatherNs = 0;
    /// The change has seen to what a framework's work takes where its calls come sooner or later.
    bool hostIsWarmed = false;
    /// What the change assumes, and what it could not do: one sentence each.
    std::vector<std::string> notes;
    /// The device to simulate the result on, as on the command line; empty: the same as before.
    std::string device;
};

/// A knob of an experiment and its new value.
struct KnobSetting
{
    std::string name;
    ParameterValue value;
};

/// One thing to change in a Program: a plain function with declared parameters. One file each; it registers itself with
/// a RegisteredChange.
class Change
{
public:
    Change() = default;
    Change(const Change &) = delete;
    Change &operator=(const Change &) = delete;
    virtual ~Change() = default;

    virtual std::string id() const = 0;      ///< as on the command line: `pin`
    virtual std::string title() const = 0;   ///< for people: "Pin host memory"
    virtual std::string summary() const = 0; ///< one sentence: what it does
    virtual std::string assumes() const = 0; ///< one sentence: what must hold in the real program
    /// Values that the change takes, besides the filter.
    virtual std::vector<ParameterSpec> parameters() const { return {}; }
    /// The operations that it is meant for, as a search; empty: all.
    virtual std::string defaultFilter() const { return {}; }
    /// In a trace, the share of what it takes away or adds that the prediction may be off by, in four cases of five.
    virtual double doubt() const { return 0.02; }
    /// True where it only takes work or waits away: it wins little or nothing, and never loses.
    virtual bool onlyTakesAway() const { return false; }
    /// The knobs by which an experiment does the same, where `knobs` are its own with their values now.
    /// turnedKnobs() leaves out what is no tuning knob of it. Empty: no knob does this.
    virtual std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters & /*knobs*/) const
    {
        return {};
    }
    /// False for a change of the whole Program, which takes no filter.
    virtual bool takesFilter() const { return true; }

    /// The Program with the change. The result is sound (findProblems()) where the input was.
    /// @throws InputError where it cannot be applied, saying why.
    virtual ChangedProgram apply(const ChangeInput &input) const = 0;
};

/// All changes, sorted by id.
const std::vector<const Change *> &changes();
/// Null when no change has this id.
const Change *findChange(std::string_view id);

/// Put one into the .cpp of a change: `const RegisteredChange<Pin> registered;`. Nothing else names the change.
class ChangeRegistration
{
public:
    explicit ChangeRegistration(const Change &change);
};
template <typename T>
class RegisteredChange
{
    T m_change;
    ChangeRegistration m_registration{m_change};
};

/// A change as somebody asks for it: `pin:h2d pageable`, `split:chunks=8,streams=4`, `order=depth-first`.
struct RequestedChange
{
    const Change *change = nullptr; ///< never null
    Parameters values;
    std::string filter; ///< as typed; empty: the change's defaultFilter()

    /// The shortest text that parseChange() reads back as this.
    std::string text() const;
};

/// Reads ID[:part,part…] or ID=VALUE. A part `name=value` with a declared name sets that parameter; every other part
/// belongs to the filter. ID=VALUE sets the parameter that has the change's own name.
/// @throws InputError naming the part and what is allowed.
RequestedChange parseChange(std::string_view text);

/// The knobs of an experiment, turned as the change asks. Empty where that turns none: no knob does the same, or its
/// value does not allow that.
std::optional<Parameters> turnedKnobs(const RequestedChange &change, const Parameters &knobs);

} // namespace streamscope
