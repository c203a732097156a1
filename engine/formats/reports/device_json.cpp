// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/device_json.h"

#include <variant>

namespace streamscope {

QJsonObject toJson(const DeviceInfo &device)
{
    QJsonObject object{{QStringLiteral("id"), QString::fromStdString(device.id)}};
    for (const DeviceProperty &property : deviceProperties(device)) {
        QJsonValue value;
        if (const auto *flag = std::get_if<bool>(&property.value))
            value = *flag;
        else if (const auto *number = std::get_if<std::int64_t>(&property.value))
            value = static_cast<qint64>(*number);
        else
            value = QString::fromStdString(std::get<std::string>(property.value));
        object.insert(QString::fromStdString(property.key), value);
    }
    return object;
}

} // namespace streamscope
