// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/text/path_text.h"

#include "engine/formats/files/preset.h"
#include "experiments/registry.h"
#include "gui/workspace/preset_document.h"

#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

using namespace streamscope;

class TestPathText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameComesBack();
    void aDocumentIsSavedUnderAnyName();
};

void TestPathText::everyNameComesBack()
{
    QCOMPARE(pathText("/tmp/µ.json"), QString::fromUtf8("/tmp/µ.json"));
    QCOMPARE(pathOf(QString::fromUtf8("/tmp/µ😀.json")), std::string("/tmp/µ😀.json"));
    for (const char *name : {"", "plain", "\xff",
                             "a\xff"
                             "b",
                             "\xc3", "\xc3\x28", "\xed\xa0\x80", "\xf0\x9f\x98\x80", "\xf4\x90\x80\x80", "\xc0\xaf",
                             "\x80\xbf\xfe", "new\nline"})
        QCOMPARE(pathOf(pathText(name)), std::string(name));
    std::string all;
    for (int byte = 1; byte < 256; ++byte)
        all += static_cast<char>(byte);
    QCOMPARE(pathOf(pathText(all)), all);
}

void TestPathText::aDocumentIsSavedUnderAnyName()
{
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString() + "/a\xff.json";
    PresetDocument document(builtInPresets(experiments()).front());
    document.save(pathText(path));
    QCOMPARE(loadPreset(path, experiments()).title, builtInPresets(experiments()).front().title);
    QCOMPARE(unlink(path.c_str()), 0); // QTemporaryDir cannot
}

QTEST_GUILESS_MAIN(TestPathText)
#include "tst_path_text.moc"
