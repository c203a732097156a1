// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/window_app.h"

#include "engine/run/devices.h"
#include "gui/language/language.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"
#include "gui/window/window_recovery.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"

#include <QApplication>
#include <QIcon>
#include <QLocale>

namespace streamscope {

int openWindow(int &argc, char **argv, const std::vector<std::string> &files)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("streamscope"));
    QApplication::setApplicationDisplayName(QString()); // the window's title says it
    QApplication::setApplicationVersion(QStringLiteral(STREAMSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("streamscope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/streamscope.svg")));
    if (defaultFontIsUnusable())
        QApplication::setFont(embeddedFont(13));
    useLanguage(chosenLanguage(Settings::language(), QLocale::system().uiLanguages()));
    applyTheme(Settings::theme());
    useEngineProcess(InEngine::Gpus);
    MainWindow window;
    Settings::setFailureListener([&window](const QString &line) { window.messages()->complain(line); });
    if (files.empty())
        window.reopen();
    QStringList paths;
    for (const std::string &file : files)
        paths << pathText(file);
    window.openFiles(paths);
    window.keepDocuments();
    WindowRecovery recovery(window);
    window.show();
    recovery.begin();
    const int code = QApplication::exec();
    Settings::setFailureListener({});
    return code;
}

} // namespace streamscope
