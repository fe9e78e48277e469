package org.moide.commlib.message;

import java.io.Serializable;
import java.util.List;

/**
 * The envelopes that threads of one engine send to another engine in one call. Envelopes are numbered through all
 * batches of an ordered pair of engines, so that the receiver recognises repeats.
 *
 * @param epoch the epoch of the registration that defines the IDs
 * @param incarnation the sending engine's incarnation, from its entry in the registration
 * @param firstSequence the number of the first envelope, from 1 on; the others follow without gap
 */
public record Batch(long epoch, int fromEngine, long incarnation, long firstSequence, List<Envelope> envelopes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The greatest number of envelopes in a batch that a receiver accepts. MOIDE's own senders put in fewer (see
     * {@link CommLimits}).
     */
    public static final int MOST_ENVELOPES = 4096;

    public Batch {
        envelopes = List.copyOf(envelopes);
        if (epoch < 1 || fromEngine < 0 || firstSequence < 1) {
            throw new IllegalArgumentException(
                    "expected epoch and sequence from 1 and an engine from 0 on, found epoch " + epoch + ", sequence "
                            + firstSequence + ", engine " + fromEngine);
        }
        if (envelopes.isEmpty() || envelopes.size() > MOST_ENVELOPES) {
            throw new IllegalArgumentException(
                    "expected 1 to " + MOST_ENVELOPES + " envelopes, found " + envelopes.size());
        }
    }

    /** Returns the number of the envelope after the last one, with which the next batch begins. */
    public long nextSequence() {
        return firstSequence + envelopes.size();
    }
}
