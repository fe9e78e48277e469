package org.moide.samples.programs.radiosity;

import org.moide.commlib.CommLib;

/**
 * The requests by which engines ask each other for elements, by complex communication (Task Pool Teams, §2.3). The
 * communication thread of the other engine answers.
 */
final class Exchange {
    /** The tag of requests for the light of trees, by their surfaces. */
    static final int LIGHT = 1;
    /** The tag of requests for the part of a tree that goes with a task, by its place. */
    static final int PART = 2;
    /** The tag of requests to take back what a task has done with a part of a tree. */
    static final int HARVEST = 3;

    private Exchange() {}

    /** Lets the communication thread of this engine answer. Called by the engine's first thread. */
    static void serve(CommLib comm, Shared shared) {
        comm.onRequest(
                LIGHT,
                int[].class,
                (request, surfaces) -> shared.forest().lights().answer(surfaces));
        comm.onRequest(PART, Long.class, (request, place) -> shared.forest().giveAway(place));
        comm.onRequest(HARVEST, Harvest.class, (request, harvest) -> {
            harvest.settle(shared.forest());
            return true;
        });
    }

    /** Has the forest that the threads of this engine share now. */
    @FunctionalInterface
    interface Shared {
        Forest forest();
    }
}
