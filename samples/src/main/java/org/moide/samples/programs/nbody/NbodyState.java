package org.moide.samples.programs.nbody;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.warm.Untimed;

/**
 * The state of one thread after a step, which the next steps need. The first thread of each engine has its engine's
 * bodies.
 *
 * @param before energy and momentum at the start
 * @param interactions the number of the thread's interactions
 * @param others whether the engines have changed since the state was saved
 * @param parts the parts of the curve by which bodies were moved last; null if the engines have changed
 * @param untimed the untimed steps before the first one
 * @param bodies the engine's bodies, as {@link Bodies#pack} writes them; empty for other threads than the first
 * @param frames the pictures so far, of the thread that writes them; otherwise null
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
     * Joins the states of all threads after the engines have changed. The thread that divides space gets all bodies.
     *
     * @param speaker whether this is that thread
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
