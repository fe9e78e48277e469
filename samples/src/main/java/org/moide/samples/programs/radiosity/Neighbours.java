package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * Access to trees wherever they are: what a pass needs to know of a tree on another thread is asked for when it is first needed, by
 * complex communication (Task Pool Teams, §2.3), and answered by that engine's communication thread while its compute threads
 * go on.
 *
 * <p>{@code published} is replaced as a whole between passes and read by the communication thread; all else belongs to the
 * compute thread.
 */
final class Neighbours {
    private static final int SUBTREE = 1;

    private final CommLib comm;
    private volatile @Nullable Shine[] published;
    private @Nullable Shine[] known;
    private Allotment allotment;
    private long asked;

    /** Which tree is asked for. */
    record Wanted(int surface) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    Neighbours(CommLib comm, Allotment allotment, int surfaces) {
        this.comm = comm;
        this.allotment = allotment;
        this.published = new @Nullable Shine[surfaces];
        this.known = new @Nullable Shine[surfaces];
        comm.onRequest(SUBTREE, Wanted.class, (request, wanted) -> answer(wanted));
    }

    private Shine answer(Wanted wanted) {
        Shine shine = published[wanted.surface()];
        if (shine == null) {
            throw new IllegalStateException("surface " + wanted.surface() + " is not of ID " + comm.id());
        }
        return shine;
    }

    /**
     * Begins a pass: shows the others how one's own trees shine and forgets how theirs shone. All IDs call; when this
     * returns all have.
     */
    void publish(Allotment now, Iterable<QuadTree> own) {
        @Nullable Shine[] shines = new @Nullable Shine[known.length];
        for (QuadTree tree : own) {
            shines[tree.surface()] = tree.shine();
        }
        allotment = now;
        published = shines;
        known = Arrays.copyOf(shines, shines.length);
        comm.remoteBarrier();
    }

    /** How a surface shone at the beginning of the pass. */
    Shine shine(int surface) {
        Shine shine = known[surface];
        if (shine == null) {
            shine = comm.request(allotment.owner(surface), SUBTREE, new Wanted(surface), Shine.class);
            known[surface] = shine;
            asked++;
        }
        return shine;
    }

    /** How many trees were asked for. */
    long asked() {
        return asked;
    }
}
