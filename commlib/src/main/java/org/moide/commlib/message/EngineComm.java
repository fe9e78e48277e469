package org.moide.commlib.message;

import java.util.function.IntFunction;
import org.moide.commlib.CommLib;
import org.moide.commlib.registration.Registration;

/**
 * One engine's communication in one epoch: a mailbox for each of its threads, a channel to each other engine, and the
 * {@link CommLib} of each thread (MOIDE, §3.1.3).
 *
 * <p><b>Threads.</b> {@link #memberLost}, {@link #end}, {@link #inbound} and {@link #counters} may be called by any
 * thread and never block; {@link #commLib} gives each compute thread its own.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class EngineComm {
    /**
     * Makes the communication of engine {@code engine}. Starts nothing and calls nobody.
     *
     * @param peers the port of another engine, by its number; asked once for each engine, at the first use
     */
    public EngineComm(Registration registration, int engine, IntFunction<MessagePort> peers, CommPorts ports) {
        throw new UnsupportedOperationException("next commit");
    }

    /** What the compute thread of this index talks through. */
    public CommLib commLib(int threadIndex) {
        throw new UnsupportedOperationException("next commit");
    }

    /** What other engines call; to be exported as {@link MessagePort#NAME} before any compute thread of any engine runs. */
    public MessagePort inbound() {
        throw new UnsupportedOperationException("next commit");
    }

    /** An engine is gone: releases every thread that waits for one of its IDs, or in a collective, now or later. */
    public void memberLost(int engine, String why) {
        throw new UnsupportedOperationException("next commit");
    }

    /** The run, or this epoch, is over: releases every thread, now or later. */
    public void end(String why) {
        throw new UnsupportedOperationException("next commit");
    }

    /** What the compute thread of this index has sent and waited. */
    public CommCounters counters(int threadIndex) {
        throw new UnsupportedOperationException("next commit");
    }

    /** Envelopes that came again and were dropped. */
    public long repeatsDropped() {
        throw new UnsupportedOperationException("next commit");
    }

    /** Calls that were made again because no answer came. */
    public long resends() {
        throw new UnsupportedOperationException("next commit");
    }
}
