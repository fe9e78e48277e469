package org.moide.samples.programs.radiosity;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.moide.commlib.CommLib;

/**
 * The light of trees after the last pass, which engines ask each other for inside of tasks. This engine shows the light
 * of its own trees, and knows that of other trees if it has asked for it in this pass. A tree is asked for once in a
 * pass, with all others of its engine, even if several tasks wait for its light.
 *
 * <p><b>Threads.</b> The engine's first thread begins passes. Compute threads ask, and show trees between passes. The
 * communication thread takes answers, and answers other engines. {@code waiting} and {@code asked} are guarded by this
 * object.
 */
final class Lights {
    private final Forest forest;
    /** The light of this engine's trees. */
    private final AtomicReferenceArray<Shine> shown;
    /** The pass in which the light of a surface was last known. */
    private final AtomicIntegerArray knownIn;

    private volatile int pass;
    private final Map<Integer, List<Waiting>> waiting = new HashMap<>();
    private long asked;

    /** A task that waits for the light of some trees. Guarded by the lights. */
    private static final class Waiting {
        private final Runnable resume;
        private int missing;

        Waiting(Runnable resume) {
            this.resume = resume;
        }
    }

    Lights(Forest forest) {
        this.forest = forest;
        shown = new AtomicReferenceArray<>(forest.count());
        knownIn = new AtomicIntegerArray(forest.count());
    }

    /**
     * Begins a pass. From now on, only the light of this engine's own trees is known.
     *
     * @param isFirst whether no light has been exchanged yet, so that the light of all trees is known
     */
    void begin(boolean isFirst) {
        int next = pass + 1;
        for (int surface = 0; surface < forest.count(); surface++) {
            if (isFirst || forest.isOwn(surface)) {
                knownIn.set(surface, next);
            }
        }
        pass = next;
    }

    boolean isKnown(int surface) {
        return knownIn.get(surface) == pass;
    }

    /** Shows the light of one of this engine's trees to other engines. */
    void show(int surface, Shine shine) {
        shown.set(surface, shine);
    }

    /** Returns the light of some of this engine's trees. */
    Shine[] answer(int[] surfaces) {
        for (int surface : surfaces) {
            if (surface < 0 || surface >= forest.count() || !forest.isOwn(surface)) {
                throw new IllegalStateException(
                        "expected surfaces of engine " + forest.engine() + ", found " + Arrays.toString(surfaces));
            }
        }
        return Arrays.stream(surfaces).mapToObj(shown::get).toArray(Shine[]::new);
    }

    /**
     * Lets a task wait until the light of all these trees is known. The first task that needs light of an engine asks
     * for that of all its trees: other tasks will need the rest, and a message takes longer than its bytes.
     *
     * @param resume lets the task go on
     * @return the trees that nobody has asked for yet, by the engine that has them; the caller asks for them
     */
    Map<Integer, int[]> await(BitSet surfaces, Runnable resume) {
        Map<Integer, int[]> toAsk = new HashMap<>();
        Waiting task = new Waiting(resume);
        synchronized (this) {
            surfaces.stream().filter(surface -> !isKnown(surface)).forEach(surface -> {
                if (!waiting.containsKey(surface)) {
                    int owner = forest.allotment().owner(surface);
                    int[] unasked = unasked(owner);
                    for (int each : unasked) {
                        waiting.put(each, new ArrayList<>());
                    }
                    asked += unasked.length;
                    toAsk.put(owner, unasked);
                }
                requireNonNull(waiting.get(surface)).add(task);
                task.missing++;
            });
            if (task.missing > 0) {
                return toAsk;
            }
        }
        resume.run();
        return toAsk;
    }

    /** Returns the trees of another engine whose light is neither known nor asked for. */
    private int[] unasked(int owner) {
        return IntStream.range(0, forest.count())
                .filter(surface -> forest.allotment().owner(surface) == owner
                        && !isKnown(surface)
                        && !waiting.containsKey(surface))
                .toArray();
    }

    /** Takes the light of trees of another engine, and lets the tasks that wait for no more go on. */
    void arrived(int[] surfaces, Shine[] shines) {
        take(surfaces, shines);
        List<Runnable> resumes = new ArrayList<>();
        synchronized (this) {
            for (int surface : surfaces) {
                List<Waiting> tasks = waiting.remove(surface);
                for (Waiting task : tasks == null ? List.<Waiting>of() : tasks) {
                    if (--task.missing == 0) {
                        resumes.add(task.resume);
                    }
                }
            }
        }
        resumes.forEach(Runnable::run);
    }

    private void take(int[] surfaces, Shine[] shines) {
        for (int at = 0; at < surfaces.length; at++) {
            shines[at].tell(forest.tree(surfaces[at]));
            knownIn.set(surfaces[at], pass);
        }
    }

    /**
     * Asks for the light of all trees that is not known, as far as this thread has to do it for its engine, and waits
     * for the answers. Called between passes.
     */
    void learnAll(CommLib comm, Engines engines) {
        for (int engine = 0; engine < engines.count(); engine++) {
            if (engine != forest.engine() && engine % engines.threads() == engines.thread()) {
                int owner = engine;
                int[] wanted = IntStream.range(0, forest.count())
                        .filter(surface -> forest.allotment().owner(surface) == owner && !isKnown(surface))
                        .toArray();
                if (wanted.length > 0) {
                    take(wanted, comm.request(engines.firstId(engine), Exchange.LIGHT, wanted, Shine[].class));
                    synchronized (this) {
                        asked += wanted.length;
                    }
                }
            }
        }
    }

    /** Returns the number of trees whose light was asked for. */
    synchronized long asked() {
        return asked;
    }
}
