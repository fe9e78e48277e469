package org.moide.commlib.message;

import java.time.Duration;
import org.moide.commlib.collective.Tuning;

/**
 * The bounds that keep messages from piling up, and from waiting for ever; and from which lengths on they travel otherwise.
 *
 * @param eagerBytes longer messages wait for their receiver
 * @param creditBytes what a pair of IDs may have unreceived; beyond it even short messages wait for their receiver
 * @param chunkBytes how much one fetch brings; a multiple of 8
 * @param batchEnvelopes how many envelopes share a call
 * @param batchBytes how many bytes share a call, if there is more than one envelope
 * @param resendFor how long a message is sent again before its engine counts as lost
 * @param firstDelay what a sender waits before it sends again, doubled each time
 * @param greatestDelay where the doubling stops
 * @param collectiveWithin how long those who are in a collective wait for those who are not
 * @param tuning by which lengths collectives choose their ways; the same for all engines of a run
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
    /** An error of one mebibyte in a credit of eight does no harm. */
    private static final long BACKLOG_STEP_BYTES = 1 << 20;

    private static final Duration LEAST_WITHIN = Duration.ofMillis(1);
    private static final Duration MOST_WITHIN = Duration.ofDays(365);

    /**
     * 64 KiB eager: above it a copy costs more than a round trip. 8 MiB a pair: 32 engines of 8 threads that all flood
     * one ID cost it 2 GiB at worst. Chunks of 1 MiB: the object stream's cost is spread, memory stays small. Resending
     * for 60 s: a paused engine is given that long, a dead one is told of by its lifeline before. Half an
     * hour for a collective: one may read its input or compute that long while the others wait for it.
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

    /** Makes the same limits with another time for collectives. */
    public CommLimits withCollectiveWithin(Duration within) {
        return with(within, tuning);
    }

    /** Makes the same limits with another profile for collectives. */
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

    /** Pairs with less than this unreceived are not listed in acknowledgements, so that most are short. */
    public long backlogStepBytes() {
        return Math.min(BACKLOG_STEP_BYTES, creditBytes / 8);
    }
}
