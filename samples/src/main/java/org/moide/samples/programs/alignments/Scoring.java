package org.moide.samples.programs.alignments;

import java.util.Arrays;

/**
 * The parameters by which alignments are scored.
 *
 * @param match the score of two equal bases, above 0
 * @param mismatch the score of two different bases, below 0
 * @param gapOpen the cost of each gap, apart from its length; at least 0
 * @param gapExtend the additional cost of each base in a gap; at least 1
 */
record Scoring(int match, int mismatch, int gapOpen, int gapExtend) {
    /**
     * The best local alignment.
     *
     * @param score its score; 0 if there is no alignment
     * @param endInFirst the end position in the first sequence, counted from 1; 0 if there is no alignment
     * @param endInSecond the end position in the second sequence
     */
    record Alignment(int score, int endInFirst, int endInSecond) {}

    int of(byte one, byte other) {
        return one == other && one != 'N' ? match : mismatch;
    }

    /**
     * Returns the best local alignment, by the method of Smith and Waterman (1981) with affine gaps as in Gotoh (1982),
     * with memory for only one row of the matrices. Of equally good alignments, it chooses the one that ends earliest
     * in the first sequence, and among these the one that ends earliest in the second.
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
