package org.moide.commlib.port;

/** Elapsed time. Any thread; never blocks. */
@FunctionalInterface
public interface Ticker {
    /** Nanoseconds since some fixed moment; never goes back. */
    long nanoTime();
}
