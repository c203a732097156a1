// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/parameter_form.h"

#include "experiments/registry.h"
#include "gui/parameters/parameter_field.h"
#include "gui/widgets/parameter_spin.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace streamscope;

class ParameterFormTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void hasAFieldForEveryKnob();
    void takesSizesWithUnits();
    void marksWhatIsWrongInPlace();
    void committingAnInvalidFieldFails();
    void choicesComeFromTheDeclaration();
    void listsTakeCommas();
    void sizesDoubleAndHalve();
    void stepsStayInRange();
    void numbersAndTexts();
    void resetGoesBackToTheDefault();
    void typingSurvivesOtherChanges();

private:
    QLineEdit *lineOf(const char *name) const;
    QLabel *problemOf(const char *name) const;
    void type(const char *name, const QString &text);

    Parameters m_values;
    std::unique_ptr<ParameterForm> m_form;
    std::vector<std::pair<std::string, ParameterValue>> m_edits;
};

void ParameterFormTest::init()
{
    m_values = findExperiment("copy-compute-pipeline")->defaults();
    m_edits.clear();
    m_form = std::make_unique<ParameterForm>();
    m_form->setParameters(m_values);
    connect(m_form.get(), &ParameterForm::edited, this, [this](const std::string &name, const ParameterValue &value) {
        m_edits.emplace_back(name, value);
        m_values.set(name, value);
        m_form->setParameters(m_values); // as the window does
    });
    m_form->resize(360, 700);
    m_form->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_form.get()));
}

QLineEdit *ParameterFormTest::lineOf(const char *name) const
{
    return m_form->field(name)->editor()->findChild<QLineEdit *>();
}

QLabel *ParameterFormTest::problemOf(const char *name) const
{
    return m_form->findChild<QLabel *>(QStringLiteral("problem_") + QLatin1String(name));
}

void ParameterFormTest::type(const char *name, const QString &text)
{
    lineOf(name)->setFocus();
    lineOf(name)->selectAll();
    QTest::keyClicks(lineOf(name), text);
}

void ParameterFormTest::hasAFieldForEveryKnob()
{
    QVERIFY(m_values.specs().size() >= 11);
    for (const ParameterSpec &spec : m_values.specs()) {
        const ParameterField *field = m_form->field(spec.name);
        QVERIFY2(field, spec.name.c_str());
        QVERIFY(field->editor()->toolTip().contains(QString::fromStdString(allowedText(spec)).toHtmlEscaped()));
        QCOMPARE(field->editor()->accessibleName(), QString::fromStdString(spec.label));
    }
}

void ParameterFormTest::takesSizesWithUnits()
{
    type("bytes", QStringLiteral("64MiB"));
    QTest::keyClick(lineOf("bytes"), Qt::Key_Return);
    QCOMPARE(m_edits.size(), 1u);
    QCOMPARE(m_edits[0].first, std::string("bytes"));
    QCOMPARE(std::get<std::int64_t>(m_edits[0].second), std::int64_t{64} << 20);
    QCOMPARE(lineOf("bytes")->text(), QStringLiteral("64MiB"));
}

void ParameterFormTest::marksWhatIsWrongInPlace()
{
    QVERIFY(problemOf("chunks")->isHidden());
    type("chunks", QStringLiteral("many"));
    QVERIFY(!problemOf("chunks")->isHidden());
    QVERIFY(problemOf("chunks")->text().contains(QStringLiteral("many")));
    QVERIFY(m_edits.empty());
    type("chunks", QStringLiteral("0")); // an integer, but out of range: the message says what is allowed
    QVERIFY(!problemOf("chunks")->isHidden());
    QVERIFY(m_form->firstProblem().contains(QStringLiteral("chunks")));
    type("chunks", QStringLiteral("8"));
    QVERIFY(problemOf("chunks")->isHidden());
    QVERIFY(m_form->firstProblem().isEmpty());
}

void ParameterFormTest::committingAnInvalidFieldFails()
{
    type("streams", QStringLiteral("-3"));
    QVERIFY(!m_form->commit());
    QVERIFY(m_edits.empty());
    type("streams", QStringLiteral("3"));
    QVERIFY(m_form->commit()); // without Return: running takes over what was typed
    QCOMPARE(m_values.integer("streams"), 3);
}

void ParameterFormTest::choicesComeFromTheDeclaration()
{
    auto *box = qobject_cast<QComboBox *>(m_form->field("host_memory")->editor());
    QVERIFY(box);
    QStringList choices;
    for (int i = 0; i < box->count(); ++i)
        choices << box->itemText(i);
    QCOMPARE(choices, QStringList({QStringLiteral("pageable"), QStringLiteral("pinned"),
                                   QStringLiteral("write-combined"), QStringLiteral("registered")}));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    QCOMPARE(m_values.choice("host_memory"), std::string("pageable"));
}

void ParameterFormTest::listsTakeCommas()
{
    type("priorities", QStringLiteral("0,-5"));
    QVERIFY(m_form->commit());
    QCOMPARE(m_values.list("priorities"), (std::vector<std::int64_t>{0, -5}));
    type("priorities", QStringLiteral("0,,1"));
    QVERIFY(!m_form->commit());
}

void ParameterFormTest::sizesDoubleAndHalve()
{
    type("bytes", QStringLiteral("64MiB"));
    QTest::keyClick(m_form->field("bytes")->editor(), Qt::Key_Up);
    QCOMPARE(lineOf("bytes")->text(), QStringLiteral("128MiB"));
    QCOMPARE(m_values.integer("bytes"), std::int64_t{128} << 20);
    QTest::keyClick(m_form->field("bytes")->editor(), Qt::Key_Down);
    QTest::keyClick(m_form->field("bytes")->editor(), Qt::Key_Down);
    QCOMPARE(m_values.integer("bytes"), std::int64_t{32} << 20);
}

void ParameterFormTest::stepsStayInRange()
{
    for (const ParameterSpec &spec : m_values.specs()) {
        auto *spin = qobject_cast<ParameterSpin *>(m_form->field(spec.name)->editor());
        if (!spin || spec.type == ParameterType::IntegerList)
            continue;
        spin->stepBy(-10'000'000);
        QVERIFY(m_values.integer(spec.name) >= spec.minimum);
        spin->stepBy(1'000'000'000);
        QVERIFY(m_values.integer(spec.name) <= spec.maximum);
        QVERIFY(m_form->field(spec.name)->problem().isEmpty());
    }
}

void ParameterFormTest::numbersAndTexts()
{
    ParameterSpec factor;
    factor.name = factor.label = "factor";
    factor.type = ParameterType::Number;
    factor.lowest = 0.05;
    factor.highest = 4;
    factor.defaultValue = 0.5;
    ParameterSpec stream;
    stream.name = stream.label = "stream";
    stream.type = ParameterType::Text;
    stream.defaultValue = std::string("moved");
    m_values = Parameters({factor, stream});
    m_form->setParameters(m_values);
    QCOMPARE(lineOf("factor")->text(), QStringLiteral("0.5"));
    QTest::keyClick(m_form->field("factor")->editor(), Qt::Key_Up);
    QCOMPARE(m_values.number("factor"), 0.6);
    qobject_cast<ParameterSpin *>(m_form->field("factor")->editor())->stepBy(-100);
    QCOMPARE(m_values.number("factor"), 0.05);
    type("factor", QStringLiteral("4.5"));
    QVERIFY(problemOf("factor")->text().contains(QStringLiteral("0.05 to 4")));
    type("factor", QStringLiteral("1e-1"));
    type("stream", QStringLiteral("copies in"));
    QVERIFY(m_form->commit());
    QCOMPARE(m_values.number("factor"), 0.1);
    QCOMPARE(m_values.text("stream"), std::string("copies in"));
    qobject_cast<ParameterSpin *>(m_form->field("stream")->editor())->stepBy(1); // nothing to step to
    QCOMPARE(m_values.text("stream"), std::string("copies in"));

    factor.logarithmic = true;
    m_values = Parameters({factor});
    ParameterForm form;
    form.setParameters(m_values);
    auto *spin = qobject_cast<ParameterSpin *>(form.field("factor")->editor());
    spin->stepBy(2);
    QCOMPARE(std::get<double>(form.field("factor")->value()), 2.0);
}

void ParameterFormTest::resetGoesBackToTheDefault()
{
    auto *reset = m_form->findChild<QToolButton *>(QStringLiteral("reset_chunks"));
    QVERIFY(!reset->isEnabled());
    type("chunks", QStringLiteral("5"));
    QVERIFY(m_form->commit());
    QVERIFY(reset->isEnabled());
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(m_values, findExperiment("copy-compute-pipeline")->defaults());
    QVERIFY(!reset->isEnabled());
}

void ParameterFormTest::typingSurvivesOtherChanges()
{
    type("chunks", QStringLiteral("oops"));
    m_values.set("streams", std::int64_t{7});
    m_form->setParameters(m_values);
    QCOMPARE(lineOf("chunks")->text(), QStringLiteral("oops"));
    m_form->setParameters(m_values, true); // another preset
    QVERIFY(lineOf("chunks")->text() != QStringLiteral("oops"));
    QVERIFY(m_form->firstProblem().isEmpty());
}

QTEST_MAIN(ParameterFormTest)
#include "tst_parameter_form.moc"
