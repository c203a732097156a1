// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/picture_file.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace streamscope {

/// Text and pictures on pages of A4, in the embedded font, so that it prints alike on every machine. Needs a
/// QGuiApplication.
class SheetDocument
{
public:
    /// `title`: of the file and at the foot of each page.
    explicit SheetDocument(const QString &title);
    ~SheetDocument();

    /// The width that text and pictures have, device-independent pixels.
    double width() const;
    void beginPage(); ///< no effect at the beginning
    void addMarkdown(const QString &markdown);
    /// A picture wider or higher than a page is made smaller.
    void addPicture(const PaintedPicture &picture);

    QByteArray pdf() const;

private:
    struct Private;
    std::unique_ptr<Private> m_p;
};

} // namespace streamscope
