// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/picture_look.h"

#include "engine/formats/text/json_object.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cstdint>
#include <limits>

namespace streamscope {

namespace {

constexpr double leastScale = 0.1, mostScale = 16;
constexpr double leastWidth = 100, mostWidth = 20'000; ///< pixels
constexpr int lastColouring = kernelColouringCount - 1;
constexpr int lastPaths = static_cast<int>(ShownPaths::OnlyB);

QString key(const char *name)
{
    return QString::fromLatin1(name);
}

} // namespace

std::string pictureLookText(const ImageOptions &options)
{
    QJsonArray tags;
    for (const auto &[name, tag] : options.kernelTags)
        tags.append(QJsonObject{{key("name"), jsonText(name)}, {key("tag"), tag}});
    return QJsonDocument(QJsonObject{{key("width"), options.width},
                                     {key("scale"), options.devicePixelRatio},
                                     {key("dark"), options.dark},
                                     {key("lanes"), QJsonDocument::fromJson(options.lanes.toJson()).object()},
                                     {key("blocks"), options.blockLanes},
                                     {key("paths"), static_cast<int>(options.paths)},
                                     {key("colouring"), static_cast<int>(options.colouring)},
                                     {key("tags"), tags}})
        .toJson(QJsonDocument::Compact)
        .toStdString();
}

ImageOptions readPictureLook(const std::string &text)
{
    const JsonObject look = JsonObject::parse(QByteArray::fromStdString(text), "the look of a picture");
    ImageOptions options;
    options.width = look.number("width", leastWidth, mostWidth);
    options.devicePixelRatio = look.number("scale", leastScale, mostScale);
    options.dark = look.flag("dark");
    options.lanes = LaneArrangement::fromJson(QJsonDocument(look.value("lanes").toObject()).toJson());
    options.blockLanes = look.flag("blocks");
    options.paths = static_cast<ShownPaths>(look.integer("paths", 0, lastPaths));
    options.colouring = static_cast<KernelColouring>(look.integer("colouring", 0, lastColouring));
    for (const JsonObject &tag : look.objects("tags"))
        options.kernelTags[tag.text("name")] =
            static_cast<std::uint8_t>(tag.integer("tag", 0, std::numeric_limits<std::uint8_t>::max()));
    return options;
}

} // namespace streamscope
