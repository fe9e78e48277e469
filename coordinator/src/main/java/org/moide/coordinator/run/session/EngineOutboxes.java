package org.moide.coordinator.run.session;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.FixedOrder;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.spread.Spreading;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Posting;
import org.moide.engine.core.EngineSetup;

/** Sends commands to a run's engines, to each engine in order. Thread-safe; an engine's outbox is opened once. */
final class EngineOutboxes implements CallRoutes, AutoCloseable {
    /**
     * The seat of the coordinator's own engine, if it has one. That engine is also the first in the table of each
     * epoch.
     */
    private static final int OWN = 0;

    private final String runId;
    private final BiConsumer<Integer, String> ended;
    private final RunPorts ports;
    private final DataRoot data;
    private final Map<Integer, Outbox<EngineCommand>> outboxes = new ConcurrentSkipListMap<>();
    private final Set<Integer> seats = ConcurrentHashMap.newKeySet(); // of engines that are there
    private final Spreading spreading;

    private volatile @Nullable Engine here;
    private volatile Runnable whenOwnGoes = () -> {};
    private volatile IntConsumer whenGoes = seat -> {};

    /**
     * Creates the object without engines.
     *
     * @param ended receives the number of an engine that cannot be reached, and the reason
     * @param data stores what calls share
     */
    EngineOutboxes(String runId, BiConsumer<Integer, String> ended, DataRoot data, RunPorts ports) {
        this.runId = runId;
        this.ended = ended;
        this.data = data;
        this.ports = ports;
        this.spreading = new Spreading(ports.space(), runId, ports.tree());
    }

    /** Opens the outbox of an engine that is ready. */
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
        seats.add(engine.number());
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

    /**
     * Notes that an engine is told to end, or is known to have ended. A second call for the same engine has no effect.
     */
    void gone(int engine) {
        if (seats.remove(engine)) {
            whenGoes.accept(engine);
        }
        if (engine == OWN && here != null) {
            here = null; // cleared first, so that the engine gets no further call
            whenOwnGoes.run();
        }
    }

    @Override
    public void whenOwnEngineGoes(Runnable told) {
        whenOwnGoes = told;
    }

    /**
     * Returns the same acts in the same order. A long command that goes to very many engines is replaced by short ones.
     */
    List<RunAct> shortened(List<RunAct> acts) {
        return spreading.shortened(acts);
    }

    /** Queues a command for an engine. Does not block. Has no effect if the engine has no outbox. */
    void post(int engine, EngineCommand command) {
        if (command instanceof EngineCommand.Cease) {
            gone(engine);
        } else if (command instanceof EngineCommand.MemberLost lost && lost.engine() == OWN) {
            gone(OWN);
        } else if (command instanceof EngineCommand.MemberDied died) {
            gone(died.member());
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
    public void tell(int seat, byte[] news) {
        post(seat, new EngineCommand.CallNews(news));
    }

    @Override
    public Set<Integer> seats() {
        return FixedOrder.copyOf(seats);
    }

    @Override
    public void whenEngineGoes(IntConsumer told) {
        whenGoes = told;
    }

    @Override
    public boolean runAlone(byte[] call) {
        Engine engine = here;
        try {
            return engine != null && engine.runAlone(call);
        } catch (RemoteCallException gone) {
            return false; // the engine's object is gone, so the call was not executed
        }
    }

    @Override
    public void share(long id, byte[] encoded) {
        try {
            data.write(id, encoded);
        } catch (IllegalArgumentException | UncheckedIOException cannot) {
            ports.around()
                    .faults()
                    // An engine that asks for the value learns that it does not exist.
                    .onFault("a value that calls share", cannot);
        }
    }

    @Override
    public void unshare(long id) {
        try {
            data.release(List.of(id));
        } catch (IllegalArgumentException never) {
            return; // the value was not stored
        }
        outboxes.values().forEach(outbox -> outbox.post(new EngineCommand.Released(List.of(id))));
    }

    /**
     * Waits a limited time until the last commands have arrived at their engines, and stops sending. An engine that did
     * not get its last command ends when its lifeline, the connection to the coordinator, breaks.
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
