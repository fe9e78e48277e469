package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.plan.Assistance;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.checkpoint.SyncedFiles;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.core.ComputeEngine;
import org.moide.engine.core.CoordinatorWatch;
import org.moide.engine.core.EnginePorts;
import org.moide.engine.core.EngineSetup;

/**
 * A whole run in simulated time: the real session and the real engines, each in a simulated process, over the simulated
 * network. A coordinator that is killed is followed by another, which goes on from the journal. Used by the thread outside and
 * by events.
 */
final class SimulatedRun implements AutoCloseable {
    /** A JVM's start, and that of a coordinator by its user. */
    private static final Duration START = Duration.ofMillis(60);

    /** Some hundred times as many as a run takes: one that needs more is stuck in a loop. */
    private static final long MOST_EVENTS = 3_000_000;

    private static final JournalRecord.Began BEGAN = new JournalRecord.Began("simulated", "1");

    private final Shape shape;
    private final SimCluster cluster;
    private final Function<SimNode, Program> programs;
    private final SimulatedDisk disk;
    private final RandomGenerator chance;
    private SimNode home;
    private Life life;
    private int lives;
    private boolean restarting;

    /** What the run begins with. */
    record Shape(int engines, int threadsOfEach, String strategy) {}

    /** One coordinator's time. */
    private final class Life {
        private final String runId = "sim" + lives;
        private final RunPorts ports;
        private final RunSession session;
        private final Map<Integer, SimNode> nodes = new LinkedHashMap<>();
        private final Map<String, Object> results = new LinkedHashMap<>();
        private final List<String> notes = new ArrayList<>();
        private final List<String> lines = new ArrayList<>();
        private @Nullable RunOutcome outcome;

        Life() {
            boolean bag = programs.apply(home) instanceof TaskApplication;
            this.ports = new RunPorts(
                    bag ? AcknowledgementWatch.around(home.space(), disk) : home.space(),
                    home.ticker(),
                    home.signals(),
                    home.faults(),
                    home.threads("c"));
            this.session = new RunSession(runId, ports, new Recorder(this));
        }

        private void run() {
            session.recruitBy(
                    wanted -> {
                        home.compute(START);
                        return engine(wanted.seat());
                    },
                    Assistance.NONE);
            Program program = programs.apply(home);
            if (program instanceof TaskApplication) {
                session.keep(new RunJournal(disk.usedBy(home::compute), BEGAN));
            }
            List<AssembledEngine> assembled = new ArrayList<>();
            for (int seat = 0; seat < shape.engines(); seat++) {
                assembled.add(engine(seat));
            }
            try {
                outcome = session.run(
                        assembled,
                        program,
                        Arguments.of(),
                        new JavaCodec(),
                        Tuning.DEFAULT,
                        StrategySpec.of(shape.strategy()),
                        TaskSettings.DEFAULT,
                        cluster.queue().seed(),
                        home.name());
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }

        /** Engine 0 lives in the coordinator's process. */
        private AssembledEngine engine(int seat) {
            SimNode node = seat == 0 ? home : cluster.node("engine-" + seat + (lives == 1 ? "" : "." + lives));
            nodes.put(seat, node);
            String host = "host-" + seat;
            EngineSetup setup =
                    new EngineSetup(runId, seat, 1, host, home.reference(), Arguments.of(), NamedFiles.NONE, null);
            ComputeEngine engine = new ComputeEngine(setup, portsOf(node), why -> {});
            if (seat > 0) {
                new CoordinatorWatch(
                        node.space(),
                        home.reference(),
                        EngineSetup.objectName(runId, seat),
                        () -> engine.cease("the coordinator is gone"),
                        node.ticker(),
                        node.signals(),
                        node.threads("w"));
            }
            return new AssembledEngine(seat, host, 1, shape.threadsOfEach(), 1, node.reference(), "");
        }

        private EnginePorts portsOf(SimNode node) {
            return new EnginePorts(
                    node.space(),
                    node.ticker(),
                    node.signals(),
                    node.signals(),
                    node.faults(),
                    node.threads("e"),
                    new JavaCodec(),
                    SimulatedRun.class.getClassLoader(),
                    () -> programs.apply(node),
                    new SyncedFiles());
        }
    }

    /**
     * A run that has not begun.
     *
     * @param programs the application, for the process in which it is to run
     */
    SimulatedRun(long seed, Shape shape, Function<SimNode, Program> programs) {
        this.shape = shape;
        this.programs = programs;
        this.cluster = new SimCluster(new EventQueue(seed, MOST_EVENTS));
        this.chance = cluster.queue().random("run");
        this.disk = new SimulatedDisk(cluster.queue().random("disk"));
        this.home = cluster.node("coordinator");
        this.life = new Life();
    }

    /** Begins; what is to happen happens as the cluster is run. */
    void begin() {
        lives++;
        Life begun = life;
        home.start("run", begun::run);
    }

    SimCluster cluster() {
        return cluster;
    }

    SimulatedDisk disk() {
        return disk;
    }

    boolean isOver() {
        return life.outcome != null && !restarting;
    }

    /** Null until it is over. */
    @Nullable
    RunOutcome outcome() {
        return life.outcome;
    }

    Map<String, Object> results() {
        return life.results;
    }

    List<String> notes() {
        return life.notes;
    }

    /** What the application has said. */
    List<String> lines() {
        return life.lines;
    }

    /** The process of an engine; null if there is none. */
    @Nullable
    SimNode nodeOf(int seat) {
        return life.nodes.get(seat);
    }

    // --- what happens to it

    /** An engine's process is killed, and its parent says so; the coordinator's own is left alone. */
    void kill(int seat) {
        SimNode node = nodeOf(seat);
        if (node != null && node != home && node.isAlive()) {
            cluster.kill(node);
            RunSession told = life.session;
            home.after(
                    Duration.ofMillis(1 + chance.nextInt(20)),
                    "end of " + node,
                    () -> told.engineEnded(seat, "it was killed"));
        }
    }

    /** An engine's host is gone, and nobody is told. */
    void losePower(int seat) {
        SimNode node = nodeOf(seat);
        if (node != null && node != home && node.isAlive()) {
            cluster.losePower(node);
        }
    }

    /** The coordinator is gone; after a while its user resumes the run. */
    void killCoordinator(boolean power) {
        if (isOver() || restarting) {
            return;
        }
        restarting = true;
        if (power) {
            cluster.losePower(home);
            disk.losePower();
        } else {
            cluster.kill(home);
        }
        cluster.after(Duration.ofMillis(100 + chance.nextInt(8_000)), "moide resume", () -> {
            home = cluster.restart(home);
            disk.fill(false);
            life = new Life();
            restarting = false;
            begin();
        });
    }

    /** What the user wants; what is answered goes to the notes. */
    void order(ChangeOrder order) {
        Life asked = life;
        if (home.isAlive()) {
            boolean[] answered = {false};
            asked.session.control().ask(order, "ordered", answer -> {
                if (answered[0]) {
                    throw new IllegalStateException("expected one answer to " + order + ", found another: " + answer);
                }
                answered[0] = true;
                asked.notes.add(order + ": " + answer);
            });
        }
    }

    @Override
    public void close() {
        cluster.close();
    }

    private record Recorder(Life life) implements RunObserver {
        @Override
        public void line(String text) {
            life.lines.add(text);
        }

        @Override
        public void result(String name, Serializable value) {
            life.results.put(name, value);
        }

        @Override
        public void progress(long done, long total, String what) {
            // Nobody looks at a bar here.
        }

        @Override
        public void note(String text) {
            life.notes.add(text);
        }
    }
}
