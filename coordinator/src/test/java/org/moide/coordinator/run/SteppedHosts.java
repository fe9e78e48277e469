package org.moide.coordinator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.FaultyWires;
import org.moide.commlib.sim.HostLoad;
import org.moide.commlib.sim.Network;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.wire.CallValues;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.run.core.RunCore;
import org.moide.coordinator.run.spread.Spreading;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Posting;
import org.moide.engine.control.Sheets;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Timing;

/**
 * A run like that of {@link ManyHosts}, for more hosts than there can be threads in a JVM. The coordinator's core and
 * the tree for commands are real. Daemons and engines are models, which only send as many messages as real ones would,
 * of the same sizes. A test checks that both kinds of run take the same time, for a number of hosts that is possible in
 * both.
 */
final class SteppedHosts {
    private static final int COORDINATOR = -1;
    private static final String RUN = "stepped";
    private static final long EVENTS_OF_EACH = 1_000;

    /**
     * The number of bytes of an order to a daemon, as {@link ManyHosts} counts them. The constants after it are those
     * of other calls.
     */
    private static final int ORDER_BYTES = 620;

    private static final int CREATED_BYTES = 200;
    private static final int WORD_BYTES = 300;
    private static final int QUESTION_BYTES = 70;

    /**
     * The pause of an engine after the first time that it has asked the engine above it in the tree in vain. It is that
     * of real engines.
     */
    private static final long FIRST_PAUSE_NANOS = 1_000_000;

    private static final long LAST_PAUSE_NANOS = 32 * FIRST_PAUSE_NANOS;

    private final int hosts;
    private final EventQueue queue;
    private final Network<Integer> network;
    private final HostLoad<Integer> load;
    private final RunCore core;
    private final LocalSpace space = new LocalSpace("coordinator");
    private final Spreading spreading = new Spreading(space, RUN, TreeShape.USUAL);
    private final Map<String, EngineCommand> spread = new HashMap<>();
    private final Map<String, Integer> lengths = new HashMap<>();
    private final Map<Integer, Set<String>> kept = new HashMap<>();
    private int made;
    private int started;
    private long startedNanos;

    private SteppedHosts(int hosts) {
        this.hosts = hosts;
        this.queue = new EventQueue(1, hosts * EVENTS_OF_EACH);
        FaultyWires<Integer> wires = new FaultyWires<>(queue);
        wires.model(NetworkModel.healthy().withLatency(ManyHosts.LATENCY, ManyHosts.LATENCY));
        this.load = new HostLoad<>(queue, ManyHosts.HANDLING, ManyHosts.BYTES_PER_SECOND);
        wires.load(load);
        this.network = new Network<>(queue, wires);
        List<AssembledEngine> engines = new ArrayList<>();
        for (int seat = 0; seat < hosts; seat++) {
            String host = SimulatedHosts.hostOf(seat);
            NodeReference node = new NodeReference("engine-" + seat + "#" + (20_000 + seat), List.of(host), 7_000);
            spreading.open(seat, node);
            engines.add(new AssembledEngine(
                    seat,
                    host,
                    SimulatedHosts.daemonOf(host),
                    1,
                    1,
                    1,
                    AssembledEngine.FIRST_INCARNATION,
                    node,
                    Location.UNKNOWN,
                    0,
                    null));
        }
        RunSettings settings = new RunSettings(
                new RunSettings.Spmd(CheckpointDisk.NONE, 1, null),
                Tuning.DEFAULT,
                true,
                StrategySpec.of(Strategies.DEFAULT),
                TaskSettings.DEFAULT,
                1,
                0,
                Timing.USUAL,
                TimeUnit.SECONDS.toNanos(60));
        this.core = new RunCore(settings, engines, null, TaskShelf.inMemory(), 0);
    }

    /** Simulates the run until all engines have started, without barriers. */
    static ManyHosts.Measured play(int hosts) {
        SteppedHosts all = new SteppedHosts(hosts);
        all.assemble();
        while (all.started < hosts && all.queue.step()) {
            // executes one event after the other
        }
        if (all.started < hosts) {
            throw new IllegalStateException("expected that all start, found " + all.started + " of " + hosts);
        }
        return new ManyHosts.Measured(hosts, all.startedNanos, all.load.of(COORDINATOR), all.load.most(COORDINATOR), 0);
    }

    private int daemon(int seat) {
        return hosts + seat;
    }

    private void assemble() {
        made(); // the coordinator's own engine
        for (int seat = 1; seat < hosts; seat++) {
            int host = seat;
            int daemon = daemon(seat);
            call(
                    COORDINATOR,
                    daemon,
                    0,
                    () -> 0,
                    found -> // connects to the daemon
                    call(
                                    COORDINATOR,
                                    daemon,
                                    0,
                                    () -> 0,
                                    open -> // opens a lifeline
                                    order(host)));
        }
    }

    private void order(int seat) {
        int daemon = daemon(seat);
        network.send(
                COORDINATOR,
                daemon,
                ORDER_BYTES,
                "order",
                () -> queue.after(ManyHosts.JVM_START, "JVM", () -> {
                    call(seat, COORDINATOR, 0, () -> 0, open -> {}); // the engine's lifeline
                    call(seat, COORDINATOR, WORD_BYTES, () -> 0, told -> {}); // the engine's first heartbeat
                    call(daemon, COORDINATOR, WORD_BYTES, () -> 0, told -> {}); // the lines that the engine has printed
                    network.send(daemon, COORDINATOR, CREATED_BYTES, "created", this::made);
                }));
        queue.after(
                Timing.USUAL.look(),
                "look",
                () -> call(COORDINATOR, daemon, QUESTION_BYTES, () -> QUESTION_BYTES, there -> {}));
    }

    private void made() {
        made++;
        if (made == hosts) {
            carryOut(core.step(new RunCoreEvent.Began(), queue.nanoTime()));
        }
    }

    private void carryOut(List<RunAct> acts) {
        List<RunAct> shortened = spreading.shortened(acts);
        for (int place = 0; place < acts.size(); place++) {
            if (shortened.get(place) instanceof RunAct.Tell tell) {
                EngineCommand inFull = ((RunAct.Tell) acts.get(place)).command();
                if (tell.command() instanceof EngineCommand.Spread shorter) {
                    spread.putIfAbsent(shorter.sheet(), inFull);
                    lengths.computeIfAbsent(shorter.sheet(), this::lengthOf);
                }
                Posting<EngineCommand> posting = new Posting<>(Posting.COORDINATOR, 0, List.of(tell.command()));
                call(COORDINATOR, tell.seat(), lengthOf(posting), () -> 0, posted -> {}, () -> take(tell));
            } else if (shortened.get(place) instanceof RunAct.LookForRestore) {
                carryOut(core.step(new RunCoreEvent.RestoreCallsFound(false), queue.nanoTime()));
            }
        }
    }

    private int lengthOf(String sheet) {
        return space.proxy(space.self(), Sheets.class, Sheets.nameOf(RUN, COORDINATOR), Duration.ofSeconds(1))
                .sheet(sheet)
                .length;
    }

    private static int lengthOf(Posting<EngineCommand> posting) {
        try {
            int length = 0;
            for (byte[] piece : CallValues.encode(posting)) {
                length += piece.length;
            }
            return length;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    // --- an engine

    private void take(RunAct.Tell tell) {
        if (tell.command() instanceof EngineCommand.Spread shorter) {
            ask(tell.seat(), shorter, FIRST_PAUSE_NANOS);
        } else {
            does(tell.seat(), tell.command());
        }
    }

    private void ask(int seat, EngineCommand.Spread shorter, long pauseNanos) {
        String name = shorter.sheet();
        int above = shorter.level() == 1 ? COORDINATOR : shorter.above();
        call(seat, above, QUESTION_BYTES, () -> has(above, name) ? lengths.get(name) : 0, bytes -> {
            if (bytes == 0) {
                queue.after(
                        pauseNanos, "asks again", () -> ask(seat, shorter, Math.min(2 * pauseNanos, LAST_PAUSE_NANOS)));
                return;
            }
            kept.computeIfAbsent(seat, none -> new HashSet<>()).add(name);
            does(seat, spread.get(name));
        });
    }

    private boolean has(int seat, String name) {
        return seat == COORDINATOR || kept.getOrDefault(seat, Set.of()).contains(name);
    }

    private void does(int seat, EngineCommand command) {
        if (command instanceof EngineCommand.Register register) {
            EngineReport report =
                    new EngineReport.Registered(register.registration().epoch());
            call(
                    seat,
                    COORDINATOR,
                    WORD_BYTES,
                    () -> 0,
                    told -> {},
                    () -> carryOut(core.step(new RunCoreEvent.Reported(seat, report), queue.nanoTime())));
        } else if (command instanceof EngineCommand.Start) {
            started++;
            startedNanos = queue.nanoTime();
        }
    }

    // --- a call

    private interface Answered {
        void take(int bytes);
    }

    private void call(int from, int to, int bytes, IntSupplier answer, Answered then) {
        call(from, to, bytes, answer, then, null);
    }

    private void call(int from, int to, int bytes, IntSupplier answer, Answered then, @Nullable Runnable there) {
        if (from == to || isBoth(from, to)) {
            if (there != null) {
                there.run();
            }
            then.take(answer.getAsInt());
            return;
        }
        network.send(from, to, bytes, "call", () -> {
            if (there != null) {
                there.run();
            }
            int answered = answer.getAsInt();
            network.send(to, from, answered, "answer", () -> then.take(answered));
        });
    }

    /**
     * Returns whether two numbers stand for the same process. They do if they are those of the coordinator and of the
     * first engine, which is in the coordinator's process.
     */
    private static boolean isBoth(int one, int other) {
        return one <= 0 && other <= 0;
    }
}
