// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QStringList>

namespace streamscope {

/// The languages that the window speaks: resources/translations has a file for each but English.
enum class Language { English, German };

/// The setting: empty follows the system, else the code of a language ("en", "de").
QString languageCode(Language language);
/// In the language itself: "Deutsch".
QString languageTitle(Language language);
QList<Language> languages();

/// The language for this setting; `wanted` are the user's languages, the best first, as QLocale::uiLanguages() has
/// them: the first that the window speaks counts, and English where it speaks none.
Language chosenLanguage(const QString &setting, const QStringList &wanted);

/// The window's texts, Qt's own, and those of the engine (translated()) are in this language from now on. Widgets that
/// exist keep theirs. Nothing else changes: numbers keep their decimal point, and files stay English.
void useLanguage(Language language);
/// The last one that was used; English before.
Language languageInUse();
/// Its code, for lessons and pages of the manual: empty for English, in which they are written.
QString twinLanguage();

} // namespace streamscope
