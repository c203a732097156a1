// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Translates NVTX's calls into ours.

#include "engine/recorder/export.h"
#include "engine/recorder/program_ranges.h"

#include <nvtx3/nvToolsExt.h>

#include <string>
#include <type_traits>
#include <utility>

namespace streamscope::recorder {

namespace {

/// A text that the program registered; lives as long as the process.
struct RegisteredText
{
    std::string text;
};

/// UTF-8 of a wide text.
std::string narrow(const wchar_t *wide)
{
    std::string text;
    for (; wide && *wide; ++wide) {
        const auto c = static_cast<std::uint32_t>(static_cast<std::make_unsigned_t<wchar_t>>(*wide));
        const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
        if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xc0 | c >> 6);
            put(0x80 | (c & 0x3f));
        } else if (c < 0x10000) {
            put(0xe0 | c >> 12);
            put(0x80 | (c >> 6 & 0x3f));
            put(0x80 | (c & 0x3f));
        } else {
            put(0xf0 | (c >> 18 & 7));
            put(0x80 | (c >> 12 & 0x3f));
            put(0x80 | (c >> 6 & 0x3f));
            put(0x80 | (c & 0x3f));
        }
    }
    return text;
}

std::string textOf(const char *text)
{
    return text ? text : "";
}

/// The attributes may be of any version of NVTX.
RangeLabel read(const nvtxEventAttributes_t *event)
{
    RangeLabel label;
    if (!event || event->size < NVTX_EVENT_ATTRIB_STRUCT_SIZE)
        return label;
    if (event->colorType == NVTX_COLOR_ARGB)
        label.colour = event->color;
    if (event->messageType == NVTX_MESSAGE_TYPE_ASCII)
        label.name = textOf(event->message.ascii);
    else if (event->messageType == NVTX_MESSAGE_TYPE_UNICODE)
        label.name = narrow(event->message.unicode);
    else if (event->messageType == NVTX_MESSAGE_TYPE_REGISTERED && event->message.registered)
        label.name = reinterpret_cast<const RegisteredText *>(event->message.registered)->text;
    return label;
}

const RangeDomain *domainOf(nvtxDomainHandle_t handle)
{
    return reinterpret_cast<const RangeDomain *>(handle);
}

int pop(const RangeDomain *domain)
{
    const int depth = popRange(domain);
    return depth < 0 ? NVTX_NO_PUSH_POP_TRACKING : depth;
}

// What NVTX calls, by the names in its tables.

void markEx(const nvtxEventAttributes_t *event)
{
    mark(read(event), nullptr);
}
void markA(const char *text)
{
    mark({textOf(text)}, nullptr);
}
void markW(const wchar_t *text)
{
    mark({narrow(text)}, nullptr);
}
nvtxRangeId_t rangeStartEx(const nvtxEventAttributes_t *event)
{
    return startRange(read(event), nullptr);
}
nvtxRangeId_t rangeStartA(const char *text)
{
    return startRange({textOf(text)}, nullptr);
}
nvtxRangeId_t rangeStartW(const wchar_t *text)
{
    return startRange({narrow(text)}, nullptr);
}
void rangeEnd(nvtxRangeId_t id)
{
    endRange(id);
}
int rangePushEx(const nvtxEventAttributes_t *event)
{
    return pushRange(read(event), nullptr);
}
int rangePushA(const char *text)
{
    return pushRange({textOf(text)}, nullptr);
}
int rangePushW(const wchar_t *text)
{
    return pushRange({narrow(text)}, nullptr);
}
int rangePop()
{
    return pop(nullptr);
}
void nameOsThreadA(std::uint32_t thread, const char *text)
{
    nameThread(thread, textOf(text));
}
void nameOsThreadW(std::uint32_t thread, const wchar_t *text)
{
    nameThread(thread, narrow(text));
}

void domainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    mark(read(event), domainOf(domain));
}
nvtxRangeId_t domainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    return startRange(read(event), domainOf(domain));
}
void domainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t id)
{
    endRange(id);
}
int domainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    return pushRange(read(event), domainOf(domain));
}
int domainRangePop(nvtxDomainHandle_t domain)
{
    return pop(domainOf(domain));
}

// Texts and domains are few, and never freed: ranges that name them may end at any time.
nvtxStringHandle_t registerText(std::string text)
{
    return reinterpret_cast<nvtxStringHandle_t>(new RegisteredText{std::move(text)});
}
nvtxStringHandle_t registerStringA(nvtxDomainHandle_t, const char *text)
{
    return registerText(textOf(text));
}
nvtxStringHandle_t registerStringW(nvtxDomainHandle_t, const wchar_t *text)
{
    return registerText(narrow(text));
}
nvtxDomainHandle_t createDomain(std::string name)
{
    return reinterpret_cast<nvtxDomainHandle_t>(new RangeDomain{std::move(name)});
}
nvtxDomainHandle_t domainCreateA(const char *text)
{
    return createDomain(textOf(text));
}
nvtxDomainHandle_t domainCreateW(const wchar_t *text)
{
    return createDomain(narrow(text));
}
void domainDestroy(nvtxDomainHandle_t) {}

/// One of NVTX's tables: a pointer to each function of a module.
class Table
{
public:
    Table(const NvtxExportTableCallbacks &callbacks, NvtxCallbackModule module)
    {
        if (callbacks.GetModuleFunctionTable(module, &m_functions, &m_size) != 1)
            m_functions = nullptr;
    }
    explicit operator bool() const { return m_functions != nullptr; }
    template <typename Function>
    void set(unsigned number, Function function)
    {
        if (number < m_size && m_functions[number])
            *m_functions[number] = reinterpret_cast<NvtxFunctionPointer>(function);
    }

private:
    NvtxFunctionTable m_functions = nullptr;
    unsigned m_size = 0;
};

void fillCore(Table table)
{
    table.set(NVTX_CBID_CORE_MarkEx, markEx);
    table.set(NVTX_CBID_CORE_MarkA, markA);
    table.set(NVTX_CBID_CORE_MarkW, markW);
    table.set(NVTX_CBID_CORE_RangeStartEx, rangeStartEx);
    table.set(NVTX_CBID_CORE_RangeStartA, rangeStartA);
    table.set(NVTX_CBID_CORE_RangeStartW, rangeStartW);
    table.set(NVTX_CBID_CORE_RangeEnd, rangeEnd);
    table.set(NVTX_CBID_CORE_RangePushEx, rangePushEx);
    table.set(NVTX_CBID_CORE_RangePushA, rangePushA);
    table.set(NVTX_CBID_CORE_RangePushW, rangePushW);
    table.set(NVTX_CBID_CORE_RangePop, rangePop);
    table.set(NVTX_CBID_CORE_NameOsThreadA, nameOsThreadA);
    table.set(NVTX_CBID_CORE_NameOsThreadW, nameOsThreadW);
}

void fillDomains(Table table)
{
    table.set(NVTX_CBID_CORE2_DomainMarkEx, domainMarkEx);
    table.set(NVTX_CBID_CORE2_DomainRangeStartEx, domainRangeStartEx);
    table.set(NVTX_CBID_CORE2_DomainRangeEnd, domainRangeEnd);
    table.set(NVTX_CBID_CORE2_DomainRangePushEx, domainRangePushEx);
    table.set(NVTX_CBID_CORE2_DomainRangePop, domainRangePop);
    table.set(NVTX_CBID_CORE2_DomainRegisterStringA, registerStringA);
    table.set(NVTX_CBID_CORE2_DomainRegisterStringW, registerStringW);
    table.set(NVTX_CBID_CORE2_DomainCreateA, domainCreateA);
    table.set(NVTX_CBID_CORE2_DomainCreateW, domainCreateW);
    table.set(NVTX_CBID_CORE2_DomainDestroy, domainDestroy);
}

bool takeNvtx(NvtxGetExportTableFunc_t exportTable)
{
    const auto *callbacks = static_cast<const NvtxExportTableCallbacks *>(exportTable(NVTX_ETID_CALLBACKS));
    if (!callbacks || callbacks->struct_size < sizeof *callbacks || !callbacks->GetModuleFunctionTable)
        return false;
    const Table core(*callbacks, NVTX_CB_MODULE_CORE), domains(*callbacks, NVTX_CB_MODULE_CORE2);
    if (!core || !domains)
        return false;
    fillCore(core);
    fillDomains(domains);
    return true;
}

} // namespace

} // namespace streamscope::recorder

/// Called by NVTX on its first use in a process whose NVTX_INJECTION64_PATH names this library. 0: it goes without.
STREAMSCOPE_EXPORT int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t exportTable)
{
    return streamscope::recorder::takeNvtx(exportTable) ? 1 : 0;
}
