package org.moide.balance.worker.leave;

import java.io.Serializable;
import java.util.List;

/**
 * A process leaves: its part of the workers that have had no task is dealt to those that stay, by power, the same by all.
 *
 * @param process its number, which no other has afterwards
 * @param heirs the processes that stay, by their numbers
 * @param powers theirs, in the same order
 */
public record Departure(int process, List<Integer> heirs, List<Double> powers) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Departure {
        heirs = List.copyOf(heirs);
        powers = List.copyOf(powers);
        if (process < 1 || heirs.isEmpty() || heirs.contains(process) || heirs.size() != powers.size()) {
            throw new IllegalArgumentException("expected a process from 1 on that leaves others, with a power for each,"
                    + " found process " + process + ", others " + heirs + " and powers " + powers);
        }
    }
}
