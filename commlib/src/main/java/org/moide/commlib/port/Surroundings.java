package org.moide.commlib.port;

import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/**
 * The outside services that most parts of a process need. Constructors take them, so that a simulation can replace
 * them.
 *
 * @param ticker tells elapsed time
 * @param signals makes the signals on which threads wait
 * @param threads makes threads
 * @param faults takes unexpected failures
 */
public record Surroundings(Ticker ticker, Signal.Factory signals, ThreadFactory threads, FaultHandler faults) {
    public Surroundings {
        Objects.requireNonNull(ticker, "ticker");
        Objects.requireNonNull(signals, "signals");
        Objects.requireNonNull(threads, "threads");
        Objects.requireNonNull(faults, "faults");
    }

    /** Returns the same services with another maker of signals. */
    public Surroundings with(Signal.Factory others) {
        return new Surroundings(ticker, others, threads, faults);
    }

    /** Returns the same services with another maker of threads. */
    public Surroundings with(ThreadFactory others) {
        return new Surroundings(ticker, signals, others, faults);
    }
}
