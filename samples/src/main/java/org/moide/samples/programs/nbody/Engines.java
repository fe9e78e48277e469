package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.moide.commlib.CommLib;
import org.moide.engine.ComputeThread;

/**
 * The logical IDs of each engine, as one compute thread sees them. In cooperative mode, the first ID of an engine does
 * what only one ID of the engine may do. Immutable.
 */
final class Engines {
    /** The value that says that an engine has no partner in a round. */
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
     * Returns the number of engines that compute. Here they are numbered from 0 without gaps, in the order of their
     * first IDs.
     */
    int count() {
        return ids.length;
    }

    /** Returns the number of the calling thread's engine. */
    int own() {
        return own;
    }

    /** Returns the calling thread's index in its engine. */
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

    /** Returns each engine's fraction of the power of all engines. */
    double[] shares() {
        return shares.clone();
    }

    /** Returns the number of threads of the engine that has the fewest. */
    int leastThreads() {
        return Arrays.stream(ids).mapToInt(own -> own.length).min().orElse(1);
    }

    /**
     * Returns whether some engine has had more than {@code ratio} times its share of the work.
     *
     * @param work the work of each ID
     * @param ratio the multiple of its share that an engine may have
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
     * Joins the numbers that the threads of each engine have sent.
     *
     * @param all the numbers from all IDs, in the order of IDs
     * @param ofEach how many numbers each ID has sent
     * @return for each engine, the numbers from its IDs, in the order of IDs
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

    /** Returns the number of rounds that it takes until each engine has met every other engine once. */
    int rounds() {
        return rounds(count());
    }

    private static int rounds(int engines) {
        return engines % 2 == 0 ? engines - 1 : engines;
    }

    /** Returns the engine that this engine meets in a round; {@link #NONE} if it meets none. */
    int partner(int round) {
        return partner(own, round, count());
    }

    /**
     * Returns the engine that an engine meets in a round, by the scheme of a round-robin tournament. If the number of
     * engines is odd, one engine rests in each round.
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

    /** Returns the ID that acts for {@code engine} in a round. An engine's threads take turns. */
    int speaker(int engine, int round) {
        return ids[engine][round % ids[engine].length];
    }
}
