package org.moide.engine.control;

/**
 * The number that an engine has as a process with workers, which it keeps to the end of the epoch. Where it meets a seat or an
 * {@link EngineNumber} it has this type; alone, in bytes and in loops it is an int.
 */
public record ProcessNumber(int value) {
    public ProcessNumber {
        if (value < 0 || value >= Processes.MOST) {
            throw new IllegalArgumentException(
                    "expected a process's number from 0 to " + (Processes.MOST - 1) + ", found " + value);
        }
    }
}
