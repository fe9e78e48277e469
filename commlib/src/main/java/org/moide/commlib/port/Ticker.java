package org.moide.commlib.port;

/** A clock of elapsed time. Any thread may call it; never blocks. */
@FunctionalInterface
public interface Ticker {
    /** Returns the nanoseconds since a fixed moment, which may be any; never decreases. */
    long nanoTime();
}
