package org.moide.commlib.system;

import org.moide.commlib.port.Ticker;

/** The elapsed time of this JVM, {@link System#nanoTime}. It does not jump when the wall clock is set. */
public final class SystemTicker implements Ticker {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
