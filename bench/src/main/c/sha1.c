/*
 * SHA-1 of a block by the processor's instructions, in the place of sha1_compile of UTS' rng/brg_sha1.c: what C can do where it
 * uses what the JVM's own SHA-1 uses. Four rounds an instruction, one block at a time, since a node of a tree is a block.
 *
 * Built by bench/side-by-side.sh uts where the processor has them:  gcc -O3 -march=native ... sha1.c
 */
#include <immintrin.h>
#include "brg_sha1.h"

/* Twenty rounds of one kind: five steps of four. The words of the next steps are worked out on the way. */
#define STEP(kind)                                             \
    do {                                                       \
        next = i == 0 ? _mm_add_epi32(e, w[0]) : _mm_sha1nexte_epu32(e, w[0]); \
        e = abcd;                                              \
        abcd = _mm_sha1rnds4_epu32(abcd, next, kind);          \
        last = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w[0], w[1]), w[2]), w[3]); \
        w[0] = w[1];                                           \
        w[1] = w[2];                                           \
        w[2] = w[3];                                           \
        w[3] = last;                                           \
    } while (0)

VOID_RETURN sha1_compile(sha1_ctx ctx[1]) {
    __m128i w[4], abcd, e, next, last, begin, begin_e;
    int i;

    /* The words stand in the order of the processor; the instructions want the first one at the top. */
    for (i = 0; i < 4; i++) {
        w[i] = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *) (ctx->wbuf + 4 * i)), 0x1b);
    }
    begin = abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *) ctx->hash), 0x1b);
    begin_e = e = _mm_set_epi32((int) ctx->hash[4], 0, 0, 0);
#pragma GCC unroll 5
    for (i = 0; i < 5; i++) STEP(0);
#pragma GCC unroll 5
    for (i = 5; i < 10; i++) STEP(1);
#pragma GCC unroll 5
    for (i = 10; i < 15; i++) STEP(2);
#pragma GCC unroll 5
    for (i = 15; i < 20; i++) STEP(3);
    e = _mm_sha1nexte_epu32(e, begin_e);
    abcd = _mm_add_epi32(abcd, begin);
    _mm_storeu_si128((__m128i *) ctx->hash, _mm_shuffle_epi32(abcd, 0x1b));
    ctx->hash[4] = (uint_32t) _mm_extract_epi32(e, 3);
}
