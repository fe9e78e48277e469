package org.moide.commlib.system;

import org.moide.commlib.port.Ticker;

/** This JVM's elapsed time, {@link System#nanoTime}: it does not jump when somebody sets the wall clock. */
public final class SystemTicker implements Ticker {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
