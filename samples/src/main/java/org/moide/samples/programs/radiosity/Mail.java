package org.moide.samples.programs.radiosity;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * The messages between engines (Task Pool Teams, §2.3). Those to an engine go to its first ID, whose communication
 * thread handles them.
 */
final class Mail {
    /** A request for the light of trees. */
    static final int LIGHT = 1;
    /** A request for a branch, by the engine that has the task of its top element. */
    static final int BRANCH = 2;
    /** A branch that goes home. */
    static final int BRANCH_HOME = 3;
    /** The sums over the trees of an engine. */
    static final int SUMS = 4;
    /** A tree that moves to another engine. */
    static final int TREE = 5;

    private volatile @Nullable Passes passes;

    /** Handles the messages to an engine. Called by the engine's first thread. */
    Mail(CommLib comm, Engines engines) {
        if (engines.count() > 1 && engines.thread() == 0) {
            comm.onRequest(
                    LIGHT,
                    Lights.Wanted.class,
                    (from, wanted) -> passes().lights().answer(wanted));
            comm.onRequest(
                    BRANCH, Long.class, (from, place) -> passes().branches().leave(place));
            comm.onMessage(BRANCH_HOME, Branches.Returned.class, (from, branch) -> passes().comesHome(branch));
            comm.onMessage(SUMS, Passes.Sums.class, (from, sums) -> passes().sumsCome(sums));
            comm.onMessage(TREE, Passes.MovedTree.class, (from, tree) -> passes().treeComes(tree));
        }
    }

    /** Handles messages for these passes from now on. */
    void isFor(Passes next) {
        passes = next;
    }

    private Passes passes() {
        Passes now = passes;
        if (now == null) {
            throw new IllegalStateException("expected messages of passes that have begun");
        }
        return now;
    }
}
