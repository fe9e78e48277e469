package org.moide.samples.programs.tsp;

import java.util.SplittableRandom;

/**
 * Makes the distances of random towns in hills, where the way up counts as longer than the way down. The problem that
 * comes with the sample is one of these.
 */
final class Hills {
    private static final int SIDE = 1000;

    private Hills() {}

    static Distances towns(int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] x = new int[size];
        int[] y = new int[size];
        int[] height = new int[size];
        for (int town = 0; town < size; town++) {
            x[town] = random.nextInt(SIDE);
            y[town] = random.nextInt(SIDE);
            height[town] = random.nextInt(SIDE);
        }
        int[] lengths = new int[size * size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                int east = x[to] - x[from];
                int north = y[to] - y[from];
                int climb = Math.max(0, height[to] - height[from]);
                lengths[from * size + to] = (int) Math.round(Math.sqrt(east * east + north * north)) + climb;
            }
        }
        return new Distances("hills" + size, size, lengths);
    }
}
