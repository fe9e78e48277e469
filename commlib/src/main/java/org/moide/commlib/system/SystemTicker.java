package org.moide.commlib.system;

import org.moide.commlib.port.Ticker;

/** The elapsed time of this JVM, {@link System#nanoTime}: it does not jump when somebody sets the wall clock. */
public final class SystemTicker implements Ticker {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
