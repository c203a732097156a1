// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/bucket/bucket_edit.h"
#include "engine/changes/change.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Collectives in buckets of another size.
class Bucket final : public Change
{
public:
    std::string id() const override { return "bucket"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Re-bucket collectives"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Collectives that follow each other on their streams are joined up to about "
                                           "so many bytes; larger ones are cut.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The data of neighbouring collectives can lie side by side, and all data of "
                                           "one is ready when it is issued.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec bytes;
        bytes.name = "bytes";
        bytes.label = QT_TRANSLATE_NOOP("engine", "Bucket");
        bytes.type = ParameterType::Size;
        bytes.minimum = 4096;
        bytes.maximum = std::int64_t{1} << 36;
        bytes.defaultValue = std::int64_t{25} << 20;
        bytes.help = QT_TRANSLATE_NOOP(
            "engine", "About the bytes of one collective. DistributedDataParallel takes 25 MiB unless told otherwise.");
        return {bytes};
    }
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters & /*knobs*/) const override
    {
        return {{"bucket_bytes", change.value("bytes")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

ChangedProgram Bucket::apply(const ChangeInput &input) const
{
    return BucketEdit(input).run();
}

const RegisteredChange<Bucket> registeredBucket;

} // namespace

} // namespace streamscope
