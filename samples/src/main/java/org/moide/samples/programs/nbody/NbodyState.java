package org.moide.samples.programs.nbody;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.warm.Untimed;

/**
 * The state of one thread after a step: all that the next ones need. The first thread of each engine has its engine's
 * bodies.
 *
 * @param before energy and momentum at the start
 * @param interactions of the thread
 * @param others whether the engines are others now
 * @param parts of the curve, by which bodies were moved last; null if the engines are others now
 * @param untimed what went before the first step
 * @param bodies as {@link Bodies#pack} writes them; none with other threads
 * @param frames of the thread that writes pictures; null if none does
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

    /** The state in which nothing is done yet. */
    static final NbodyState BEGINNING =
            new NbodyState(0, 0, 0, 0.0, Conserved.NOTHING, 0, false, null, Untimed.NOTHING, new double[0], null);

    /**
     * Gathers what all had together, for engines that are others now: the thread that partitions the space has all
     * bodies.
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

    /** All bodies that are here. */
    Bodies all() {
        Bodies all = new Bodies(bodies.length / Bodies.PACKED);
        for (int i = 0; i < all.count(); i++) {
            all.unpack(i, bodies, i * Bodies.PACKED);
        }
        return all;
    }
}
