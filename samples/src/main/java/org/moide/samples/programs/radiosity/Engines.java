package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.moide.engine.ComputeThread;

/**
 * The engines, as one of their threads sees them. The first ID of an engine does what only one ID of the engine may do.
 * Immutable.
 */
final class Engines {
    private final int[] firstIds;
    private final double[] shares;
    private final int own;
    private final int thread;
    private final int threads;

    Engines(ComputeThread self) {
        int[] numbers =
                IntStream.range(0, self.count()).map(self.comm()::engineOf).toArray();
        int[] distinct = Arrays.stream(numbers).distinct().toArray();
        firstIds = new int[distinct.length];
        shares = new double[distinct.length];
        int found = 0;
        for (int engine = 0; engine < distinct.length; engine++) {
            int number = distinct[engine];
            int[] ids = IntStream.range(0, self.count())
                    .filter(id -> numbers[id] == number)
                    .toArray();
            firstIds[engine] = ids[0];
            for (int id : ids) {
                shares[engine] += self.share(id);
            }
            found = number == numbers[self.id()] ? engine : found;
        }
        own = found;
        thread = self.threadIndex();
        threads = self.threadCount();
    }

    int count() {
        return firstIds.length;
    }

    int own() {
        return own;
    }

    int firstId(int engine) {
        return firstIds[engine];
    }

    /** Returns the calling thread's index in its engine. */
    int thread() {
        return thread;
    }

    int threads() {
        return threads;
    }

    double[] shares() {
        return shares.clone();
    }
}
