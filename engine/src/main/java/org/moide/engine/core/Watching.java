package org.moide.engine.core;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.moide.balance.loan.Letter;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TraceChunk;
import org.moide.engine.flight.FlightEvents;

/**
 * What an engine tells those who watch its threads: the coordinator, in a run that is traced, and a recording of this JVM. The control
 * thread's.
 */
final class Watching {
    /** As much as the rings of some hundred threads hold. */
    private static final int MOST_LAST_CHUNKS = 64;

    private final EnginePorts ports;
    private final FlightEvents flight;
    private volatile boolean traced;
    private volatile int number;

    Watching(EngineSetup setup, EnginePorts ports) {
        this.ports = ports;
        this.flight = new FlightEvents(setup.engine());
    }

    /**
     * The engine is registered.
     *
     * @param asNumber what it is called in that epoch
     */
    void registered(Registration registration, int asNumber) {
        number = asNumber;
        flight.registered(registration);
    }

    /** Its threads will start. */
    void starts(boolean inATracedRun) {
        traced = inATracedRun;
        ports.traces().record(traced);
        ports.traces().listen(flight.listeners());
    }

    /** Another member has written. */
    void heard(Letter letter) {
        flight.heard(letter.from(), letter.message());
    }

    /** A beat with what threads did since the one before, if anybody wants to know. */
    EngineReport.Beat with(EngineReport.Beat beat) {
        ports.traces().listen(flight.listeners());
        return traced ? with(beat, chunk()) : beat;
    }

    private static EngineReport.Beat with(EngineReport.Beat beat, TraceChunk trace) {
        return new EngineReport.Beat(
                beat.tasks(), beat.queued(), beat.waitedNanos(), beat.workers(), beat.times(), trace);
    }

    private TraceChunk chunk() {
        return new TraceChunk(
                number,
                ports.traces().take(TraceChunk.MOST_BYTES),
                ports.traces().takeDropped(),
                ports.ticker().nanoTime());
    }

    /** Before it is told that the threads have ended: what they did last. */
    void before(EngineReport report, Supplier<EngineReport.Beat> beats, Consumer<EngineReport> outbox) {
        if (!traced || !(report instanceof EngineReport.Finished || report instanceof EngineReport.Left)) {
            return;
        }
        TraceChunk rest = chunk();
        for (int told = 0; told < MOST_LAST_CHUNKS && rest.events().length > 0; told++) {
            outbox.accept(with(beats.get(), rest));
            rest = chunk();
        }
    }
}
