// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/cuda_loader.h"

#include "engine/executors/module_abi.h"
#include "engine/program/text/phrase.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibrary>

namespace streamscope {

namespace {

const LoadedModule &loaded()
{
    static const LoadedModule result = loadCudaModule(QDir::cleanPath(
        QCoreApplication::applicationDirPath() % QStringLiteral("/" STREAMSCOPE_MODULE_DIR "/libstreamscope_cuda.so")));
    return result;
}

} // namespace

LoadedModule loadCudaModule(const QString &path)
{
    // Looked for first: the loader's own message for a missing file names the last of several guesses.
    if (!QFileInfo::exists(path))
        return {nullptr, QT_TRANSLATE_NOOP("engine", "this program was built or installed without the CUDA module")};
    QLibrary library(path);
    const auto entry = reinterpret_cast<CudaModuleEntry>(library.resolve(CudaModule::entryPoint));
    if (!entry)
        return {nullptr,
                Phrase("engine", "the CUDA module does not load: %1").arg(library.errorString().toStdString())};
    CudaModule *module = entry(moduleAbi);
    return {module, module ? std::string()
                           : QT_TRANSLATE_NOOP("engine", "the CUDA module belongs to another version of this program")};
}

CudaModule *cudaModule()
{
    return loaded().module;
}

std::string cudaModuleProblem()
{
    return loaded().problem;
}

} // namespace streamscope
