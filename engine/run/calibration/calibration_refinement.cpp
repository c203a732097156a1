// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/calibration_refinement.h"

#include "engine/executors/simulator/simulator_executor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

/// One knob of the fit. What is written is the value it came with plus the change.
struct Knob
{
    std::vector<double *> fields; ///< change together: the latencies of page-locked memory
    std::vector<double> start;
    double trust;       ///< a change of this much is as unlikely as one pipeline's tolerance
    double probe;       ///< for the differences
    double least, most; ///< of a field

    /// `change` as far as the first of the fields can go.
    double possible(double change) const { return std::clamp(start[0] + change, least, most) - start[0]; }

    void apply(double change) const
    {
        for (std::size_t i = 0; i < fields.size(); ++i)
            *fields[i] = std::clamp(start[i] + change, least, most);
    }
};

std::vector<Knob> knobsOf(DeviceProfile &profile)
{
    std::vector<Knob> knobs;
    const auto add = [&knobs](std::vector<double *> fields, double trust, double probe, double most) {
        Knob knob{std::move(fields), {}, trust, probe, 0, most};
        for (const double *field : knob.fields)
            knob.start.push_back(*field);
        knobs.push_back(std::move(knob));
    };
    const auto addTime = [&add](std::vector<double *> fields) { add(std::move(fields), 1000, 100, 1e6); };
    DeviceProfile::Copies &copies = profile.copies;
    addTime({&copies.h2d.pinned.latencyNs, &copies.h2d.writeCombined.latencyNs, &copies.h2d.registered.latencyNs});
    addTime({&copies.d2h.pinned.latencyNs, &copies.d2h.writeCombined.latencyNs, &copies.d2h.registered.latencyNs});
    addTime({&copies.startNs});
    addTime({&copies.startBehindKernelNs});
    addTime({&copies.startBehindCopyNs});
    addTime({&copies.queuedStartNs});
    addTime({&copies.besideStartNs});
    if (copies.waitingChannelNs > 0)
        addTime({&copies.waitingChannelNs});
    if (profile.compute.waitingQueueNs > 0)
        add({&profile.compute.waitingQueueNs}, 100, 50, 1e6);
    addTime({&profile.compute.kernelStartNs});
    add({&profile.compute.queuedKernelStartNs}, 300, 100, 1e6); // measured alone, as the two below
    add({&profile.compute.launchedKernelStartNs}, 300, 100, 1e6);
    add({&profile.compute.crossKernelStartNs}, 300, 100, 1e6);
    addTime({&profile.compute.kernelFixedNs});
    addTime({&profile.host.syncNs});
    add({&profile.host.kernelLaunchNs}, 300, 100, 1e6); // measured alone; with a copy's call it makes one sum
    addTime({&profile.host.copyNs});
    addTime({&profile.host.streamSwitchNs});
    constexpr double halfAPercent = 0.005;
    for (CopyCost *cost : {&copies.h2d.pinned, &copies.d2h.pinned}) {
        double &rate = cost->bandwidth.back().bytesPerSecond;
        add({&rate}, halfAPercent * rate, halfAPercent * rate / 5, 2 * rate);
        knobs.back().least = rate / 2;
    }
    add({&copies.h2dTwoWayFactor}, 0.03, 0.005, 1);
    add({&copies.d2hTwoWayFactor}, 0.03, 0.005, 1);
    for (auto knob = knobs.end() - 2; knob != knobs.end(); ++knob)
        knob->least = 0.05;
    return knobs;
}

using Vector = std::vector<double>;

std::vector<double> errorsOf(const DeviceProfile &profile, const std::vector<MeasuredPipeline> &measured)
{
    Vector errors;
    for (const MeasuredPipeline &pipeline : measured)
        errors.push_back(std::log(predictNs(profile, pipeline.program) / pipeline.makespanNs) / pipeline.tolerance);
    return errors;
}

/// Solves a · x = b for a symmetric positive definite a (Gauss with pivots; the fit has ten unknowns).
Vector solve(std::vector<Vector> a, Vector b)
{
    const std::size_t n = b.size();
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row)
            if (std::abs(a[row][column]) > std::abs(a[pivot][column]))
                pivot = row;
        std::swap(a[column], a[pivot]);
        std::swap(b[column], b[pivot]);
        for (std::size_t row = column + 1; row < n; ++row) {
            const double factor = a[row][column] / a[column][column];
            for (std::size_t k = column; k < n; ++k)
                a[row][k] -= factor * a[column][k];
            b[row] -= factor * b[column];
        }
    }
    for (std::size_t row = n; row-- > 0;) {
        for (std::size_t k = row + 1; k < n; ++k)
            b[row] -= a[row][k] * b[k];
        b[row] /= a[row][row];
    }
    return b;
}

/// What is made least: squared errors in units of their tolerance, and squared changes in units of what is trusted.
double cost(const Vector &errors, const std::vector<Knob> &knobs, const Vector &changes)
{
    double sum = 0;
    for (const double error : errors)
        sum += error * error;
    for (std::size_t i = 0; i < knobs.size(); ++i)
        sum += std::pow(changes[i] / knobs[i].trust, 2);
    return sum;
}

void applyAll(const std::vector<Knob> &knobs, const Vector &changes)
{
    for (std::size_t i = 0; i < knobs.size(); ++i)
        knobs[i].apply(changes[i]);
}

/// The normal equations of one step.
struct Equations
{
    std::vector<Vector> matrix;
    Vector right;
};

Equations equationsAt(const DeviceProfile &profile, const std::vector<MeasuredPipeline> &measured,
                      const std::vector<Knob> &knobs, const Vector &changes, const Vector &errors)
{
    const std::size_t n = knobs.size();
    std::vector<Vector> slopes(n);
    for (std::size_t i = 0; i < n; ++i) {
        knobs[i].apply(changes[i] + knobs[i].probe);
        slopes[i] = errorsOf(profile, measured);
        for (std::size_t k = 0; k < errors.size(); ++k)
            slopes[i][k] = (slopes[i][k] - errors[k]) / knobs[i].probe;
        knobs[i].apply(changes[i]);
    }
    Equations equations{std::vector<Vector>(n, Vector(n, 0)), Vector(n, 0)};
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = 1 / (knobs[i].trust * knobs[i].trust);
        equations.matrix[i][i] += weight;
        equations.right[i] -= weight * changes[i];
        for (std::size_t k = 0; k < errors.size(); ++k) {
            equations.right[i] -= slopes[i][k] * errors[k];
            for (std::size_t j = 0; j < n; ++j)
                equations.matrix[i][j] += slopes[i][k] * slopes[j][k];
        }
    }
    return equations;
}

/// A step that is the shorter the larger `damping` is (Levenberg and Marquardt), kept where the fields can go.
Vector dampedStep(const Equations &equations, const std::vector<Knob> &knobs, const Vector &changes, double damping)
{
    std::vector<Vector> matrix = equations.matrix;
    for (std::size_t i = 0; i < matrix.size(); ++i)
        matrix[i][i] *= 1 + damping;
    Vector next = solve(std::move(matrix), equations.right);
    for (std::size_t i = 0; i < next.size(); ++i)
        next[i] = knobs[i].possible(changes[i] + next[i]);
    return next;
}

} // namespace

double predictNs(const DeviceProfile &profile, const Program &program)
{
    RunOptions options;
    options.repeat = options.warmup = 0;
    return static_cast<double>(SimulatorExecutor(profile).run(program, options, {}).makespans.median());
}

void refineProfile(DeviceProfile &profile, const std::vector<MeasuredPipeline> &measured)
{
    const std::vector<Knob> knobs = knobsOf(profile);
    Vector changes(knobs.size(), 0);
    Vector errors = errorsOf(profile, measured);
    double best = cost(errors, knobs, changes);
    // The model has corners that a straight line overshoots: a step that makes nothing better is tried shorter.
    constexpr double maxDamping = 1e4, patience = 1e-4;
    double damping = 1e-3;
    for (int round = 0; round < 40 && damping < maxDamping; ++round) {
        const Equations equations = equationsAt(profile, measured, knobs, changes, errors);
        bool better = false;
        for (; damping < maxDamping && !better; damping *= better ? 0.1 : 5) {
            Vector next = dampedStep(equations, knobs, changes, damping);
            applyAll(knobs, next);
            Vector nextErrors = errorsOf(profile, measured);
            const double nextCost = cost(nextErrors, knobs, next);
            if (nextCost >= best * (1 - patience))
                continue;
            better = true;
            best = nextCost;
            changes = std::move(next);
            errors = std::move(nextErrors);
        }
        applyAll(knobs, changes);
    }
    applyAll(knobs, changes);
}

} // namespace streamscope
