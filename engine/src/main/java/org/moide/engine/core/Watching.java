package org.moide.engine.core;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.TraceChunk;

/**
 * Collects reports for displays of a run: traces and figures for the coordinator, and events for a recording of this
 * JVM. Used by the control thread.
 */
final class Watching {
    /**
     * The greatest number of trace chunks that are sent at the end, enough for what the traces of some hundred threads
     * hold.
     */
    private static final int MOST_LAST_CHUNKS = 64;

    /** Interval between two reports of figures for a page: about a second, with a margin for early heartbeats. */
    private static final long DONE_NANOS = 900_000_000;

    private final EnginePorts ports;
    private final FlightEvents flight;
    private volatile boolean traced;
    private volatile boolean watched;
    private volatile int number;
    private long nextDoneNanos;
    private EngineSight.@Nullable Done told;

    Watching(EngineSetup setup, EnginePorts ports) {
        this.ports = ports;
        this.flight = new FlightEvents(setup.engine());
        this.nextDoneNanos = ports.around().ticker().nanoTime(); // the clock may be negative
    }

    /**
     * Notes that the engine begins an epoch with these engines.
     *
     * @param asNumber the engine's number in that epoch
     */
    void registered(Registration registration, int asNumber) {
        number = asNumber;
        flight.registered(registration);
    }

    /** Prepares the traces. Called before the engine's threads start. */
    void starts(TaskSettings settings) {
        traced = settings.traced();
        watched = settings.watched();
        ports.traces().record(traced);
        ports.traces().listen(flight.listeners());
    }

    /** Records a message about a loan of tasks from another engine or the coordinator. */
    void heard(Letter letter) {
        flight.heard(letter.from(), letter.message());
    }

    /**
     * Returns a heartbeat with further facts: the trace since the last heartbeat, if the run is traced, and the
     * engine's figures, if a page shows the run.
     *
     * @param epoch the epoch of the heartbeat; null if there is none
     */
    EngineReport.Beat with(EngineReport.Beat beat, @Nullable EngineEpoch epoch) {
        ports.traces().listen(flight.listeners());
        EngineSight.Done done = watched && epoch != null ? news(epoch) : null;
        if (done == null && !traced) {
            return beat;
        }
        return beat.with(beat.sight().with(done), traced ? chunk() : TraceChunk.NONE);
    }

    /**
     * Returns the figures of an epoch, once a second. Returns null if the last report was less than a second ago, or if
     * the figures have not changed since.
     */
    private EngineSight.@Nullable Done news(EngineEpoch epoch) {
        long now = ports.around().ticker().nanoTime();
        if (now < nextDoneNanos) {
            return null;
        }
        nextDoneNanos = now + DONE_NANOS;
        EngineSight.Done done = epoch.done();
        if (done == null || done.equals(told)) {
            return null;
        }
        told = done;
        return done;
    }

    private TraceChunk chunk() {
        return new TraceChunk(
                number,
                ports.traces().take(TraceChunk.MOST_BYTES),
                ports.traces().takeDropped(),
                ports.around().ticker().nanoTime());
    }

    /** Sends the rest of the trace, before the end of the threads is reported to the coordinator. */
    void beforeLast(Supplier<EngineReport.Beat> beats, Consumer<EngineReport> outbox) {
        if (!traced) {
            return;
        }
        TraceChunk rest = chunk();
        for (int told = 0; told < MOST_LAST_CHUNKS && rest.events().length > 0; told++) {
            EngineReport.Beat beat = beats.get();
            outbox.accept(beat.with(beat.sight(), rest));
            rest = chunk();
        }
    }
}
