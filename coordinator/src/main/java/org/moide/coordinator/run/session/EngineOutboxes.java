package org.moide.coordinator.run.session;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.spread.Spreading;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Posting;
import org.moide.engine.core.EngineSetup;

/** The commands on their way to a run's engines, each engine's in order. Any thread; an engine's is opened once. */
final class EngineOutboxes implements CallRoutes, AutoCloseable {
    /** The seat of the coordinator's own engine, if it has one. That engine is the first of each epoch. */
    private static final int OWN = 0;

    private final String runId;
    private final BiConsumer<Integer, String> ended;
    private final RunPorts ports;
    private final DataRoot data;
    private final Map<Integer, Outbox<EngineCommand>> outboxes = new ConcurrentSkipListMap<>();
    private final Spreading spreading;

    private volatile @Nullable Engine here;
    private volatile Runnable whenOwnGoes = () -> {};

    /**
     * Begins without engines.
     *
     * @param ended receives the number of an engine that cannot be reached, and the reason
     * @param data keeps what calls share
     */
    EngineOutboxes(String runId, BiConsumer<Integer, String> ended, DataRoot data, RunPorts ports) {
        this.runId = runId;
        this.ended = ended;
        this.data = data;
        this.ports = ports;
        this.spreading = new Spreading(ports.space(), runId, ports.tree());
    }

    /** Opens the outbox of an engine that is there. */
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
        spreading.open(engine.number(), engine.node());
        outboxes.put(
                engine.number(),
                new Outbox<>(
                        Posting.COORDINATOR,
                        "coordinator-to-engine-" + engine.number(),
                        proxy::post,
                        why -> unreachable(engine.number(), why),
                        ports.timing(),
                        ports.around()));
    }

    private void unreachable(int engine, String why) {
        ended.accept(engine, "it cannot be reached: " + why);
        gone(engine);
    }

    /** Takes note that an engine is told, or known, to take part no more. */
    private void gone(int engine) {
        if (engine == OWN && here != null) {
            here = null; // first: no call is given to it from here on
            whenOwnGoes.run();
        }
    }

    @Override
    public void whenOwnEngineGoes(Runnable told) {
        whenOwnGoes = told;
    }

    /** Returns the same acts, with short commands in place of one that very many engines are told. */
    List<RunAct> shortened(List<RunAct> acts) {
        return spreading.shortened(acts);
    }

    /** Queues a command for an engine. Does not block; has no effect if there is no such engine. */
    void post(int engine, EngineCommand command) {
        if (command instanceof EngineCommand.Cease) {
            gone(engine);
        } else if (command instanceof EngineCommand.MemberLost lost && lost.engine() == OWN) {
            gone(OWN);
        }
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
            return false; // it was not run, since the engine's object is gone
        }
    }

    @Override
    public void share(long id, byte[] encoded) {
        try {
            data.write(id, encoded);
        } catch (IllegalArgumentException | UncheckedIOException cannot) {
            ports.around()
                    .faults()
                    .onFault("a value that calls share", cannot); // whoever asks for it hears that it is not there
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

    /**
     * Lets the last commands arrive, for a moment. An engine that does not get them meanwhile ends when its lifeline
     * breaks.
     */
    @Override
    public void close() {
        long deadline =
                ports.around().ticker().nanoTime() + ports.timing().ending().toNanos();
        for (Outbox<EngineCommand> outbox : outboxes.values()) {
            try {
                outbox.flush(Math.max(0, deadline - ports.around().ticker().nanoTime()));
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
            outbox.close();
        }
        spreading.close();
    }
}
