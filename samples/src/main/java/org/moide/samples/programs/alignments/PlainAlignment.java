package org.moide.samples.programs.alignments;

/**
 * Computes alignments as in textbooks, with three complete matrices (Gotoh 1982). Used for checks, because it takes
 * memory for every cell.
 */
final class PlainAlignment {
    /** The most bases of a sequence that is aligned in this way. For two such sequences, the matrices take 0.8 GB. */
    static final int LONGEST = 8_192;

    private static final int NEVER = Integer.MIN_VALUE / 2;

    private PlainAlignment() {}

    static Scoring.Alignment of(byte[] first, byte[] second, Scoring scoring) {
        int[][] best = new int[first.length + 1][second.length + 1];
        int[][] gapInSecond = new int[first.length + 1][second.length + 1];
        int[][] gapInFirst = new int[first.length + 1][second.length + 1];
        int begun = scoring.gapOpen() + scoring.gapExtend();
        Scoring.Alignment found = new Scoring.Alignment(0, 0, 0);
        for (int row = 0; row <= first.length; row++) {
            for (int column = 0; column <= second.length; column++) {
                if (row == 0 || column == 0) {
                    gapInSecond[row][column] = NEVER;
                    gapInFirst[row][column] = NEVER;
                    continue;
                }
                gapInSecond[row][column] =
                        Math.max(best[row - 1][column] - begun, gapInSecond[row - 1][column] - scoring.gapExtend());
                gapInFirst[row][column] =
                        Math.max(best[row][column - 1] - begun, gapInFirst[row][column - 1] - scoring.gapExtend());
                int pair = best[row - 1][column - 1] + scoring.of(first[row - 1], second[column - 1]);
                int gap = Math.max(gapInSecond[row][column], gapInFirst[row][column]);
                best[row][column] = Math.max(0, Math.max(pair, gap));
                if (best[row][column] > found.score()) {
                    found = new Scoring.Alignment(best[row][column], row, column);
                }
            }
        }
        return found;
    }
}
