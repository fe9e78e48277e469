package org.moide.balance.worker.leave;

import java.io.Serializable;
import java.util.List;

/**
 * The departure of a process. Workers that would have begun on it are distributed over the remaining processes by
 * power; all processes compute the same distribution.
 *
 * @param process its number, which is not used again
 * @param heirs the numbers of the remaining processes, which take over these workers
 * @param powers the powers of {@code heirs}, in the same order
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
