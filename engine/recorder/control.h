// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

/// What the launcher tells the library that a recorded program loads. The library reads the environment once, when CUDA
/// starts in the process; children inherit it.
namespace streamscope::recorder {

/// Where the files go: an absolute path of a folder that exists. Without it the library does nothing.
inline constexpr char folderVariable[] = "STREAMSCOPE_RECORD_FOLDER";
/// Milliseconds from the start of CUDA to the start of the recording, and from there to its end; 0 or absent: none.
inline constexpr char delayVariable[] = "STREAMSCOPE_RECORD_DELAY_MS";
inline constexpr char durationVariable[] = "STREAMSCOPE_RECORD_DURATION_MS";
/// "A:B": records from the start of the A-th step to the end of the B-th, counted from 0. A step is what
/// streamscope_record_step() or streamscope_record.step() marks, else a repeated NVTX range of the outermost level.
inline constexpr char stepsVariable[] = "STREAMSCOPE_RECORD_STEPS";
/// "1": nothing is recorded until somebody asks for it: the program, a signal or the control socket.
inline constexpr char waitVariable[] = "STREAMSCOPE_RECORD_WAIT";
/// "0": no calls of the runtime and the driver, nor what waits for what: that costs as much.
inline constexpr char apisVariable[] = "STREAMSCOPE_RECORD_APIS";
/// "nodes": graphs node by node (default); "whole": each launch of a graph as one.
inline constexpr char graphsVariable[] = "STREAMSCOPE_RECORD_GRAPHS";
/// Number of a signal that starts and stops the recording in turns; absent: none.
inline constexpr char signalVariable[] = "STREAMSCOPE_RECORD_SIGNAL";

/// Control socket: a stream socket of the abstract name "streamscope-record-PID" (AF_UNIX, Linux), for processes of the
/// same user. One line per command, one line per answer:
///     start CAUSE   → "ok"
///     stop          → "ok" once everything recorded so far is in the file
///     status        → "STATE OPERATIONS DROPPED BYTES FILE", STATE one of waiting, recording, stopped, failed;
///                     of failed, FILE is the reason
/// An unknown command is answered "error TEXT".
inline constexpr char socketPrefix[] = "streamscope-record-";

/// End of the names of files: PROGRAM-PID.ssrec, or rank7-PROGRAM-PID.ssrec where RANK is set.
inline constexpr char fileSuffix[] = ".ssrec";

} // namespace streamscope::recorder
