package org.moide.commlib.message;

import java.util.Objects;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTraces;

/**
 * The needs of an engine's communication from outside.
 *
 * @param around how its threads wait and what they measure it by; who makes threads that serve while compute threads compute, none
 *     before something needs it; and who is told of the loss of an engine that sending found, and of what handlers of simple
 *     messages throw
 * @param codec how application objects cross to other engines; called on compute threads only
 * @param traces where compute threads leave word of what they do
 */
public record CommPorts(Surroundings around, ObjectCodec codec, CommLimits limits, ThreadTraces traces) {
    /** Makes those of an engine that nobody watches. */
    public CommPorts(Surroundings around, ObjectCodec codec, CommLimits limits) {
        this(around, codec, limits, new ThreadTraces(around.ticker()));
    }

    /** Makes those with plain daemon threads. */
    public CommPorts(Signal.Factory signals, Ticker ticker, ObjectCodec codec, FaultHandler faults, CommLimits limits) {
        this(new Surroundings(ticker, signals, CommPorts::daemon, faults), codec, limits);
    }

    public CommPorts {
        Objects.requireNonNull(around, "around");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(traces, "traces");
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** Makes the same with other signals. */
    public CommPorts withSignals(Signal.Factory others) {
        return new CommPorts(around.with(others), codec, limits, traces);
    }
}
