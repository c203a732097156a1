// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

namespace streamscope {

/// The processor cores that a thread may run on, and their current speeds.
class Cores
{
public:
    virtual ~Cores() = default;
    /// In the order in which they are tried. When empty, the thread is not moved.
    virtual std::vector<int> all() const = 0;
    virtual int current() const = 0;
    /// Moves the calling thread to `core`. The system may move it again.
    virtual void moveTo(int core) = 0;
    /// One look at the current core's speed, in any unit; an interrupt may spoil it.
    virtual double speed() = 0;
};

/// The cores of this process and thread; only those near the device when the system knows them.
class MachineCores final : public Cores
{
public:
    /// `pciBusId` as CUDA writes it ("0000:1b:00.0"), or empty.
    explicit MachineCores(const std::string &pciBusId);
    std::vector<int> all() const override { return m_cores; }
    int current() const override;
    void moveTo(int core) override;
    double speed() override;

private:
    std::vector<int> m_cores;
};

/// Keeps the issuing thread on a core at full speed. Another process may keep a core's second hardware thread busy,
/// which a virtual machine cannot see; every CUDA call then takes up to 1.5 times as long
/// (docs/measurements/host-calls.md). The thread is moved, not bound, so threads that it starts run on any core.
class CoreSelector
{
public:
    explicit CoreSelector(Cores &cores) : m_cores(cores) {}

    /// Stays on a core that is as fast as the fastest seen (3 us); else measures all cores (some 20 us each) and moves
    /// to the fastest. Call it before a measurement.
    void moveToFastest();

    int moves() const { return m_moves; }
    /// The slowest and the fastest core of the last measurement of all cores, relative to the fastest ever seen; 0
    /// before the first.
    double slowest() const { return m_slowest; }
    double fastest() const { return m_fastest; }

private:
    bool isStillFast();
    double medianSpeed();
    void measureAll();

    Cores &m_cores;
    double m_best = 0; ///< speed of the fastest core in the last measurement of all cores
    double m_bestEver = 0;
    double m_slowest = 0, m_fastest = 0;
    int m_moves = 0;
};

} // namespace streamscope
