// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// A hardware channel whose operation waits for another engine looks whether it may begin when it comes to it, and then
/// once a period. These are the looks of an operation that found its channel empty: the channel came to it at its call.
/// Measured on H200s: docs/measurements/channels.md, 6 and 10. All times are nanoseconds of the run.
struct ChannelLooks
{
    double firstNs = 0; ///< the operation begins then, if it may begin at the first look
    double periodNs = 0;
    double copyFromNs = 0, copyToNs = 0; ///< a copy to the device moves data meanwhile; a look waits for its answer

    /// From `readyNs`, when a look first finds that the operation may begin, until it begins: what is to be expected,
    /// as the looks hang on calls, whose times vary.
    double untilBeginNs(double readyNs) const;
};

/// From `elapsedNs` behind a look, which is less than `periodNs`, or before the first one where negative, to the next
/// look. When looks are is known to `knownNs` only: shortly before one and behind it the wait is something between
/// nothing and a period.
double untilLookNs(double elapsedNs, double periodNs, double knownNs);

} // namespace streamscope
