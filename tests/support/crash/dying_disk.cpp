// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Runs a program whose disk dies:
//
//     dying_disk FOLDER CALL WAY PROGRAM ARGS…
//
// counts the system calls that change anything below FOLDER, of the program and of every process that it starts. At the
// CALL-th (from 1; 0 for never) it does what WAY says:
//     half     lets a write have the first half of its bytes (any other call all it wants), and then kills all of them
//              with SIGKILL
//     full     from there on whatever needs space fails with ENOSPC, for as long as the program runs
// On standard output it says how the program ended, and the number of calls that it saw:
//     "exit CODE CALLS", "signal NUMBER CALLS" or "killed CALLS"
// The program's own output goes to /dev/null, its messages to standard error. Exit code 77 where processes may not be
// traced here. It sees the calls themselves (ptrace and a seccomp filter), so no library and no writer is left out.
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int cannotTrace = 77;

#ifdef __x86_64__

/// What a call names: a descriptor, a path from the current folder, or one from the folder of a descriptor.
enum class Names { Descriptor, Path, PathAt };

struct Call
{
    long number;
    Names names;
    int which;       ///< the argument that names; PathAt: the folder's, the path is the next one
    int bytes;       ///< the argument with the number of bytes, or of parts, to write; or −1
    bool needsSpace; ///< fails on a full disk
};

constexpr int none = -1;
// A name that is given up needs no space, nor does one that takes another's place.
constexpr std::array calls{Call{SYS_write, Names::Descriptor, 0, 2, true},
                           Call{SYS_pwrite64, Names::Descriptor, 0, 2, true},
                           Call{SYS_writev, Names::Descriptor, 0, 2, true},
                           Call{SYS_pwritev, Names::Descriptor, 0, 2, true},
                           Call{SYS_pwritev2, Names::Descriptor, 0, 2, true},
                           Call{SYS_sendfile, Names::Descriptor, 0, 3, true},
                           Call{SYS_copy_file_range, Names::Descriptor, 2, 4, true},
                           Call{SYS_fallocate, Names::Descriptor, 0, none, true},
                           Call{SYS_ftruncate, Names::Descriptor, 0, none, false},
                           Call{SYS_fsync, Names::Descriptor, 0, none, true},
                           Call{SYS_fdatasync, Names::Descriptor, 0, none, true},
                           Call{SYS_fchmod, Names::Descriptor, 0, none, false},
                           Call{SYS_truncate, Names::Path, 0, none, false},
                           Call{SYS_open, Names::Path, 0, none, true},
                           Call{SYS_creat, Names::Path, 0, none, true},
                           Call{SYS_openat, Names::PathAt, 0, none, true},
                           Call{SYS_rename, Names::Path, 1, none, false},
                           Call{SYS_renameat, Names::PathAt, 2, none, false},
                           Call{SYS_renameat2, Names::PathAt, 2, none, false},
                           Call{SYS_link, Names::Path, 1, none, true},
                           Call{SYS_linkat, Names::PathAt, 2, none, true},
                           Call{SYS_symlink, Names::Path, 1, none, true},
                           Call{SYS_mkdir, Names::Path, 0, none, true},
                           Call{SYS_mkdirat, Names::PathAt, 0, none, true},
                           Call{SYS_rmdir, Names::Path, 0, none, false},
                           Call{SYS_unlink, Names::Path, 0, none, false},
                           Call{SYS_unlinkat, Names::PathAt, 0, none, false}};

/// The kernel stops the program at these calls only, so that all others cost nothing.
bool stopAtTheCalls()
{
    std::array<sock_filter, 2 * calls.size() + 2> filter{};
    std::size_t size = 0;
    filter[size++] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
    for (const Call &call : calls) {
        filter[size++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 1);
        filter[size++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    }
    filter[size++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const sock_fprog program{static_cast<unsigned short>(size), filter.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// The registers of a process that stands at a call.
class Registers
{
public:
    explicit Registers(pid_t process) : m_process(process) { ptrace(PTRACE_GETREGS, process, nullptr, &m_values); }
    long call() const { return static_cast<long>(m_values.orig_rax); }
    unsigned long long &argument(int index)
    {
        const std::array all{&m_values.rdi, &m_values.rsi, &m_values.rdx, &m_values.r10, &m_values.r8, &m_values.r9};
        return *all.at(static_cast<std::size_t>(index));
    }
    /// The call is not made, and returns this.
    void answer(long result)
    {
        m_values.orig_rax = ~0ULL;
        m_values.rax = static_cast<unsigned long long>(result);
        store();
    }
    void store() { ptrace(PTRACE_SETREGS, m_process, nullptr, &m_values); }

private:
    pid_t m_process;
    user_regs_struct m_values{};
};

std::string textAt(pid_t process, unsigned long long address)
{
    std::string text;
    for (;; ++address) {
        char c = 0;
        iovec here{&c, 1}, there{reinterpret_cast<void *>(address), 1};
        if (process_vm_readv(process, &here, 1, &there, 1, 0) != 1 || c == '\0' || text.size() >= PATH_MAX)
            return text;
        text += c;
    }
}

std::string linkIn(pid_t process, const std::string &name)
{
    std::array<char, PATH_MAX> target{};
    const ssize_t size =
        readlink(("/proc/" + std::to_string(process) + '/' + name).c_str(), target.data(), target.size());
    return {target.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

std::string descriptorPath(pid_t process, unsigned long long descriptor)
{
    const int number = static_cast<int>(descriptor);
    return number == AT_FDCWD ? linkIn(process, "cwd") : linkIn(process, "fd/" + std::to_string(number));
}

/// What is there needs no space for its name.
bool isNew(const Call &call, const std::string &path)
{
    return call.names == Names::Descriptor || access(path.c_str(), F_OK) != 0;
}

bool opensToWrite(Registers &registers)
{
    const long call = registers.call();
    if (call != SYS_open && call != SYS_openat)
        return true;
    return (registers.argument(call == SYS_open ? 1 : 2) & (O_ACCMODE | O_CREAT | O_TRUNC)) != 0;
}

std::string named(pid_t process, const Call &call, Registers &registers)
{
    if (call.names == Names::Descriptor)
        return descriptorPath(process, registers.argument(call.which));
    const int which = call.names == Names::Path ? call.which : call.which + 1;
    const std::string path = textAt(process, registers.argument(which));
    if (path.starts_with('/'))
        return path;
    return (call.names == Names::Path ? linkIn(process, "cwd")
                                      : descriptorPath(process, registers.argument(call.which)))
           + '/' + path;
}

class Tracer
{
public:
    Tracer(std::string folder, int atCall, std::string way)
        : m_folder(std::move(folder) + '/'), m_atCall(atCall), m_way(std::move(way))
    {}

    int watch(pid_t first)
    {
        m_alive.insert(first);
        int status = 0;
        if (waitpid(first, &status, 0) != first || !WIFSTOPPED(status))
            return cannotTrace;
        const long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK
                             | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
        ptrace(PTRACE_SETOPTIONS, first, nullptr, options);
        ptrace(PTRACE_CONT, first, nullptr, nullptr);
        std::string end;
        for (pid_t process = waitpid(-1, &status, __WALL); process > 0; process = waitpid(-1, &status, __WALL)) {
            if (WIFSTOPPED(status)) {
                stopped(process, status);
                continue;
            }
            m_alive.erase(process);
            if (process == first)
                end = WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                                        : "signal " + std::to_string(WTERMSIG(status));
        }
        std::printf("%s %d\n", m_killed ? "killed" : end.c_str(), m_calls);
        return 0;
    }

private:
    void stopped(pid_t process, int status)
    {
        const int event = status >> 16, signal = WSTOPSIG(status);
        m_alive.insert(process);
        if (event == PTRACE_EVENT_SECCOMP)
            atCall(process);
        else if (m_dying.contains(process) && signal == SIGTRAP)
            killAll(); // its call is done
        else
            ptrace(PTRACE_CONT, process, nullptr, isOurs(process, event, signal) ? 0 : signal);
    }

    /// A new thread or process begins with a stop. Any other signal is the program's.
    bool isOurs(pid_t process, int event, int signal)
    {
        return event != 0 || signal == SIGTRAP || (signal == SIGSTOP && m_seen.insert(process).second);
    }

    void atCall(pid_t process)
    {
        Registers registers(process);
        const auto *const call =
            std::find_if(calls.begin(), calls.end(), [&](const Call &one) { return one.number == registers.call(); });
        if (call == calls.end() || !opensToWrite(registers))
            return goOn(process);
        const std::string path = named(process, *call, registers);
        if (!path.starts_with(m_folder) || ++m_calls < m_atCall || m_atCall == 0)
            return goOn(process);
        if (m_way == "half")
            return killAfter(process, *call, registers);
        if (m_way == "full" && call->needsSpace && isNew(*call, path))
            registers.answer(-ENOSPC);
        goOn(process);
    }

    static void goOn(pid_t process) { ptrace(PTRACE_CONT, process, nullptr, nullptr); }

    void killAfter(pid_t process, const Call &call, Registers &registers)
    {
        if (call.bytes != none) {
            registers.argument(call.bytes) /= 2;
            registers.store();
        }
        m_dying.insert(process);
        ptrace(PTRACE_SYSCALL, process, nullptr, nullptr);
    }

    void killAll()
    {
        m_killed = true;
        for (const pid_t process : m_alive)
            kill(process, SIGKILL);
    }

    std::string m_folder;
    int m_atCall;
    std::string m_way;
    int m_calls = 0;
    bool m_killed = false;
    std::set<pid_t> m_alive, m_seen, m_dying;
};

[[noreturn]] void become(char **words)
{
    const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, STDOUT_FILENO);
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
        _exit(cannotTrace);
    raise(SIGSTOP); // until the tracer has its options
    if (!stopAtTheCalls())
        _exit(cannotTrace);
    execvp(words[0], words);
    std::perror(words[0]);
    _exit(127);
}

#endif

} // namespace

int main(int argc, char **argv)
{
    if (argc < 5) {
        std::fputs("usage: dying_disk FOLDER CALL WAY PROGRAM ARGS…\n", stderr);
        return 2;
    }
#ifdef __x86_64__
    const pid_t child = fork();
    if (child == 0)
        become(argv + 4);
    return Tracer(argv[1], std::atoi(argv[2]), argv[3]).watch(child);
#else
    return cannotTrace;
#endif
}
