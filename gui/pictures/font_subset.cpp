// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/font_subset.h"

#include <QRawFont>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// Big-endian numbers of a table; 0 beyond its end, for fonts may be broken.
class Reader
{
public:
    explicit Reader(QByteArray bytes) : m_bytes(std::move(bytes)) {}

    const QByteArray &bytes() const { return m_bytes; }
    quint32 number(qsizetype at, int size) const
    {
        quint32 value = 0;
        for (int i = 0; i < size; ++i)
            value = value << 8U | (at + i >= 0 && at + i < m_bytes.size() ? static_cast<quint8>(m_bytes[at + i]) : 0U);
        return value;
    }
    quint32 u16(qsizetype at) const { return number(at, 2); }
    quint32 u32(qsizetype at) const { return number(at, 4); }

private:
    QByteArray m_bytes;
};

void append16(QByteArray &bytes, quint32 value)
{
    bytes.append(static_cast<char>(value >> 8U & 0xFFU));
    bytes.append(static_cast<char>(value & 0xFFU));
}

void append32(QByteArray &bytes, quint32 value)
{
    append16(bytes, value >> 16U);
    append16(bytes, value & 0xFFFFU);
}

void put16(QByteArray &bytes, qsizetype at, quint32 value)
{
    if (at < 0 || at + 2 > bytes.size())
        return;
    bytes[at] = static_cast<char>(value >> 8U & 0xFFU);
    bytes[at + 1] = static_cast<char>(value & 0xFFU);
}

using Tables = std::map<QByteArray, QByteArray>; ///< by tag, sorted as the directory wants them

Tables tablesOf(const QByteArray &font)
{
    const Reader reader(font);
    Tables tables;
    for (quint32 i = 0; i < reader.u16(4); ++i) {
        const qsizetype entry = 12 + 16 * static_cast<qsizetype>(i);
        tables[font.mid(entry, 4)] = font.mid(reader.u32(entry + 8), reader.u32(entry + 12));
    }
    return tables;
}

/// The glyphs that are wanted, numbered anew, with their outlines.
class Glyphs
{
public:
    explicit Glyphs(const Tables &tables)
        : m_head(tables.at("head")), m_loca(tables.at("loca")), m_glyf(tables.at("glyf"))
    {
        number(0); // what stands for a missing character is always the first
    }

    /// The new number of a glyph.
    quint32 number(quint32 old)
    {
        const auto [entry, isNew] = m_numbers.try_emplace(old, static_cast<quint32>(m_old.size()));
        if (isNew)
            m_old.push_back(old);
        return entry->second;
    }

    /// Adds the parts of composed glyphs, and names them by their new numbers.
    void collect()
    {
        for (std::size_t i = 0; i < m_old.size(); ++i) // grows meanwhile
            m_outlines.push_back(renumbered(outline(m_old[i])));
    }

    const std::vector<quint32> &oldNumbers() const { return m_old; }
    const std::vector<QByteArray> &outlines() const { return m_outlines; }

private:
    QByteArray outline(quint32 glyph) const
    {
        const bool isLong = m_head.u16(50) != 0;
        const auto place = [&](quint32 i) {
            const auto at = static_cast<qsizetype>(i);
            return static_cast<qsizetype>(isLong ? m_loca.u32(4 * at) : 2 * m_loca.u16(2 * at));
        };
        return m_glyf.bytes().mid(place(glyph), std::max<qsizetype>(0, place(glyph + 1) - place(glyph)));
    }

    QByteArray renumbered(QByteArray outline)
    {
        enum : quint32 { Words = 1, Scale = 8, More = 0x20, TwoScales = 0x40, Matrix = 0x80 };
        const Reader reader(outline);
        if (outline.size() < 12 || reader.u16(0) < 0x8000) // a positive number of contours: not composed
            return outline;
        quint32 flags = More;
        for (qsizetype at = 10; (flags & More) && at + 4 <= outline.size();) {
            flags = reader.u16(at);
            put16(outline, at + 2, number(reader.u16(at + 2)));
            at += 4 + (flags & Words ? 4 : 2) + (flags & Scale ? 2 : flags & TwoScales ? 4 : flags & Matrix ? 8 : 0);
        }
        return outline;
    }

    Reader m_head, m_loca, m_glyf;
    std::map<quint32, quint32> m_numbers;
    std::vector<quint32> m_old;
    std::vector<QByteArray> m_outlines;
};

/// Format 4, Windows Unicode: one segment for each character.
QByteArray characterMap(const std::map<char16_t, quint32> &glyphs)
{
    const auto segments = static_cast<quint32>(glyphs.size() + 1); // and the one that ends it
    quint32 power = 1, exponent = 0;
    for (; power * 2 <= segments; power *= 2)
        ++exponent;
    QByteArray map;
    append32(map, 1); // version 0, one table
    append16(map, 3);
    append16(map, 1);
    append32(map, 12);
    append16(map, 4);
    append16(map, 16 + 8 * segments);
    append16(map, 0);
    append16(map, 2 * segments);
    append16(map, 2 * power);
    append16(map, exponent);
    append16(map, 2 * (segments - power));
    for (const auto &[character, glyph] : glyphs)
        append16(map, character);
    append32(map, 0xFFFF0000U); // the last end, and a pad
    for (const auto &[character, glyph] : glyphs)
        append16(map, character);
    append16(map, 0xFFFF);
    for (const auto &[character, glyph] : glyphs)
        append16(map, glyph - character);
    append16(map, 1);
    for (quint32 i = 0; i < segments; ++i)
        append16(map, 0);
    return map;
}

quint32 checksum(QByteArray table)
{
    table.append((4 - table.size() % 4) % 4, '\0');
    const Reader reader(table);
    quint32 sum = 0;
    for (qsizetype at = 0; at < table.size(); at += 4)
        sum += reader.u32(at);
    return sum;
}

QByteArray assembled(const Tables &tables)
{
    quint32 power = 1, exponent = 0;
    for (; power <= tables.size() / 2; power *= 2)
        ++exponent;
    QByteArray directory, body;
    append32(directory, 0x00010000);
    append16(directory, static_cast<quint32>(tables.size()));
    append16(directory, 16 * power);
    append16(directory, exponent);
    append16(directory, 16 * (static_cast<quint32>(tables.size()) - power));
    const qsizetype start = 12 + 16 * static_cast<qsizetype>(tables.size());
    for (const auto &[tag, table] : tables) {
        directory += tag;
        append32(directory, checksum(table));
        append32(directory, static_cast<quint32>(start + body.size()));
        append32(directory, static_cast<quint32>(table.size()));
        body += table;
        body.append((4 - body.size() % 4) % 4, '\0');
    }
    return directory + body;
}

/// Outlines, where they lie, widths, and the numbers that count them.
void putGlyphs(Tables &tables, const Glyphs &glyphs)
{
    const Reader oldWidths(tables.at("hmtx"));
    const quint32 widths = std::max(1U, Reader(tables.at("hhea")).u16(34));
    QByteArray outlines, places, metrics;
    for (std::size_t i = 0; i < glyphs.outlines().size(); ++i) {
        append32(places, static_cast<quint32>(outlines.size()));
        outlines += glyphs.outlines()[i];
        outlines.append((4 - outlines.size() % 4) % 4, '\0');
        const quint32 old = glyphs.oldNumbers()[i];
        append16(metrics, oldWidths.u16(4 * static_cast<qsizetype>(std::min(old, widths - 1))));
        append16(metrics, oldWidths.u16(old < widths ? 4 * static_cast<qsizetype>(old) + 2
                                                     : 4 * static_cast<qsizetype>(widths)
                                                           + 2 * static_cast<qsizetype>(old - widths)));
    }
    append32(places, static_cast<quint32>(outlines.size()));
    tables["glyf"] = outlines;
    tables["loca"] = places;
    tables["hmtx"] = metrics;
    const auto count = static_cast<quint32>(glyphs.outlines().size());
    put16(tables["maxp"], 4, count);
    put16(tables["hhea"], 34, count);
    put16(tables["head"], 50, 1); // long places
}

} // namespace

QByteArray fontSubset(const QByteArray &font, const QSet<char16_t> &characters)
{
    const Tables all = tablesOf(font);
    Tables tables;
    for (const char *tag : {"OS/2", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "prep"}) {
        const auto found = all.find(tag);
        if (found != all.end())
            tables[tag] = found->second;
    }
    for (const char *needed : {"glyf", "head", "hhea", "hmtx", "loca", "maxp"})
        if (!tables.contains(needed))
            return {};
    const QRawFont raw(font, 16);
    Glyphs glyphs(tables);
    std::map<char16_t, quint32> mapped;
    for (const char16_t character : characters) {
        const QList<quint32> found = raw.glyphIndexesForString(QString(QChar(character)));
        if (character < 0xD800 && found.size() == 1 && found[0] != 0)
            mapped[character] = glyphs.number(found[0]);
    }
    glyphs.collect();
    putGlyphs(tables, glyphs);
    tables["cmap"] = characterMap(mapped);
    QByteArray post;
    append32(post, 0x00030000); // no names of glyphs
    post += all.contains("post") ? all.at("post").mid(4, 28) : QByteArray(28, '\0');
    tables["post"] = post;
    return assembled(tables);
}

} // namespace streamscope
