package org.moide.commlib.message;

import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTraces;

/**
 * What an engine's communication needs from outside.
 *
 * @param signals how its threads wait
 * @param ticker how waiting is measured
 * @param codec how application objects cross to other engines; called on compute threads only
 * @param faults where the loss of an engine that sending found is told, and what handlers of simple messages throw
 * @param threads makes the threads that serve while compute threads compute; none is made before something needs it
 * @param traces where compute threads leave word of what they do
 */
public record CommPorts(
        Signal.Factory signals,
        Ticker ticker,
        ObjectCodec codec,
        FaultHandler faults,
        CommLimits limits,
        ThreadFactory threads,
        ThreadTraces traces) {
    /** Of an engine that nobody watches. */
    public CommPorts(
            Signal.Factory signals,
            Ticker ticker,
            ObjectCodec codec,
            FaultHandler faults,
            CommLimits limits,
            ThreadFactory threads) {
        this(signals, ticker, codec, faults, limits, threads, new ThreadTraces(ticker));
    }

    /** With plain daemon threads. */
    public CommPorts(Signal.Factory signals, Ticker ticker, ObjectCodec codec, FaultHandler faults, CommLimits limits) {
        this(signals, ticker, codec, faults, limits, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }

    public CommPorts {
        Objects.requireNonNull(signals, "signals");
        Objects.requireNonNull(ticker, "ticker");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(faults, "faults");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(threads, "threads");
        Objects.requireNonNull(traces, "traces");
    }

    /** The same with other signals. */
    public CommPorts withSignals(Signal.Factory others) {
        return new CommPorts(others, ticker, codec, faults, limits, threads, traces);
    }
}
