package org.moide.commlib.message;

import java.util.Objects;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.HostMemory;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTraces;

/**
 * The outside services that an engine's communication needs.
 *
 * @param around the clock, the signals on which threads wait, the maker of service threads (used only when something
 * needs a thread), and the fault handler. The handler takes exceptions of simple-message handlers, and the loss of an
 * engine that a send has found
 * @param codec serializes application objects for other engines; only compute threads call it
 * @param memory the memory that the engines of a host share; {@link HostMemory#NONE} at all engines of the run, or at
 *     none
 * @param traces the traces in which compute threads record what they do
 */
public record CommPorts(
        Surroundings around, ObjectCodec codec, CommLimits limits, ThreadTraces traces, HostMemory memory) {
    /** Creates the services of an engine whose traces nobody reads. */
    public CommPorts(Surroundings around, ObjectCodec codec, CommLimits limits) {
        this(around, codec, limits, new ThreadTraces(around.ticker()), HostMemory.NONE);
    }

    /** Creates the services of an engine whose service threads are plain daemon threads. */
    public CommPorts(Signal.Factory signals, Ticker ticker, ObjectCodec codec, FaultHandler faults, CommLimits limits) {
        this(new Surroundings(ticker, signals, CommPorts::daemon, faults), codec, limits);
    }

    public CommPorts {
        Objects.requireNonNull(around, "around");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(traces, "traces");
        Objects.requireNonNull(memory, "memory");
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the same services with another maker of signals. */
    public CommPorts withSignals(Signal.Factory others) {
        return new CommPorts(around.with(others), codec, limits, traces, memory);
    }

    /** Returns the same services with the memory that the engines of a host share. */
    public CommPorts withMemory(HostMemory shared) {
        return new CommPorts(around, codec, limits, traces, shared);
    }
}
