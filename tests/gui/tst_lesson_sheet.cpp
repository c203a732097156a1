// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/run/devices.h"
#include "engine/run/lessons/lesson_check.h"
#include "engine/run/lessons/lesson_run.h"
#include "engine/run/lessons/lesson_task.h"
#include "experiments/registry.h"
#include "gui/lessons/bars_picture.h"
#include "gui/lessons/lesson_sheet.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QtTest>

#include <thread>

using namespace streamscope;

class LessonSheet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyTimeline();
    void pdfs();
    void aWholeClass();
};

void LessonSheet::emptyTimeline()
{
    const Lesson lesson = findLesson("1", experiments());
    const LessonBars bars = barsOf(lesson, *lesson.question("drawing"));
    const PaintedPicture empty = barsPicture(bars, std::nullopt, 600);
    const PaintedPicture drawn = barsPicture(bars, std::vector<double>{0, 1, 2, 1, 2, 3}, 600);
    QVERIFY(empty.size.height() > drawn.size.height()); // the bars lie below
    const auto hasColour = [](const PaintedPicture &picture, double left, double top, double right, double bottom) {
        const QImage image = pictureBitmap({picture.size,
                                            {},
                                            {},
                                            [&](QPainter &painter) {
                                                painter.fillRect(QRectF(QPointF(), picture.size), Qt::white);
                                                picture.paint(painter);
                                            }},
                                           1);
        for (int x = static_cast<int>(left); x < static_cast<int>(right); ++x)
            for (int y = static_cast<int>(top); y < static_cast<int>(bottom); ++y)
                if (image.pixelColor(x, y).hsvSaturation() > 100)
                    return true;
        return false;
    };
    QVERIFY(!hasColour(empty, 100, 22, 590, 78)); // the lanes of the sheet are empty
    QVERIFY(hasColour(empty, 100, 82, 590, empty.size.height()));
    QVERIFY(hasColour(drawn, 100, 22, 590, 78));
}

void LessonSheet::pdfs()
{
    const Lesson lesson = findLesson("1", experiments());
    const auto device = openDevice("sim:h200");
    const LessonFigures nothing(lesson, device->device());
    const QByteArray sheet = lessonSheet("Class of Monday", "Welcome", {{&lesson, &nothing, {}}});
    const LessonFigures all = runWholeLesson(lesson, *device, {});
    const LessonTask &task = *lesson.task("faster");
    SheetLesson solved{&lesson, &all, {}};
    solved.solved["faster"] = runLessonTask(*lesson.run("real"), solutionOfTask(lesson, task), *device, {});
    const QByteArray solutions = lessonSolutions("Class of Monday", {}, {solved});
    for (const QByteArray &pdf : {sheet, solutions}) {
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/Font")); // text, not pictures of it
        QVERIFY(!pdf.contains("/Subtype /Image"));
    }
    const auto pages = [](const QByteArray &pdf) { return pdf.count("/Type /Page\n"); };
    QCOMPARE(pages(sheet), 2); // the introduction and the lesson
    QVERIFY(pages(solutions) >= 2);
    QVERIFY(solutions.size() > sheet.size());
}

/// All lessons in one file, on another thread than the window's.
void LessonSheet::aWholeClass()
{
    const auto device = openDevice("sim:h200");
    const std::vector<Lesson> lessons = builtInLessons(experiments());
    std::vector<LessonFigures> figures;
    for (const Lesson &lesson : lessons)
        figures.emplace_back(lesson, device->device());
    std::vector<SheetLesson> sheets;
    for (std::size_t i = 0; i < lessons.size(); ++i)
        sheets.push_back({&lessons[i], &figures[i], {}});
    QByteArray pdf;
    qint64 elapsed = 0;
    std::thread worker([&] {
        QElapsedTimer clock;
        clock.start();
        pdf = lessonSheet("All", "Welcome", sheets);
        elapsed = clock.elapsed();
    });
    worker.join();
    QVERIFY(pdf.count("/Type /Page\n") > static_cast<qsizetype>(lessons.size()));
    qInfo("%d lessons: %lld ms", static_cast<int>(lessons.size()), elapsed);
}

QTEST_MAIN(LessonSheet)
#include "tst_lesson_sheet.moc"
