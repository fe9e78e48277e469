package org.moide.commlib.port;

import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/**
 * The needs of most of a process's parts of the world: given to their constructors, so that a simulated world can be
 * given instead.
 *
 * @param ticker tells the time
 * @param signals makes what threads wait for each other by
 * @param threads makes threads
 * @param faults hears of what nobody else can
 */
public record Surroundings(Ticker ticker, Signal.Factory signals, ThreadFactory threads, FaultHandler faults) {
    public Surroundings {
        Objects.requireNonNull(ticker, "ticker");
        Objects.requireNonNull(signals, "signals");
        Objects.requireNonNull(threads, "threads");
        Objects.requireNonNull(faults, "faults");
    }

    /** Makes the same for threads that wait in another way. */
    public Surroundings with(Signal.Factory others) {
        return new Surroundings(ticker, others, threads, faults);
    }

    /** Makes the same with threads that are made in another way. */
    public Surroundings with(ThreadFactory others) {
        return new Surroundings(ticker, signals, others, faults);
    }
}
