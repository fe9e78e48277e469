package org.moide.samples.programs.nbody.curve;

import java.util.Arrays;

/**
 * Sorts keys together with the numbers of their bodies. Several threads may sort runs of the same arrays and then merge
 * them in pairs. The sort is stable: bodies with the same key keep their order, so the result is the same for any
 * number of threads.
 */
public final class KeySort {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    /**
     * The number of passes, one for each digit of a key. Six digits cover its 63 bits; with an even number of passes,
     * the result is in the original arrays.
     */
    private static final int PASSES = 6;

    private KeySort() {}

    /**
     * Sorts the run from {@code from} to {@code end} − 1, digit by digit, beginning with the lowest.
     *
     * @param spareKeys an array as long as {@code keys}; the run's part of it is overwritten
     */
    public static void sort(long[] keys, int[] order, int from, int end, long[] spareKeys, int[] spareOrder) {
        long[] sourceKeys = keys;
        int[] sourceOrder = order;
        long[] targetKeys = spareKeys;
        int[] targetOrder = spareOrder;
        int[] places = new int[DIGITS];
        for (int pass = 0; pass < PASSES; pass++) {
            int shift = pass * DIGIT_BITS;
            Arrays.fill(places, 0);
            for (int i = from; i < end; i++) {
                places[(int) (sourceKeys[i] >>> shift) & (DIGITS - 1)]++;
            }
            int place = from;
            for (int digit = 0; digit < DIGITS; digit++) {
                int many = places[digit];
                places[digit] = place;
                place += many;
            }
            for (int i = from; i < end; i++) {
                int to = places[(int) (sourceKeys[i] >>> shift) & (DIGITS - 1)]++;
                targetKeys[to] = sourceKeys[i];
                targetOrder[to] = sourceOrder[i];
            }
            long[] swapKeys = sourceKeys;
            sourceKeys = targetKeys;
            targetKeys = swapKeys;
            int[] swapOrder = sourceOrder;
            sourceOrder = targetOrder;
            targetOrder = swapOrder;
        }
    }

    /** Merges two adjacent sorted runs into the same place of other arrays. */
    public static void merge(long[] keys, int[] order, int from, int middle, int end, long[] toKeys, int[] toOrder) {
        int left = from;
        int right = middle;
        for (int to = from; to < end; to++) {
            boolean takeLeft = right == end || (left < middle && keys[left] <= keys[right]);
            int taken = takeLeft ? left++ : right++;
            toKeys[to] = keys[taken];
            toOrder[to] = order[taken];
        }
    }
}
