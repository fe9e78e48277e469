package org.moide.command;

import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/** A pause of a command before it asks for news again. */
final class Pause {
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final Signal never =
            SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()).create();

    /** Blocks for this number of milliseconds. */
    void millis(long millis) throws InterruptedException {
        never.await(() -> false, millis * NANOS_OF_MILLI);
    }
}
