package org.moide.engine.control;

/**
 * The process number of an engine in a worker application, which does not change until the end of the epoch. Code that
 * also handles seats or {@link EngineNumber}s uses this type; elsewhere the number is a plain int.
 */
public record ProcessNumber(int value) {
    public ProcessNumber {
        if (value < 0 || value >= Processes.MOST) {
            throw new IllegalArgumentException(
                    "expected a process's number from 0 to " + (Processes.MOST - 1) + ", found " + value);
        }
    }
}
