package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.moide.commlib.CommLib;
import org.moide.engine.ComputeThread;

/**
 * The logical IDs of each engine, as one compute thread sees it. In cooperative mode an engine's first ID speaks for it
 * where one must. Immutable.
 */
final class Engines {
    /** No partner in this round. */
    static final int NONE = -1;

    private final int[][] ids;
    private final double[] shares;
    private final int own;
    private final int thread;

    Engines(ComputeThread self) {
        CommLib comm = self.comm();
        int[] numbers = new int[comm.count()];
        for (int id = 0; id < comm.count(); id++) {
            numbers[id] = comm.engineOf(id);
        }
        int[] distinct = Arrays.stream(numbers).distinct().toArray();
        ids = new int[distinct.length][];
        shares = new double[distinct.length];
        int foundOwn = 0;
        for (int engine = 0; engine < distinct.length; engine++) {
            int number = distinct[engine];
            ids[engine] = IntStream.range(0, comm.count())
                    .filter(id -> numbers[id] == number)
                    .toArray();
            for (int id : ids[engine]) {
                shares[engine] += self.share(id);
            }
            if (number == comm.engineOf(comm.id())) {
                foundOwn = engine;
            }
        }
        own = foundOwn;
        thread = Arrays.binarySearch(ids[own], comm.id());
    }

    /**
     * The number of engines that compute; here they are numbered from 0 without gaps, in the order of their first IDs.
     */
    int count() {
        return ids.length;
    }

    /** The engine of the calling thread. */
    int own() {
        return own;
    }

    /** The calling thread's index in its engine. */
    int thread() {
        return thread;
    }

    int threads() {
        return ids[own].length;
    }

    boolean isFirstThread() {
        return thread == 0;
    }

    int firstId(int engine) {
        return ids[engine][0];
    }

    /** Each engine's part of the power of all. */
    double[] shares() {
        return shares.clone();
    }

    /** The fewest threads that an engine has. */
    int leastThreads() {
        return Arrays.stream(ids).mapToInt(own -> own.length).min().orElse(1);
    }

    /**
     * Whether an engine has had more of the work than is its due.
     *
     * @param work of each ID
     * @param ratio so many times its due is not too much yet
     */
    boolean isUnbalanced(IntToDoubleFunction work, double ratio) {
        double[] works = Arrays.stream(ids)
                .mapToDouble(own -> Arrays.stream(own).mapToDouble(work).sum())
                .toArray();
        double all = Arrays.stream(works).sum();
        for (int engine = 0; engine < works.length; engine++) {
            if (works[engine] > ratio * shares[engine] * all) {
                return true;
            }
        }
        return false;
    }

    /**
     * Joins what the engines' threads have told.
     *
     * @param all what each ID has told, as many numbers from each
     * @return for each engine what its IDs have told, in their order
     */
    List<double[]> joined(double[] all, int ofEach) {
        List<double[]> joined = new ArrayList<>();
        for (int[] own : ids) {
            double[] told = new double[own.length * ofEach];
            for (int i = 0; i < own.length; i++) {
                System.arraycopy(all, own[i] * ofEach, told, i * ofEach, ofEach);
            }
            joined.add(told);
        }
        return joined;
    }

    /** The number of rounds in which each engine meets every other once. */
    int rounds() {
        return rounds(count());
    }

    private static int rounds(int engines) {
        return engines % 2 == 0 ? engines - 1 : engines;
    }

    /** The engine that this one meets in a round: two meet each other, or {@link #NONE}. */
    int partner(int round) {
        return partner(own, round, count());
    }

    /**
     * The partner of an engine, as players meet at a tournament: all but the last go round, a missing last one is a
     * rest.
     */
    static int partner(int engine, int round, int engines) {
        int circle = rounds(engines);
        int last = circle;
        int partner = engine == last
                ? (int) ((long) round * ((circle + 1) / 2) % circle)
                : Math.floorMod(round - engine, circle);
        if (partner == engine) {
            partner = last;
        }
        return partner < engines ? partner : NONE;
    }

    /** The ID that speaks for {@code engine} in a round: its threads take turns. */
    int speaker(int engine, int round) {
        return ids[engine][round % ids[engine].length];
    }
}
