// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QTextBrowser;

namespace streamscope {

/// The manual: pages of Markdown with links, pictures, back and forward, and a search in the page. Links to the web
/// open in the browser of the system.
class ManualWindow : public QWidget
{
    Q_OBJECT

public:
    /// @param folder of the pages: see manualFolder()
    explicit ManualWindow(const QString &folder, QWidget *parent = nullptr);

    /// Shows a page, "window.md" or "window.md#knobs": its twin in the language of the window ("de/window.md") where
    /// there is one. Names and places are those of the English page.
    void open(const QString &page);
    /// The name of the page that is shown, without folder, language and place.
    QString page() const;

private:
    void findNext();
    void goTo(const QString &page, const QString &place);
    void sayLanguage(const QUrl &file);
    QString pageAt(const QUrl &file) const;
    void follow(const QUrl &link);

    QString m_folder;
    QTextBrowser *m_text;
    QLabel *m_otherLanguage; ///< says that the page is not in the language of the window
    QLineEdit *m_search;
};

/// The page that tells about the widget with the focus, or about one of its parents: its property "manualPage"; else
/// the first page.
QString manualPageOf(const QWidget *widget);
/// Names the page for F1.
void setManualPage(QWidget *widget, const char *page);

} // namespace streamscope
