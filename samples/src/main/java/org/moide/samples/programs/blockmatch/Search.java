package org.moide.samples.programs.blockmatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the block of one frame that is most similar to a block of another (TDC, §4.1): of all places within a range
 * that lie inside the frame, it finds the one with the least sum of absolute differences. Of equally good places it
 * chooses the one with the least |dy| + |dx|, then the one with the least dy, then the one with the least dx. The
 * computation of a sum is abandoned as soon as it reaches the least sum so far. Immutable.
 */
final class Search {
    /**
     * The block that was found.
     *
     * @param dy the number of pixels that the similar block is further down; below 0 if it is further up
     * @param dx the number of pixels that the similar block is further to the right; below 0 if it is further to the
     *     left
     * @param error the sum of absolute differences
     */
    record Found(int dy, int dx, int error) {}

    private final int side;
    private final int[] dys; // in the order of the tests: the first of equal places must be chosen
    private final int[] dxs;

    /**
     * Creates a search.
     *
     * @param side the side of a block, in pixels
     * @param range the largest distance that a block may have moved, in pixels
     */
    Search(int side, int range) {
        this.side = side;
        List<int[]> places = new ArrayList<>();
        for (int dy = -range; dy <= range; dy++) {
            for (int dx = -range; dx <= range; dx++) {
                places.add(new int[] {dy, dx});
            }
        }
        places.sort(Comparator.<int[]>comparingInt(place -> Math.abs(place[0]) + Math.abs(place[1]))
                .thenComparingInt(place -> place[0])
                .thenComparingInt(place -> place[1]));
        dys = places.stream().mapToInt(place -> place[0]).toArray();
        dxs = places.stream().mapToInt(place -> place[1]).toArray();
    }

    /**
     * Finds where the block whose upper left corner is at ({@code x}, {@code y}) of {@code frame} was in
     * {@code before}.
     */
    Found find(Frame frame, Frame before, int x, int y) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int place = 0; place < dys.length; place++) {
            int atX = x + dxs[place];
            int atY = y + dys[place];
            boolean inside = atX >= 0 && atY >= 0 && atX + side <= before.width() && atY + side <= before.height();
            if (inside) {
                int error = error(frame, before, y * frame.width() + x, atY * before.width() + atX, least);
                if (error < least) {
                    least = error;
                    best = place;
                }
            }
        }
        return new Found(dys[best], dxs[best], least);
    }

    /**
     * Returns the sum of absolute differences of two blocks. If the sum is not below {@code limit}, it returns some
     * number that is not below {@code limit}.
     */
    private int error(Frame frame, Frame before, int from, int with, int limit) {
        byte[] one = frame.luma();
        byte[] other = before.luma();
        int sum = 0;
        for (int row = 0; row < side && sum < limit; row++) {
            int at = from + row * frame.width();
            int beside = with + row * before.width();
            for (int column = 0; column < side; column++) {
                sum += Math.abs((one[at + column] & 0xFF) - (other[beside + column] & 0xFF));
            }
        }
        return sum;
    }
}
