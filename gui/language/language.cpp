// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/language/language.h"

#include "gui/language/engine_phrases.h"

#include <QCoreApplication>
#include <QTranslator>

#include <array>
#include <memory>

namespace streamscope {

namespace {

struct LanguageInfo
{
    const char *code, *title;
};

constexpr std::array languageInfos{LanguageInfo{"en", "English"}, LanguageInfo{"de", "Deutsch"}};

const LanguageInfo &infoOf(Language language)
{
    return languageInfos[static_cast<std::size_t>(language)];
}

/// Those that are installed: the window's and Qt's.
std::vector<std::unique_ptr<QTranslator>> &translators()
{
    static std::vector<std::unique_ptr<QTranslator>> all;
    return all;
}

Language &usedLanguage()
{
    static Language language = Language::English;
    return language;
}

void install(const QString &file)
{
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(file) && QCoreApplication::installTranslator(translator.get()))
        translators().push_back(std::move(translator));
}

} // namespace

QString languageCode(Language language)
{
    return QLatin1String(infoOf(language).code);
}

QString languageTitle(Language language)
{
    return QString::fromUtf8(infoOf(language).title);
}

QList<Language> languages()
{
    return {Language::English, Language::German};
}

Language chosenLanguage(const QString &setting, const QStringList &wanted)
{
    for (const QString &name : setting.isEmpty() ? wanted : QStringList{setting})
        for (const Language language : languages())
            if (name.section(QLatin1Char('-'), 0, 0).compare(languageCode(language), Qt::CaseInsensitive) == 0)
                return language;
    return Language::English;
}

void useLanguage(Language language)
{
    translators().clear(); // each removes itself
    useEnginePhrases({});
    usedLanguage() = language;
    if (language == Language::English)
        return;
    const QString code = languageCode(language);
    install(QStringLiteral(":/translations/qtbase_%1.qm").arg(code)); // before ours: the last one is asked first
    install(QStringLiteral(":/translations/streamscope_%1.qm").arg(code));
    useEnginePhrases(QStringLiteral(":/translations/streamscope_%1.ts").arg(code));
}

Language languageInUse()
{
    return usedLanguage();
}

QString twinLanguage()
{
    return languageInUse() == Language::English ? QString() : languageCode(languageInUse());
}

} // namespace streamscope
