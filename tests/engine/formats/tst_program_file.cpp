// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulation.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/preset.h"
#include "engine/formats/files/program_file.h"
#include "engine/program/errors.h"
#include "engine/program/order/hazards.h"
#include "experiments/registry.h"

#include <QFile>
#include <QtTest>

using namespace streamscope;

/// Program files: what DESIGN.md's example means, what is refused, and that writing and reading lose nothing.
class TestProgramFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void example();
    void everyFieldComesBack();
    void emptyCopiesComeBack();
    void hostThreads();
    void whatATraceShowed();
    void documentedExamples();
    void experimentsComeBack();
    void presetsTellThemApart();
    void mistakes_data();
    void mistakes();

private:
    static ProgramFile read(const QByteArray &operations, const QByteArray &rest = {})
    {
        return readProgramFile(
            R"({"format":"streamscope-program","version":1,"streams":[{"id":"A"},{"id":"B","device":1}],)" + rest
                + R"("operations":[)" + operations + "]}",
            "p.json");
    }
    static Program andBack(const Program &program)
    {
        ProgramFile file;
        file.program = program;
        return readProgramFile(programFileJson(file), "back.json").program;
    }
};

void TestProgramFile::example()
{
    const Program program = readProgramFile(
                                R"({"format":"streamscope-program","version":1,"title":"T",
     "streams":[{"id":"A","device":0,"priority":0,"flags":"non-blocking"},{"id":"B"}],
     "operations":[{"op":"h2d","stream":"A","bytes":1048576,"host_memory":"pinned","name":"in 0","reads":["h0"],"writes":["d0"]},
                   {"op":"kernel","stream":"A","kernel":"spin","duration_us":500,"grid":8,"block":256,"shared_memory":0,"reads":["d0"],"writes":["d0"]},
                   {"op":"event_record","stream":"A","event":"e0"},{"op":"event_wait","stream":"B","event":"e0"},
                   {"op":"host_work","duration_us":200000},{"op":"kernel","stream":"null","kernel":"fma","elements":1048576,"kernel_work":64},
                   {"op":"sync","what":"device"}]})",
                                "example.json")
                                .program;
    QCOMPARE(program.streams.size(), std::size_t(3));
    QVERIFY(program.streams[0].nonBlocking && !program.streams[1].nonBlocking);
    QCOMPARE(program.streams[2].kind, StreamKind::LegacyDefault);
    QCOMPARE(program.buffers.size(), std::size_t(3)); // the fma kernel names none and gets its own
    QCOMPARE(program.buffers[0].id, std::string("h0"));
    QCOMPARE(program.buffers[0].place, BufferPlace::Host);
    QCOMPARE(program.buffers[1].bytes, std::uint64_t(1048576));
    QCOMPARE(program.operations[1].reads.front().bytes, std::uint64_t(1048576));
    QCOMPARE(program.operations[1].durationNs, std::int64_t(500'000));
    QCOMPARE(program.buffers[2].bytes, std::uint64_t(4 << 20));
    QVERIFY(findProblems(program).empty());
    QVERIFY(andBack(program) == program);
}

void TestProgramFile::everyFieldComesBack()
{
    const ProgramFile file = read(
        R"({"op":"h2d","stream":"A","bytes":64,"chunk":3,"host_memory":"pageable","reads":["h"],"writes":[{"buffer":"d","offset":64}]},
           {"op":"peer","stream":"B","bytes":32,"reads":[{"buffer":"d","offset":32}],"writes":["far"]},
           {"op":"d2d","stream":"A","bytes":64,"reads":["d"],"writes":[{"buffer":"d","offset":64}]},
           {"op":"memset","stream":"per-thread","bytes":16,"value":255,"writes":["d"]},
           {"op":"kernel","stream":"B","kernel":"tensor","elements":4096,"kernel_work":12,"grid":3,"block":64,"registers":96,"shared_memory":1024},
           {"op":"kernel","stream":"B","kernel":"stream","elements":4,"reads":["far"],"writes":["far"]},
           {"op":"kernel","stream":"A","kernel":"spin","duration_us":1.234},
           {"op":"kernel","stream":"A","kernel":"spin","duration_us":2,"graph":4,"call_us":12.345},
           {"op":"memset","stream":"A","bytes":16,"time_factor":1.5,"graph":4,"writes":["d"]},
           {"op":"host_function","stream":"A","duration_us":5},{"op":"host_work","duration_us":3,"call_us":0},
           {"op":"alloc","stream":"A","bytes":100},{"op":"free","stream":"A","bytes":100},
           {"op":"alloc","bytes":100,"place":"pinned-host"},{"op":"free","bytes":100,"place":"pinned-host"},
           {"op":"alloc","bytes":9,"device":1},
           {"op":"event_record","stream":"A","event":"y"},
           {"op":"sync","what":"event","event":"y","method":"polling"},{"op":"sync","what":"stream","stream":"B"},
           {"op":"sync","what":"device","device":1},
           {"op":"collective","stream":"A","bytes":64,"group":0},{"op":"collective","stream":"B","bytes":64,"group":0},
           {"op":"d2h","stream":"A","bytes":64,"reads":["d"],"writes":["h"]})",
        R"("title":"All","pool_release_threshold":4096,"events":["x","y"],"device":"sim:h200","description":"Why.",
           "parameters":{"repeat":3,"seed":7},
           "buffers":[{"id":"far","place":"device","bytes":64,"device":1}],)");
    const Program &program = file.program;
    QVERIFY2(findProblems(program).empty(), findProblems(program).empty() ? "" : findProblems(program).front().c_str());
    QCOMPARE(program.events.size(), std::size_t(2));
    QCOMPARE(program.buffers[1].hostMemory, HostMemory::Pageable);
    QCOMPARE(program.buffers[2].bytes, std::uint64_t(128));
    QCOMPARE(program.operations[0].writes.front().offset, std::uint64_t(64));
    QCOMPARE(file.parameters.integer("repeat"), std::int64_t(3));
    QCOMPARE(file.parameters.integer("warmup"), std::int64_t(2));
    const ProgramFile back = readProgramFile(programFileJson(file), "back.json");
    QVERIFY(back.program == program);
    QCOMPARE(back.device, file.device);
    QCOMPARE(back.description, file.description);
    QVERIFY(back.parameters == file.parameters);
}

/// CUDA takes them. Where the file names no buffer, what is written names one.
void TestProgramFile::emptyCopiesComeBack()
{
    const Program program = read(R"({"op":"memset","stream":"A","bytes":0},{"op":"h2d","stream":"A","bytes":0},
                                    {"op":"d2h","stream":"A","bytes":0,"reads":[{"buffer":"d","bytes":0}],"writes":["h"]})",
                                 R"("buffers":[{"id":"d","place":"device","bytes":64},
                                               {"id":"h","place":"host","bytes":64}],)")
                                .program;
    QVERIFY(andBack(program) == program);
    QVERIFY_THROWS_EXCEPTION(InputError, read(R"({"op":"kernel","stream":"A","kernel":"spin","duration_us":1,
                                      "reads":[{"buffer":"d","bytes":0}]})",
                                              R"("buffers":[{"id":"d","place":"device","bytes":64}],)"));
}

void TestProgramFile::hostThreads()
{
    const Program program = read(R"({"op":"memset","stream":"per-thread","bytes":16},
                                    {"op":"memset","stream":"per-thread","bytes":16,"thread":1},
                                    {"op":"sync","what":"stream","stream":"per-thread","thread":1},
                                    {"op":"host_work","duration_us":5,"thread":63},
                                    {"op":"memset","stream":"per-thread of thread 1","bytes":16,"thread":2})")
                                .program;
    QCOMPARE(program.threadCount(), 64);
    QCOMPARE(program.operations[1].thread, 1);
    QCOMPARE(program.streams.size(), std::size_t(5));
    QCOMPARE(program.operations[1].stream, 3);
    QCOMPARE(program.operations[2].stream, 3); // the default stream of the thread that issues it
    QCOMPARE(program.streams[3].thread, 1);
    QCOMPARE(program.streams[3].id, std::string("per-thread of thread 1"));
    QCOMPARE(program.streams[4].thread, 2);
    QVERIFY(andBack(program) == program);
}

/// Those in docs/program-file.md: sound, without races, and they end.
/// A Program that was made from a trace comes back with all that a model needs to run it alike.
void TestProgramFile::whatATraceShowed()
{
    Program program =
        read(
            R"({"op":"kernel","stream":"A","kernel":"spin","duration_us":5,"registers":64,"source":7})",
            R"("traced_device":{"call_to_kernel_us":2.5,"graph_node_us":0.8,"copy_to_copy_us":1.3,"multiprocessors":108},)")
            .program;
    QCOMPARE(program.operations[0].source, 7);
    QVERIFY(program.traced && program.traced->callToKernelNs == 2500 && program.traced->copyToCopyNs == 1300
            && program.traced->multiprocessors == 108);
    QVERIFY(!program.traced->kernelToCopyNs);
    program.traced->sharedMemoryPerMultiprocessor = 233472;
    QCOMPARE(andBack(program), program);
    QVERIFY_THROWS_EXCEPTION(InputError, read(R"({"op":"sync","what":"device"})", R"("traced_device":{"clock":1},)"));
}

void TestProgramFile::documentedExamples()
{
    QFile page(qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/docs/program-file.md");
    QVERIFY(page.open(QIODevice::ReadOnly));
    QByteArray example;
    int examples = 0;
    for (const QByteArray &line : page.readAll().split('\n')) {
        const bool isCode = line.startsWith("    ");
        if (isCode)
            example += line;
        if (isCode || example.isEmpty())
            continue;
        const Program program = readProgramFile(example, "docs/program-file.md").program;
        QVERIFY(findRaces(program).empty());
        const auto times = Simulation(loadDeviceProfile("h200"), program).run({}).all();
        QVERIFY(times.back().end > 0);
        const auto together = [&times](std::size_t a, std::size_t b) {
            return times[a].start < times[b].end && times[b].start < times[a].end;
        };
        if (++examples == 2) {
            QCOMPARE(program.threadCount(), 2);
            QVERIFY(together(1, 3)); // the first copy beside the second decoding
            QVERIFY(together(4, 7)); // the second copy beside the first step
        }
        example.clear();
    }
    QCOMPARE(examples, 2);
}

void TestProgramFile::experimentsComeBack()
{
    for (const Preset &preset : builtInPresets(experiments())) {
        Program program = buildProgram(*preset.experiment, preset.parameters);
        for (Buffer &buffer : program.buffers)
            if (buffer.place == BufferPlace::Device)
                buffer.hostMemory = HostMemory::Pinned; // means nothing there, and is not written
        QVERIFY2(andBack(program) == program, preset.name.c_str());
    }
}

void TestProgramFile::presetsTellThemApart()
{
    const QByteArray json =
        R"({"format":"streamscope-program","version":1,"title":"Mine","submission":"gated","streams":[{"id":"A"}],
            "parameters":{"warmup":0},"operations":[{"op":"d2h","stream":"A","bytes":4096}]})";
    const Preset preset = readPreset(json, "mine.json", experiments());
    QVERIFY(preset.experiment.program());
    QCOMPARE(preset.experiment->title(), std::string("Mine"));
    QCOMPARE(preset.parameters.choice("submission"), std::string("gated"));
    QCOMPARE(preset.experiment->defaults().choice("submission"), std::string("gated"));
    QCOMPARE(preset.parameters.integer("warmup"), std::int64_t(0));
    QVERIFY(!preset.parameters.has("chunks"));
    Preset changed = preset;
    changed.parameters.set("submission", std::string("graph"));
    const Preset back = readPreset(presetJson(changed), "saved.json", experiments());
    QCOMPARE(back.experiment.program()->submission, Submission::Graph);
    QCOMPARE(back.parameters.integer("warmup"), std::int64_t(0));
}

void TestProgramFile::mistakes_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *operation, const char *says) {
        QTest::newRow(name) << QByteArray(operation) << QByteArray(says);
    };
    row("nothing", "", "p.json: operations: an empty list is not allowed; expected one operation at least");
    row("unknown op", R"({"op":"copy","stream":"A"})",
        "p.json: operations[0].op: \"copy\" is not allowed; expected h2d, d2h, d2d");
    row("unknown key", R"({"op":"h2d","stream":"A","bytes":4,"colour":1})",
        "p.json: operations[0]: unknown key 'colour'");
    row("key of another kind", R"({"op":"h2d","stream":"A","bytes":4,"grid":1})", "unknown key 'grid'");
    row("unknown stream", R"({"op":"h2d","stream":"Z","bytes":4})",
        "operations[0].stream: \"Z\" is not allowed; expected \"A\", \"B\", \"null\" or \"per-thread\"");
    row("no bytes", R"({"op":"h2d","stream":"A"})", "operations[0]: 'bytes' is missing");
    row("bytes", R"({"op":"h2d","stream":"A","bytes":-1})",
        "operations[0].bytes: -1 is not allowed; expected a number from 0");
    row("half a byte", R"({"op":"h2d","stream":"A","bytes":0.5})", "operations[0].bytes: 0.5 is not allowed");
    row("second operation", R"({"op":"sync","what":"device"},{"op":"sync","what":"world"})",
        "operations[1].what: \"world\" is not allowed; expected device, stream or event");
    row("two sides", R"({"op":"h2d","stream":"A","bytes":4,"reads":["x"],"writes":["x"]})",
        "operations[0].writes[0]: buffer 'x' is on the host (p.json: operations[0].reads[0]); expected one on the "
        "device");
    row("two memories",
        R"({"op":"h2d","stream":"A","bytes":4,"host_memory":"pinned","reads":["x"]},
           {"op":"h2d","stream":"A","bytes":4,"host_memory":"pageable","reads":["x"]})",
        "operations[1].reads[0]: buffer 'x' is pinned");
    row("too many", R"({"op":"h2d","stream":"A","bytes":4,"reads":["x","y"]})", "expected a list of one buffer");
    row("no list", R"({"op":"h2d","stream":"A","bytes":4,"reads":"x"})", "reads: \"x\" is not allowed");
    row("range", R"({"op":"kernel","stream":"A","kernel":"spin","duration_us":1,"reads":["x"]})",
        "nothing says how large buffer 'x' is");
    row("range key", R"({"op":"d2d","stream":"A","bytes":4,"reads":[{"buffer":"x","start":1}]})",
        "unknown key 'start'");
    row("peer", R"({"op":"peer","stream":"A","bytes":4,"reads":["x"],"writes":["y"]})", "list it in 'buffers'");
    row("kernel", R"({"op":"kernel","stream":"A","kernel":"sort","elements":1})",
        "expected spin, fma, stream or tensor");
    row("thread", R"({"op":"host_work","duration_us":1,"thread":64})",
        "operations[0].thread: 64 is not allowed; expected a number from 0 to 63");
    row("gate", R"({"op":"host_work","duration_us":-1})", "operations[0].duration_us: -1 is not allowed");
}

void TestProgramFile::mistakes()
{
    QFETCH(QByteArray, operation);
    QFETCH(QByteArray, says);
    try {
        read(operation);
        QFAIL("was accepted");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains(says), error.what());
        QVERIFY(QByteArray(error.what()).startsWith("p.json: "));
    }
}

QTEST_GUILESS_MAIN(TestProgramFile)
#include "tst_program_file.moc"
