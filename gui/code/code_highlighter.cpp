// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/code/code_highlighter.h"

#include <QSet>
#include <QStringList>

namespace streamscope {

namespace {

using Words = QSet<QString>;

Words wordsOf(const char *text)
{
    const QStringList words = QString::fromLatin1(text).split(QLatin1Char(' '));
    return {words.begin(), words.end()};
}

const Words &cppKeywords()
{
    static const Words words = wordsOf(
        "auto bool break case class const constexpr continue default delete do else enum explicit extern false for if "
        "inline namespace new nullptr operator private public return sizeof static static_cast struct switch template "
        "this throw true typename using void while __global__ __device__ __host__ __shared__ __launch_bounds__");
    return words;
}

const Words &cppTypes()
{
    static const Words words = wordsOf("char double float int long short signed unsigned size_t uint32_t uint64_t "
                                       "int64_t dim3 half __half std vector string thread");
    return words;
}

const Words &pythonKeywords()
{
    static const Words words = wordsOf(
        "and as assert break class continue def del elif else except False finally for from global if import in is "
        "lambda None nonlocal not or pass raise return True try while with yield");
    return words;
}

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// A call or a type of the CUDA runtime, of a CUDA library or of PyTorch.
bool isRuntime(QStringView word)
{
    for (const char *prefix : {"cuda", "CUDA", "cublas", "nccl", "torch", "nvcuda"}) {
        if (word.startsWith(QLatin1String(prefix)))
            return true;
    }
    return word == QLatin1String("CHECK") || word == QLatin1String("threadIdx") || word == QLatin1String("blockIdx")
           || word == QLatin1String("blockDim") || word == QLatin1String("gridDim");
}

int endOfWord(const QString &text, int at)
{
    while (at < text.size() && isWord(text[at]))
        ++at;
    return at;
}

/// 1'000, 0x1f, 1.5e-3f.
int endOfNumber(const QString &text, int at)
{
    while (at < text.size()) {
        const bool exponentSign = (text[at] == QLatin1Char('-') || text[at] == QLatin1Char('+')) && at > 0
                                  && text[at - 1].toLower() == QLatin1Char('e');
        if (!isWord(text[at]) && text[at] != QLatin1Char('.') && text[at] != QLatin1Char('\'') && !exponentSign)
            break;
        ++at;
    }
    return at;
}

} // namespace

CodeHighlighter::CodeHighlighter(QTextDocument *document) : QSyntaxHighlighter(document)
{
    setDark(false);
}

void CodeHighlighter::setLanguage(const QString &language)
{
    m_isPython = language == QLatin1String("pytorch");
}

void CodeHighlighter::setDark(bool dark)
{
    for (int part = 0; part < partCount; ++part)
        m_formats[static_cast<std::size_t>(part)].setForeground(colourOf(static_cast<Part>(part), dark));
    m_formats[Keyword].setFontWeight(QFont::Bold);
    m_formats[Comment].setFontItalic(true);
}

QColor CodeHighlighter::colourOf(Part part, bool dark)
{
    // Contrast of at least 4.5 to the ground of the page and to those of changed lines (tst_code_window).
    constexpr std::array<QRgb, partCount> onLight{0xff1a1a1a, 0xff4d5a52, 0xff8a3324, 0xff0b5394,
                                                  0xff0b3d91, 0xff5b2a86, 0xff6b4a00, 0xff7a1f5c};
    constexpr std::array<QRgb, partCount> onDark{0xffececec, 0xffa9b8ae, 0xffffb199, 0xff9fd0ff,
                                                 0xff8fc4ff, 0xffd7b8f3, 0xffffd479, 0xfff3a9d6};
    return {(dark ? onDark : onLight).at(part)};
}

void CodeHighlighter::paint(int at, int length, Part part)
{
    setFormat(at, length, m_formats[part]);
}

CodeHighlighter::Part CodeHighlighter::partOf(QStringView word) const
{
    const QString text = word.toString();
    if ((m_isPython ? pythonKeywords() : cppKeywords()).contains(text))
        return Keyword;
    if (!m_isPython && cppTypes().contains(text))
        return Type;
    return isRuntime(word) ? Runtime : Plain;
}

/// @returns where the string ends.
int CodeHighlighter::paintString(const QString &text, int at)
{
    const QChar quote = text[at];
    int end = at + 1;
    while (end < text.size() && text[end] != quote)
        end += text[end] == QLatin1Char('\\') ? 2 : 1;
    end = std::min<int>(end + 1, static_cast<int>(text.size()));
    paint(at, end - at, Text);
    return end;
}

/// State 1: within a string of several lines, which begins and ends with three quotes, or a comment of several lines.
void CodeHighlighter::highlightBlock(const QString &text)
{
    const QString open = m_isPython ? QStringLiteral("\"\"\"") : QStringLiteral("/*");
    const QString close = m_isPython ? open : QStringLiteral("*/");
    const QString comment = m_isPython ? QStringLiteral("#") : QStringLiteral("//");
    const Part several = m_isPython ? Text : Comment;
    int at = 0;
    setCurrentBlockState(0);
    const auto throughSeveral = [&](int from) {
        const auto end = static_cast<int>(text.indexOf(close, from));
        setCurrentBlockState(end < 0 ? 1 : 0);
        const int past = end < 0 ? static_cast<int>(text.size()) : end + static_cast<int>(close.size());
        paint(at, past - at, several);
        return past;
    };
    if (previousBlockState() == 1)
        at = throughSeveral(0);
    else if (!m_isPython && text.startsWith(QLatin1Char('#'))) {
        paint(0, static_cast<int>(text.size()), Preprocessor);
        return;
    }
    while (at < text.size()) {
        const QStringView rest = QStringView(text).mid(at);
        const QChar c = text[at];
        if (rest.startsWith(open)) {
            at = throughSeveral(at + static_cast<int>(open.size()));
        } else if (rest.startsWith(comment)) {
            paint(at, static_cast<int>(rest.size()), Comment);
            return;
        } else if (c == QLatin1Char('"')
                   || (c == QLatin1Char('\'') && (m_isPython || at == 0 || !isWord(text[at - 1])))) {
            at = paintString(text, at);
        } else if (c.isDigit()) {
            const int end = endOfNumber(text, at);
            paint(at, end - at, Number);
            at = end;
        } else if (isWord(c)) {
            const int end = endOfWord(text, at);
            paint(at, end - at, partOf(QStringView(text).mid(at, end - at)));
            at = end;
        } else {
            paint(at, 1, Plain);
            ++at;
        }
    }
}

} // namespace streamscope
