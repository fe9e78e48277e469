package org.moide.commlib.message;

import java.time.Duration;
import org.moide.commlib.collective.Tuning;

/**
 * The limits of messages: how many may pile up, how long they may wait, and from which lengths on they are sent in
 * another way.
 *
 * @param eagerBytes a longer message waits for its receiver
 * @param creditBytes the greatest number of unreceived bytes of a pair of IDs; beyond it, short messages wait for their
 *     receiver too
 * @param chunkBytes the length of one fetch; a multiple of 8
 * @param batchEnvelopes the greatest number of envelopes in a call
 * @param batchBytes the greatest number of bytes in a call, if it has more than one envelope
 * @param resendFor how long a message is retransmitted; if a last call after that time has no answer either, the
 *     engine counts as lost
 * @param firstDelay the delay before the first retransmission; it doubles each time
 * @param greatestDelay the upper bound of the delay
 * @param collectiveWithin how long IDs in a collective wait for those that have not called it
 * @param tuning the lengths by which collectives choose their algorithms; the same for all engines of a run
 */
public record CommLimits(
        int eagerBytes,
        long creditBytes,
        int chunkBytes,
        int batchEnvelopes,
        int batchBytes,
        Duration resendFor,
        Duration firstDelay,
        Duration greatestDelay,
        Duration collectiveWithin,
        Tuning tuning) {
    /**
     * The number of unreceived bytes from which on a pair of IDs is reported to the sender. With a credit of eight
     * mebibytes it does no harm that up to one is not counted.
     */
    private static final long BACKLOG_STEP_BYTES = 1 << 20;

    private static final Duration LEAST_WITHIN = Duration.ofMillis(1);
    private static final Duration MOST_WITHIN = Duration.ofDays(365);

    /**
     * The defaults. 64 KiB eager: above it a copy costs more than a round trip. 8 MiB for each pair: 32 engines of 8
     * threads that all flood one ID cost it 2 GiB at worst. Chunks of 1 MiB: they spread the object stream's cost, and
     * memory stays small. 60 s of retransmission: a paused engine gets that long; the loss of a dead engine shows
     * earlier by its lifeline. Half an hour for a collective: an ID may read its input or compute that long while the
     * others wait for it.
     */
    public static final CommLimits DEFAULT = new CommLimits(
            64 << 10,
            8 << 20,
            1 << 20,
            256,
            1 << 20,
            Duration.ofSeconds(60),
            Duration.ofMillis(5),
            Duration.ofSeconds(1),
            Duration.ofMinutes(30),
            Tuning.DEFAULT);

    public CommLimits {
        if (eagerBytes < 0 || creditBytes < eagerBytes) {
            throw new IllegalArgumentException("expected 0 <= eagerBytes <= creditBytes, found eagerBytes " + eagerBytes
                    + ", creditBytes " + creditBytes);
        }
        if (chunkBytes < 8 || chunkBytes % 8 != 0) {
            throw new IllegalArgumentException("chunkBytes: expected a multiple of 8, found " + chunkBytes);
        }
        if (batchEnvelopes < 1 || batchEnvelopes > Batch.MOST_ENVELOPES || batchBytes < 1) {
            throw new IllegalArgumentException("expected 1 to " + Batch.MOST_ENVELOPES
                    + " batchEnvelopes and at least 1 of batchBytes, found " + batchEnvelopes + " and " + batchBytes);
        }
        if (resendFor.isNegative() || firstDelay.toNanos() < 1 || greatestDelay.compareTo(firstDelay) < 0) {
            throw new IllegalArgumentException("expected resendFor >= 0 and 0 < firstDelay <= greatestDelay, found "
                    + resendFor + ", " + firstDelay + ", " + greatestDelay);
        }
        if (collectiveWithin.compareTo(LEAST_WITHIN) < 0 || collectiveWithin.compareTo(MOST_WITHIN) > 0) {
            throw new IllegalArgumentException("collectiveWithin: expected " + LEAST_WITHIN + " to " + MOST_WITHIN
                    + ", found " + collectiveWithin);
        }
    }

    /** Returns the same limits with another time for collectives. */
    public CommLimits withCollectiveWithin(Duration within) {
        return with(within, tuning);
    }

    /** Returns the same limits with another profile for collectives. */
    public CommLimits withTuning(Tuning other) {
        return with(collectiveWithin, other);
    }

    private CommLimits with(Duration within, Tuning profile) {
        return new CommLimits(
                eagerBytes,
                creditBytes,
                chunkBytes,
                batchEnvelopes,
                batchBytes,
                resendFor,
                firstDelay,
                greatestDelay,
                within,
                profile);
    }

    /**
     * Returns the least number of unreceived bytes with which a pair is listed in acknowledgements. Most
     * acknowledgements thus stay short.
     */
    public long backlogStepBytes() {
        return Math.min(BACKLOG_STEP_BYTES, creditBytes / 8);
    }
}
