package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * Fetches the light of other engines' trees. Before each pass, the threads of this engine ask each other engine once
 * for the light that its trees had after the last pass, by complex communication (Task Pool Teams, §2.3). The
 * communication thread of the other engine answers.
 *
 * <p>Each thread has an object of its own; the object of an engine's first thread answers requests.
 */
final class Neighbours {
    private static final int TREES = 1;

    private final CommLib comm;
    private final Engines engines;
    /** The forest from which the communication thread answers requests. */
    private volatile @Nullable Forest shown;

    private long asked;

    Neighbours(CommLib comm, Engines engines) {
        this.comm = comm;
        this.engines = engines;
        if (engines.count() > 1 && engines.thread() == 0) {
            comm.onRequest(TREES, int[].class, (request, surfaces) -> answer(surfaces));
        }
    }

    private Shine[] answer(int[] surfaces) {
        Forest forest = shown;
        if (forest == null || Arrays.stream(surfaces).anyMatch(surface -> !isThere(forest, surface))) {
            throw new IllegalStateException(
                    "expected surfaces of ID " + comm.id() + ", found " + Arrays.toString(surfaces));
        }
        return Arrays.stream(surfaces).mapToObj(forest::shine).toArray(Shine[]::new);
    }

    private static boolean isThere(Forest forest, int surface) {
        return surface >= 0 && surface < forest.count() && forest.isOwn(surface);
    }

    /**
     * Makes the light of this engine's trees available to other engines. When the method returns, all engines have done
     * so. All IDs must call it.
     */
    void show(Forest forest) {
        shown = forest;
        comm.remoteBarrier();
    }

    /** Fetches the light of other engines' trees, as far as this thread has to do it for its engine. */
    void learn(Forest forest) {
        for (int engine = 0; engine < engines.count(); engine++) {
            if (engine != forest.engine() && engine % engines.threads() == engines.thread()) {
                int owner = engine;
                Allotment allotment = forest.allotment();
                int[] wanted = IntStream.range(0, forest.count())
                        .filter(surface -> allotment.owner(surface) == owner)
                        .toArray();
                if (wanted.length > 0) {
                    Shine[] shines = comm.request(engines.firstId(engine), TREES, wanted, Shine[].class);
                    for (int i = 0; i < wanted.length; i++) {
                        shines[i].tell(forest.tree(wanted[i]));
                    }
                    asked += wanted.length;
                }
            }
        }
    }

    /** Returns the number of trees whose light was requested. */
    long asked() {
        return asked;
    }
}
