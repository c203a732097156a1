// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

namespace streamscope {

/// The processor cores that a thread may run on, and how quick each is just now.
class Cores
{
public:
    virtual ~Cores() = default;
    /// In the order in which they are tried. May be empty: then the thread stays where it is.
    virtual std::vector<int> all() const = 0;
    virtual int current() const = 0;
    /// Moves the calling thread there now. It stays free to be moved on by the system.
    virtual void moveTo(int core) = 0;
    /// Work per time on the current core, in any unit.
    virtual double speed() = 0;
};

/// Of this process and thread, those near the device where the system knows which they are.
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

/// Keeps the thread that issues on a core that nobody slows down. A core may have a second hardware thread that others
/// keep busy, in a virtual machine unseen; every call of CUDA then costs up to half as much again (measured:
/// docs/measurements/host-calls.md). The thread is moved, not bound: what it starts runs anywhere.
class QuickCore
{
public:
    explicit QuickCore(Cores &cores) : m_cores(cores) {}

    /// Stays where the core is as quick as the quickest seen, else looks at all of them (some 20 us each) and moves to
    /// the quickest. To be called before what is measured.
    void settle();

    int moves() const { return m_moves; }
    /// The slowest and the quickest of the last look at all cores, as shares of the quickest ever seen; 0 before one.
    double slowest() const { return m_slowest; }
    double quickest() const { return m_quickest; }

private:
    void lookAtAll();

    Cores &m_cores;
    double m_best = 0; ///< speed of the quickest core at the last look at all
    double m_bestEver = 0;
    double m_slowest = 0, m_quickest = 0;
    int m_moves = 0;
};

} // namespace streamscope
