package org.moide.samples.programs.alignments;

import java.util.Arrays;

/**
 * The scoring that makes an alignment good.
 *
 * @param match for two bases that are the same, above 0
 * @param mismatch for two that differ, below 0
 * @param gapOpen what a gap costs, whatever its length, from 0 on
 * @param gapExtend what each base in a gap costs besides, from 1 on
 */
record Scoring(int match, int mismatch, int gapOpen, int gapExtend) {
    /**
     * The best local alignment.
     *
     * @param score 0 if there is none
     * @param endInFirst how many bases of the first sequence come before its end, counted from 1; 0 if there is none
     * @param endInSecond the same of the second
     */
    record Alignment(int score, int endInFirst, int endInSecond) {}

    int of(byte one, byte other) {
        return one == other && one != 'N' ? match : mismatch;
    }

    /**
     * Smith and Waterman (1981) with affine gaps as by Gotoh (1982), in memory for one row. Of equal ends the one that
     * comes first in the first sequence is chosen, then in the second.
     */
    Alignment align(byte[] first, byte[] second) {
        int[] above = new int[second.length + 1]; // the best that ends at this base of the second, in the row above
        int[] gapsDown = new int[second.length + 1]; // the best that ends there with a gap in the second
        Arrays.fill(gapsDown, Integer.MIN_VALUE / 2);
        int best = 0;
        int endInFirst = 0;
        int endInSecond = 0;
        for (int row = 1; row <= first.length; row++) {
            int diagonal = 0;
            int left = 0;
            int gapRight = Integer.MIN_VALUE / 2;
            byte base = first[row - 1];
            for (int column = 1; column <= second.length; column++) {
                gapsDown[column] = Math.max(gapsDown[column], above[column] - gapOpen) - gapExtend;
                gapRight = Math.max(gapRight, left - gapOpen) - gapExtend;
                int here = diagonal + (base == second[column - 1] && base != 'N' ? match : mismatch);
                here = Math.max(Math.max(here, 0), Math.max(gapsDown[column], gapRight));
                diagonal = above[column];
                above[column] = here;
                left = here;
                if (here > best) {
                    best = here;
                    endInFirst = row;
                    endInSecond = column;
                }
            }
        }
        return new Alignment(best, endInFirst, endInSecond);
    }
}
