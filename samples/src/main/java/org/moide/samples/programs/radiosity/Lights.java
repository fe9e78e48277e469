package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * The light of other engines' trees, which a pass needs as it was when the pass began. A task that needs the light of
 * trees which is not here asks for it and is put aside (Task Pool Teams, complex communication, §2.3). Other tasks that
 * need the same light wait for the same answer. This engine keeps the light of its own trees for the pass that it is in
 * and for the next one, because other engines may be a pass ahead, or behind.
 *
 * <p><b>Threads.</b> Any thread. This object guards which trees' light is here and which tasks wait for it. The communication
 * thread writes the light into a tree before it says that it is here.
 */
final class Lights {
    private final Forest forest;
    private final Engines engines;
    /** For each surface, the last pass for which the light is here. */
    private final int[] here;
    /** For each surface, the last pass for which the light was asked for. */
    private final int[] asked;
    /** For each surface, the last pass for which all light that its tree needs is here. */
    private final AtomicIntegerArray complete;

    private final List<List<Awaited>> waiting;
    /** For each surface, those whose light its tree needs, as far as anyone has asked. */
    private final Map<Integer, int[]> needed = new HashMap<>();

    private final AtomicLong askedTrees = new AtomicLong();
    /** The light of this engine's trees for two passes; one with an even number, one with an odd. */
    private final @Nullable Shown[] shown = new Shown[2];
    /** The engine that has each tree's light for the present pass: the one that had the tree in the last pass. */
    private Allotment keepers;
    /** For each surface, whether a tree of this engine needs its light in the present pass. */
    private final boolean[] wanted;

    /**
     * The light of an engine's own trees at the beginning of a pass.
     *
     * @param shines by surface; null for those of other engines
     */
    private record Shown(int pass, @Nullable Shine[] shines) {}

    /** A request for the light of trees at the beginning of a pass. The answer is an array of {@link Shine}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Wanted(int pass, int[] surfaces) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    Lights(Forest forest, Engines engines) {
        this.forest = forest;
        this.engines = engines;
        here = new int[forest.count()];
        asked = new int[forest.count()];
        complete = new AtomicIntegerArray(forest.count());
        waiting = IntStream.range(0, forest.count())
                .<List<Awaited>>mapToObj(surface -> new ArrayList<>())
                .toList();
        keepers = forest.allotment();
        wanted = new boolean[forest.count()];
    }

    /** Returns the number of trees whose light was asked for. */
    long askedTrees() {
        return askedTrees.get();
    }

    /**
     * Shows the light of this engine's trees to other engines.
     *
     * @param isNew whether to show the light after the present pass, when the trees are complete; if not, that of the
     *     last pass
     * @param pass the pass that begins with this light
     */
    void show(boolean isNew, int pass) {
        Shine[] shines = new Shine[forest.count()];
        for (int surface : forest.own()) {
            shines[surface] =
                    isNew ? Shine.after(forest.tree(surface), forest.isTriangle(surface)) : forest.shine(surface);
        }
        synchronized (this) {
            shown[pass & 1] = new Shown(pass, shines);
        }
    }

    /** Returns the light of this engine's tree that the next pass begins with. The tree is complete in this one. */
    synchronized Shine shown(int pass, int surface) {
        Shown all = shown[pass & 1];
        Shine shine = all == null || all.pass != pass ? null : all.shines[surface];
        if (shine == null) {
            throw new IllegalStateException("expected the light of surface " + surface + " for pass " + pass
                    + " on engine " + engines.own() + ", found " + (all == null ? "none" : "pass " + all.pass));
        }
        return shine;
    }

    /** Answers another engine's request. */
    Shine[] answer(Wanted wanted) {
        return Arrays.stream(wanted.surfaces())
                .mapToObj(surface -> shown(wanted.pass(), surface))
                .toArray(Shine[]::new);
    }

    /**
     * Begins a pass.
     *
     * @param last which engine had which tree in the last pass, and therefore has its light
     */
    synchronized void begin(int pass, Allotment last) {
        keepers = last;
        Arrays.fill(wanted, false);
        for (int surface : forest.own()) {
            for (int source : needed(surface)) {
                wanted[source] = true;
            }
        }
        for (int surface = 0; surface < here.length; surface++) {
            if (last.owner(surface) == forest.engine() || forest.isOwn(surface)) {
                here[surface] = pass;
            }
        }
    }

    /** Records that the light of all trees is here for a pass. */
    synchronized void know(int pass) {
        Arrays.fill(here, pass);
    }

    /** Returns whether all light is here that the tree of a surface needs in a pass. */
    boolean isHere(int pass, int surface) {
        if (complete.get(surface) != pass) {
            synchronized (this) {
                for (int source : needed(surface)) {
                    if (here[source] != pass) {
                        return false;
                    }
                }
            }
            complete.set(surface, pass);
        }
        return true;
    }

    private synchronized int[] needed(int surface) {
        return needed.computeIfAbsent(surface, forest::facing);
    }

    /**
     * Waits for the light that the tree of a surface needs, and asks for what nobody has asked for. An engine that is
     * asked is asked for all that other tasks of this pass will need from it, too: a request costs both engines a tenth
     * of a millisecond, which is as much as a tree.
     *
     * @param goesOn lets the waiting task go on
     */
    void await(int pass, int surface, CommLib comm, Runnable goesOn) {
        Awaited light = new Awaited();
        int missing = 0;
        Map<Integer, List<Integer>> toAsk = new TreeMap<>();
        synchronized (this) {
            for (int source : needed(surface)) {
                if (here[source] != pass) {
                    missing++;
                    waiting.get(source).add(light);
                    if (asked[source] != pass) {
                        ask(pass, source, toAsk);
                    }
                }
            }
            for (int source = 0; !toAsk.isEmpty() && source < wanted.length; source++) {
                if (wanted[source]
                        && here[source] != pass
                        && asked[source] != pass
                        && toAsk.containsKey(keepers.owner(source))) {
                    ask(pass, source, toAsk);
                }
            }
        }
        toAsk.forEach((engine, surfaces) ->
                ask(pass, engine, surfaces.stream().mapToInt(Integer::intValue).toArray(), comm));
        light.then(missing, goesOn);
    }

    private void ask(int pass, int source, Map<Integer, List<Integer>> toAsk) {
        asked[source] = pass;
        toAsk.computeIfAbsent(keepers.owner(source), unseen -> new ArrayList<>())
                .add(source);
    }

    private void ask(int pass, int engine, int[] surfaces, CommLib comm) {
        askedTrees.addAndGet(surfaces.length);
        comm.request(
                engines.firstId(engine),
                Mail.LIGHT,
                new Wanted(pass, surfaces),
                Shine[].class,
                shines -> arrived(pass, surfaces, shines));
    }

    private void arrived(int pass, int[] surfaces, Shine[] shines) {
        tell(surfaces, shines);
        List<Awaited> waited = new ArrayList<>();
        synchronized (this) {
            for (int surface : surfaces) {
                here[surface] = pass;
                waited.addAll(waiting.get(surface));
                waiting.get(surface).clear();
            }
        }
        waited.forEach(Awaited::happened);
    }

    private void tell(int[] surfaces, Shine[] shines) {
        for (int i = 0; i < surfaces.length; i++) {
            shines[i].tell(forest.tree(surfaces[i]));
        }
    }

    /**
     * Fetches the light of other engines' trees after the last pass, as far as this thread has to do it for its engine.
     */
    void fetchAll(int pass, CommLib comm, int thread, int threads) {
        for (int engine = 0; engine < engines.count(); engine++) {
            if (engine != forest.engine() && engine % threads == thread) {
                int owner = engine;
                int[] wanted = IntStream.range(0, forest.count())
                        .filter(surface -> forest.allotment().owner(surface) == owner)
                        .toArray();
                if (wanted.length > 0) {
                    Shine[] shines =
                            comm.request(engines.firstId(engine), Mail.LIGHT, new Wanted(pass, wanted), Shine[].class);
                    tell(wanted, shines);
                    askedTrees.addAndGet(wanted.length);
                }
            }
        }
    }
}
