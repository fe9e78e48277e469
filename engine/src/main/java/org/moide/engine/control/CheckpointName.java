package org.moide.engine.control;

import java.io.Serializable;
import java.util.Comparator;

/**
 * The identity of a checkpoint within a run.
 *
 * @param epoch the epoch in which it was made
 * @param number its number within that epoch, from 1 on
 */
public record CheckpointName(long epoch, long number) implements Serializable, Comparable<CheckpointName> {
    private static final long serialVersionUID = 1L;
    private static final Comparator<CheckpointName> IN_TIME =
            Comparator.comparingLong(CheckpointName::epoch).thenComparingLong(CheckpointName::number);

    public CheckpointName {
        if (epoch < 1 || number < 1) {
            throw new IllegalArgumentException(
                    "expected an epoch and a number from 1 on, found " + epoch + " and " + number);
        }
    }

    @Override
    public int compareTo(CheckpointName other) {
        return IN_TIME.compare(this, other);
    }

    @Override
    public String toString() {
        return number + " of epoch " + epoch;
    }
}
