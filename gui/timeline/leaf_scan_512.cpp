// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/leaf_scan_512.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns of its own header: the undefined operand of its intrinsics (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>

#define STREAMSCOPE_512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))

namespace streamscope {

namespace {

constexpr int size = static_cast<int>(IntervalForest::leafSize);
static_assert(size == 16, "one vector of 32-bit numbers");

/// The values moved up by `places`; below come those of `before`'s end.
template <int places>
STREAMSCOPE_512 inline __m512i movedUp(__m512i values, __m512i before)
{
    return _mm512_alignr_epi32(values, before, size - places);
}

/// Rounded after the multiplication, as PixelGrid does it: with a plain product the compiler could fuse the next sum
/// into it.
STREAMSCOPE_512 inline __m256i pixelsOf(__m256i offsets, double startNs, double pixelsPerNs)
{
    const __m512d ns = _mm512_add_pd(_mm512_cvtepi32_pd(offsets), _mm512_set1_pd(startNs));
    const __m512d x =
        _mm512_mul_round_pd(ns, _mm512_set1_pd(pixelsPerNs), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __m256i past = _mm512_cvttpd_epi32(_mm512_add_pd(x, _mm512_set1_pd(2)));
    return _mm256_sub_epi32(past, _mm256_set1_epi32(2));
}

/// Of each value and those before it. No sum exceeds 32 bits.
STREAMSCOPE_512 inline __m512i sumsOf(__m512i values)
{
    const __m512i zero = _mm512_setzero_si512();
    values = _mm512_add_epi32(values, movedUp<1>(values, zero));
    values = _mm512_add_epi32(values, movedUp<2>(values, zero));
    values = _mm512_add_epi32(values, movedUp<4>(values, zero));
    return _mm512_add_epi32(values, movedUp<8>(values, zero));
}

/// The larger of both in those places of which `which` has the bit.
STREAMSCOPE_512 inline __m512i joined(__m512i all, unsigned which, __m512i others)
{
    return _mm512_mask_max_epu32(all, static_cast<__mmask16>(which), all, others);
}

/// The largest of each value and those before it up to where its cell begins: bits of `opens` say where cells do.
STREAMSCOPE_512 inline __m512i largestOf(__m512i values, unsigned opens)
{
    // Whether the 1, 2, 4, 8 places before are of the same cell.
    const unsigned one = ~opens & 0xfffeU, two = one & one << 1, four = two & two << 2, eight = four & four << 4;
    values = joined(values, one, movedUp<1>(values, values));
    values = joined(values, two, movedUp<2>(values, values));
    values = joined(values, four, movedUp<4>(values, values));
    return joined(values, eight, movedUp<8>(values, values));
}

} // namespace

bool canScanLeaf512()
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
           && __builtin_cpu_supports("avx512vl");
}

STREAMSCOPE_512 bool scanLeaf512(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs,
                                 std::uint32_t narrowNs, LeafScan &scan)
{
    const std::uint32_t at = scan.count;
    const __m512i packed = _mm512_loadu_si512(leaf.lengths), offsets = _mm512_loadu_si512(leaf.offsets);
    if (_mm512_cmpeq_epi32_mask(packed, _mm512_set1_epi32(static_cast<int>(IntervalForest::far))) != 0)
        return false;
    const __m512i lengths = _mm512_srli_epi32(packed, IntervalForest::tagBits);
    const __m512i places = _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                            _mm512_set1_epi32(static_cast<int>(at)));
    const __m512i pixels =
        _mm512_inserti64x4(_mm512_castsi256_si512(pixelsOf(_mm512_castsi512_si256(offsets), startNs, pixelsPerNs)),
                           pixelsOf(_mm512_extracti64x4_epi64(offsets, 1), startNs, pixelsPerNs), 1);
    const __m512i noPixels = _mm512_sub_epi32(_mm512_set1_epi32(-1), places); // ~place
    const __mmask16 wide = _mm512_cmpgt_epu32_mask(lengths, _mm512_set1_epi32(static_cast<int>(narrowNs)));
    const __m512i cells = _mm512_mask_mov_epi32(pixels, wide, noPixels);
    const __m512i before =
        at > 0 ? _mm512_set1_epi32(scan.pixels[at - 1]) : _mm512_broadcastd_epi32(_mm512_castsi512_si128(cells));
    const unsigned opens = _mm512_cmpneq_epi32_mask(cells, movedUp<1>(cells, before));
    _mm512_storeu_si512(scan.pixels.data() + at, cells);

    const __m512i keys =
        _mm512_or_si512(_mm512_slli_epi32(lengths, LeafScan::placeBits),
                        _mm512_sub_epi32(_mm512_set1_epi32(static_cast<int>(LeafScan::places) - 1), places));
    const unsigned goesOn = ((opens & (0U - opens)) - 1) & 0xffffU; // the cell of the place before this leaf
    const __m512i longest = _mm512_set1_epi32(static_cast<int>(at > 0 ? scan.longest[at - 1] : 0));
    const __m512i largest = largestOf(keys, opens);
    _mm512_storeu_si512(scan.longest.data() + at,
                        _mm512_mask_max_epu32(largest, static_cast<__mmask16>(goesOn), largest, longest));

    const __m512i sums = sumsOf(lengths);
    const __m512i busy = _mm512_set1_epi64(static_cast<long long>(at > 0 ? scan.busy[at - 1] : 0));
    _mm512_storeu_si512(scan.busy.data() + at,
                        _mm512_add_epi64(busy, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(sums))));
    _mm512_storeu_si512(scan.busy.data() + at + size / 2,
                        _mm512_add_epi64(busy, _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(sums, 1))));
    scan.addEnds(opens);
    return true;
}

} // namespace streamscope

#else

namespace streamscope {

bool canScanLeaf512()
{
    return false;
}

bool scanLeaf512(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
                 LeafScan &scan)
{
    return scanLeafAnywhere(leaf, startNs, pixelsPerNs, narrowNs, scan);
}

} // namespace streamscope

#endif
