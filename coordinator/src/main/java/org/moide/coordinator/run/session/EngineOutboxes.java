package org.moide.coordinator.run.session;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Posting;
import org.moide.engine.core.EngineSetup;

/** The commands on their way to a run's engines, each engine's in order. Any thread; an engine's is opened once. */
final class EngineOutboxes implements CallRoutes, AutoCloseable {
    private final String runId;
    private final BiConsumer<Integer, String> ended;
    private final RunPorts ports;
    private final DataRoot data;
    private final Map<Integer, Outbox<EngineCommand>> outboxes = new ConcurrentSkipListMap<>();

    private volatile @Nullable Engine here;

    /**
     * Those of a run, which has no engine yet.
     *
     * @param ended is told the number of an engine that cannot be reached, and why
     * @param data keeps what calls share
     */
    EngineOutboxes(String runId, BiConsumer<Integer, String> ended, DataRoot data, RunPorts ports) {
        this.runId = runId;
        this.ended = ended;
        this.data = data;
        this.ports = ports;
    }

    /** An engine is there. */
    void open(AssembledEngine engine) {
        Engine proxy = ports.space()
                .proxy(
                        engine.node(),
                        Engine.class,
                        EngineSetup.objectName(runId, engine.number()),
                        ports.timing().call());
        if (engine.node().equals(ports.space().self())) {
            here = proxy;
        }
        outboxes.put(
                engine.number(),
                new Outbox<>(
                        Posting.COORDINATOR,
                        "coordinator-to-engine-" + engine.number(),
                        proxy::post,
                        why -> ended.accept(engine.number(), "it cannot be reached: " + why),
                        ports.timing(),
                        ports.ticker(),
                        ports.signals(),
                        ports.threads()));
    }

    /** Does not block; nothing if there is no such engine. */
    void post(int engine, EngineCommand command) {
        Outbox<EngineCommand> outbox = outboxes.get(engine);
        if (outbox != null) {
            outbox.post(command);
        }
    }

    @Override
    public void cancel(EngineCommand.CancelCalls calls) {
        outboxes.values().forEach(outbox -> outbox.post(calls));
    }

    @Override
    public boolean runAlone(byte[] call) {
        Engine engine = here;
        try {
            return engine != null && engine.runAlone(call);
        } catch (RemoteCallException gone) {
            return false; // it was not run: the engine's object is not there any more
        }
    }

    @Override
    public void share(long id, byte[] encoded) {
        try {
            data.write(id, encoded);
        } catch (IllegalArgumentException | UncheckedIOException cannot) {
            ports.faults().onFault("a value that calls share", cannot); // who asks for it hears that it is not there
        }
    }

    @Override
    public void unshare(long id) {
        try {
            data.release(List.of(id));
        } catch (IllegalArgumentException never) {
            return; // it was not kept
        }
        outboxes.values().forEach(outbox -> outbox.post(new EngineCommand.Released(List.of(id))));
    }

    /** Lets the last commands arrive, for a moment: an engine that does not hear them meanwhile ends with its lifeline. */
    @Override
    public void close() {
        long deadline = ports.ticker().nanoTime() + ports.timing().ending().toNanos();
        for (Outbox<EngineCommand> outbox : outboxes.values()) {
            try {
                outbox.flush(Math.max(0, deadline - ports.ticker().nanoTime()));
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
            outbox.close();
        }
    }
}
