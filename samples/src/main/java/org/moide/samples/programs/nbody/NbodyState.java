package org.moide.samples.programs.nbody;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.warm.Untimed;

/**
 * The state of one thread after a step, which the next steps need. The state of the first thread of each engine has the
 * engine's bodies.
 *
 * @param before energy and momentum at the start
 * @param interactions the number of the thread's interactions
 * @param others whether the engines have changed since the state was saved
 * @param parts the parts of the curve according to which bodies were last moved; null if the engines have changed
 * @param untimed the account of the untimed steps before the first step
 * @param bodies the engine's bodies, as {@link Bodies#pack} writes them; empty except for the engine's first thread
 * @param frames the pictures so far; null except for the thread that writes them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NbodyState(
        int step,
        int total,
        int partitions,
        double interactions,
        Conserved before,
        long elapsedNanos,
        boolean others,
        Migration.@Nullable Parts parts,
        Untimed untimed,
        double[] bodies,
        @Nullable Frames frames)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The state before the first step. */
    static final NbodyState BEGINNING =
            new NbodyState(0, 0, 0, 0.0, Conserved.NOTHING, 0, false, null, Untimed.NOTHING, new double[0], null);

    /**
     * Makes the state of a thread from those of all threads, after the engines have changed. The thread that divides
     * space gets all bodies.
     *
     * @param speaker whether the calling thread is the one that divides space
     */
    static NbodyState gathered(List<NbodyState> all, boolean speaker) {
        NbodyState first = all.get(0);
        double[] bodies = new double[speaker ? first.total * Bodies.PACKED : 0];
        int at = 0;
        for (int id = 0; speaker && id < all.size(); id++) {
            double[] part = all.get(id).bodies;
            System.arraycopy(part, 0, bodies, at, part.length);
            at += part.length;
        }
        return new NbodyState(
                first.step,
                first.total,
                first.partitions,
                speaker ? all.stream().mapToDouble(NbodyState::interactions).sum() : 0.0,
                first.before,
                first.elapsedNanos,
                true,
                null,
                first.untimed,
                bodies,
                speaker ? first.frames : null);
    }

    /** Returns all bodies of this state. */
    Bodies all() {
        Bodies all = new Bodies(bodies.length / Bodies.PACKED);
        for (int i = 0; i < all.count(); i++) {
            all.unpack(i, bodies, i * Bodies.PACKED);
        }
        return all;
    }
}
