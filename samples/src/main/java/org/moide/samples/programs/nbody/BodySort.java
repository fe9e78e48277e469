package org.moide.samples.programs.nbody;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.ComputeThread;
import org.moide.samples.programs.nbody.curve.Curve;
import org.moide.samples.programs.nbody.curve.KeySort;

/**
 * One thread's part in sorting an engine's bodies by their keys along a space-filling curve. Every method must be
 * called by all threads of all engines, in the same order.
 */
final class BodySort {
    private final ComputeThread self;
    private final Engines engines;
    private final Domain domain;

    BodySort(ComputeThread self, Engines engines, Domain domain) {
        this.self = self;
        this.engines = engines;
        this.domain = domain;
    }

    /**
     * Returns the index of the first of this thread's bodies. The bodies are divided into equal parts for the threads.
     */
    int from() {
        return start(engines.thread());
    }

    int end() {
        return start(engines.thread() + 1);
    }

    private int start(int thread) {
        return (int) ((long) domain.bodies.count() * thread / engines.threads());
    }

    /**
     * Sorts by Morton's curve through a box, which is the depth-first order of the tree. All engines use the same box,
     * so the cells of all trees belong to one grid, and the cells that another engine sends are cubes like this
     * engine's. If the box is the one by which the domains were divided, domains consist of whole cells, except for one
     * cell of each size at each boundary.
     *
     * @param box the box; null for the box around the bodies of all engines
     */
    void byMorton(@Nullable Extent box) {
        Extent extent = box == null ? extentOfAll() : box;
        double side = extent.side();
        Bodies bodies = domain.bodies;
        for (int i = from(); i < end(); i++) {
            domain.keys[i] = Curve.morton(
                    Curve.part(bodies.x[i], extent.lowX(), side),
                    Curve.part(bodies.y[i], extent.lowY(), side),
                    Curve.part(bodies.z[i], extent.lowZ(), side));
        }
        byKeys();
    }

    /** Sorts by Hilbert's curve through a box. */
    void byHilbert(Extent extent) {
        makeHilbertKeys(extent);
        byKeys();
    }

    /**
     * Computes the keys of all bodies without sorting the bodies. A body outside the box gets the key of the nearest
     * place on its border.
     */
    private void makeHilbertKeys(Extent extent) {
        double side = extent.side();
        Bodies bodies = domain.bodies;
        for (int i = from(); i < end(); i++) {
            domain.keys[i] = Curve.hilbert(
                    Curve.part(bodies.x[i], extent.lowX(), side),
                    Curve.part(bodies.y[i], extent.lowY(), side),
                    Curve.part(bodies.z[i], extent.lowZ(), side));
        }
    }

    /** Returns the box around the bodies of all engines. */
    Extent extentOfAll() {
        double[] bounds = Extent.of(domain.bodies, from(), end()).bounds();
        self.comm().allReduce(Slice.of(bounds), Reduction.MINIMUM);
        return Extent.ofBounds(bounds);
    }

    private void byKeys() {
        for (int i = from(); i < end(); i++) {
            domain.order[i] = i;
        }
        KeySort.sort(domain.keys, domain.order, from(), end(), domain.spareKeys, domain.spareOrder);
        self.barrier();
        boolean inSpare = mergeRuns();
        domain.spareBodies.take(domain.bodies, inSpare ? domain.spareOrder : domain.order, from(), end());
        self.barrier();
        if (engines.isFirstThread()) {
            domain.swapBodies();
            if (inSpare) {
                long[] swap = domain.keys;
                domain.keys = domain.spareKeys;
                domain.spareKeys = swap;
            }
        }
        self.barrier();
    }

    /** Merges the runs that the threads have sorted, in pairs. Returns whether the result is in the spare arrays. */
    private boolean mergeRuns() {
        int threads = engines.threads();
        boolean inSpare = false;
        for (int width = 1; width < threads; width *= 2) {
            if (engines.thread() % (2 * width) == 0) {
                int first = start(engines.thread());
                int middle = start(Math.min(engines.thread() + width, threads));
                int end = start(Math.min(engines.thread() + 2 * width, threads));
                long[] keys = inSpare ? domain.spareKeys : domain.keys;
                int[] order = inSpare ? domain.spareOrder : domain.order;
                long[] toKeys = inSpare ? domain.keys : domain.spareKeys;
                int[] toOrder = inSpare ? domain.order : domain.spareOrder;
                KeySort.merge(keys, order, first, middle, end, toKeys, toOrder);
            }
            inSpare = !inSpare;
            self.barrier();
        }
        return inSpare;
    }
}
