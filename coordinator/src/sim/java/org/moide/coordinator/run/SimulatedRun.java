package org.moide.coordinator.run;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.commit.CommittedCheckpoints;
import org.moide.coordinator.commit.Origin;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.journal.Held;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.automation.Automation;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.run.assembly.AutomationThread;
import org.moide.coordinator.run.assembly.DaemonConsole;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.CheckpointHome;
import org.moide.coordinator.run.session.RunJournal;
import org.moide.coordinator.run.session.RunObserver;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.session.RunSetup;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Engine;
import org.moide.engine.control.Sheets;
import org.moide.engine.control.Timing;
import org.moide.engine.core.ComputeEngine;
import org.moide.engine.core.CoordinatorWatch;
import org.moide.engine.core.EnginePorts;
import org.moide.engine.core.EngineSetup;
import org.moide.engine.data.DataHolder;
import org.moide.engine.host.EngineStarter;
import org.moide.engine.host.LaunchOrder;
import org.moide.engine.host.RunConsole;
import org.moide.engine.host.RunningEngine;
import org.moide.engine.spmd.CheckpointKeeper;

/**
 * A whole run in simulated time: the real session and real engines, each in a simulated process, with simulated network
 * and disks. When a coordinator is killed, another one resumes the run from the journal or the checkpoints. Used by the
 * test's thread and by events.
 */
public final class SimulatedRun implements AutoCloseable {
    /**
     * The time that a JVM takes to start. Also the time after which the user starts another coordinator when one was
     * lost.
     */
    private static final Duration START = Duration.ofMillis(60);

    /** The time in which the last commands can arrive before the engines' processes are ended. */
    private static final Duration LAST_COMMANDS = Duration.ofSeconds(2);

    /**
     * The limit on the number of events for each engine. The longest runs have several times fewer; a run with more is
     * in an endless loop. Engines of workers check for work some hundred times a second, also while two hosts are cut
     * from each other for half a minute.
     */
    private static final long MOST_EVENTS_OF_EACH = 400_000;

    /**
     * The limit on the number of events for each engine of a slow run. Such a run takes a minute of simulated time, and
     * engines of workers check for work some hundred times a second.
     */
    private static final long MOST_EVENTS_OF_A_SLOW_ONE = 1_000_000;

    /** One of so many runs is replayed. It is not every run, since a replay takes a tenth of the run's time. */
    private static final int REPLAYED_ONE_IN = 4;

    /**
     * One of so many runs sends commands through a tree of engines, however few engines it has. Other runs use a tree
     * only if they have very many engines. The runs in which tests look for planted faults do not use a tree.
     */
    private static final int TREE_ONE_IN = 14;

    /**
     * The remainder, modulo {@link #TREE_ONE_IN}, of the seeds of the runs with a tree. In these runs hosts also have a
     * topology.
     */
    private static final int TREE_REST = 10;

    private static final JournalRecord.Began BEGAN = new JournalRecord.Began("simulated", "1");
    private static final Origin ORIGIN = new Origin("simulated", "1", List.of());
    private static final Path CHECKPOINTS = Path.of("/checkpoints");

    private final RunShape shape;
    private final SimCluster cluster;
    private final SimulatedApplication application;
    private final DiskHealth health;
    private final SimulatedDisk disk;
    private final SimulatedDisk objects;
    private final SimulatedFiles files;
    private final SimulatedHosts hosts;
    private final @Nullable SimulatedDaemons daemons;
    private final RandomGenerator chance;
    private final Map<SimNode, SimulatedNotes> taskNotes = new HashMap<>();
    private final List<SimNode> engines = new ArrayList<>(); // of all coordinators
    private final HostCuts cuts = new HostCuts();
    private final List<RecordedInMemory> recordings = new ArrayList<>(); // of all coordinators
    private SimNode home;
    private Life life;
    private int lives;
    private boolean restarting;
    private boolean givenUp;

    /**
     * The time of the run under one coordinator, from the start of that coordinator to the end of the run or the
     * coordinator's death.
     */
    private final class Life {
        private final String runId = "sim" + lives;
        private final RunPorts ports;
        private final Map<Integer, SimNode> nodes = new LinkedHashMap<>();
        private final Map<String, Object> results = new LinkedHashMap<>();
        private final List<String> lines = new ArrayList<>();
        private final Set<String> said = new HashSet<>();
        private final List<String> notes = new ArrayList<>();
        private @Nullable SimulatedSites sites;
        private @Nullable RunSession session;
        private @Nullable RunOutcome outcome;

        Life() {
            boolean journaled = application.program(home) instanceof TaskApplication && application.link() == null;
            this.ports = new RunPorts(
                    journaled ? AcknowledgementWatch.around(home.space(), disk) : home.space(),
                    new Surroundings(home.ticker(), home.signals(), home.threads("c"), home.faults()),
                    Timing.USUAL,
                    tree());
        }

        /**
         * Returns the shape of the tree through which commands go to engines. In every {@link #TREE_ONE_IN}th run it is
         * a chain or a narrow tree, so that few engines suffice for several levels.
         */
        private TreeShape tree() {
            long seed = cluster.queue().seed();
            return isToldMore(seed) ? new TreeShape(2, 1 + Math.floorMod(seed / TREE_ONE_IN, 2)) : TreeShape.USUAL;
        }

        private void note(String text) {
            notes.add(text);
            cluster.queue().tell(() -> "the user reads: " + text);
        }

        private void run() {
            ProgramLink link = application.link();
            if (link != null) {
                link.feeds(application.program(home));
            }
            RunSession made = new RunSession(setup(application.program(home)), ports, new Recorder(this, link));
            session = made;
            try {
                List<AssembledEngine> assembled = assembled(made);
                if (shape.changes()) {
                    new AutomationThread(
                            hosts::look,
                            hosts.placement(),
                            Automation.Advised.NOTHING,
                            runId,
                            made.control(),
                            made.control()::status,
                            this::note,
                            ports);
                }
                outcome = made.run(assembled);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            if (sites != null) {
                home.compute(Duration.ofNanos(chance.nextLong(LAST_COMMANDS.toNanos())));
                sites.close();
            }
        }

        private List<AssembledEngine> assembled(RunSession made) throws InterruptedException {
            if (daemons == null) {
                List<AssembledEngine> assembled = new ArrayList<>();
                for (int seat = 0; seat < shape.engines(); seat++) {
                    assembled.add(engine(seat, SimulatedHosts.hostOf(seat)));
                }
                return assembled;
            }
            SimulatedSites opened =
                    new SimulatedSites(daemons, hosts, runId, ports, application.program(home), shape.threadsOfEach());
            sites = opened;
            opened.export(new DaemonConsole(
                    (engine, line, fromErrorStream) -> said(line),
                    made::engineEnded,
                    made.control()::leaving,
                    this::note,
                    (daemon, beside) -> {}));
            return opened.assemble(engine(0, SimulatedHosts.hostOf(0)), shape.engines());
        }

        /** Checks that a line which a process has printed was not printed before. */
        private void said(String line) {
            if (!said.add(line)) {
                throw new IllegalStateException("expected each line of a process once, found again: " + line);
            }
        }

        private RunSetup setup(Program program) {
            return new RunSetup(
                    runId,
                    home.name(),
                    new RunSetup.Work(program, application.arguments(), application.codec(home), NamedFiles.NONE),
                    balancing(program),
                    keeping(program),
                    new RunSetup.Recruiting(this::recruit, Assistance.NONE),
                    cluster.queue().seed(),
                    0);
        }

        private RunSetup.Balancing balancing(Program program) {
            StrategySpec chosen = StrategySpec.of(shape.strategy());
            return program instanceof WorkerApplication
                    ? new RunSetup.Balancing(
                            Tuning.DEFAULT,
                            StrategySpec.of(Strategies.DEFAULT),
                            chosen,
                            application.tasks(cluster.queue().seed()))
                    : new RunSetup.Balancing(
                            Tuning.DEFAULT,
                            chosen,
                            application.tasks(cluster.queue().seed()));
        }

        /**
         * Returns the memory limit in bytes for waiting tasks. With every fourth seed there is no limit, since the runs
         * of these seeds are replayed. With the other seeds the limit is 0, so that all tasks wait on disk.
         */
        private long waitingBytes() {
            return cluster.queue().seed() % 4 == 0 ? Long.MAX_VALUE : 0;
        }

        private AssembledEngine recruit(Recruitment wanted) {
            if (sites != null) {
                AssembledEngine made = sites.recruit(wanted);
                hosts.seated(wanted.seat(), made.host());
                return made;
            }
            home.compute(START);
            return engine(wanted.seat(), hosts.choose(wanted));
        }

        private RunSetup.Keeping keeping(Program program) {
            if (application.link() != null) {
                return new RunSetup.Keeping(
                        new TaskRoom(waitingBytes(), TaskShelf.inMemory()), null, null, 1, null, Recording.NONE);
            }
            if (program instanceof TaskApplication) {
                return new RunSetup.Keeping(
                        new TaskRoom(waitingBytes(), TaskShelf.inMemory()),
                        new RunJournal(
                                disk.usedBy(home::compute),
                                objects.usedBy(home::compute),
                                new TaskRoom(waitingBytes(), disk.shelf()),
                                BEGAN,
                                Held.NOTHING),
                        null,
                        1,
                        null,
                        recording());
            }
            if (!shape.onDisk()) {
                return new RunSetup.Keeping(TaskRoom.unlimited(), null, null, 1, application.recorder(), recording());
            }
            try {
                CheckpointHome checkpoints = CheckpointHome.in(
                        new CommittedCheckpoints(CHECKPOINTS, files.usedBy(home::compute), ORIGIN),
                        lives > 1,
                        false,
                        this::note);
                return new RunSetup.Keeping(
                        TaskRoom.unlimited(), null, checkpoints, 1, application.recorder(), recording());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        private Recording recording() {
            if (cluster.queue().seed() % REPLAYED_ONE_IN != 0) {
                return Recording.NONE;
            }
            RecordedInMemory begun = new RecordedInMemory();
            recordings.add(begun);
            return begun;
        }

        /** Creates an engine. Engine 0 is in the coordinator's process, unless the {@link RunShape} says otherwise. */
        private AssembledEngine engine(int seat, String host) {
            boolean own = seat == 0 && !shape.apart();
            SimNode node = own ? home : cluster.node("engine-" + seat + (lives == 1 ? "" : "." + lives));
            nodes.put(seat, node);
            hosts.seated(seat, host);
            cuts.apply();
            EngineSetup setup = new EngineSetup(
                    runId,
                    seat,
                    1,
                    application.host(node, host),
                    home.reference(),
                    application.arguments(),
                    NamedFiles.NONE,
                    null);
            if (own) {
                new ComputeEngine(setup, portsOf(node), why -> {});
            } else {
                engines.add(node);
                ComputeEngine engine = new ComputeEngine(setup, portsOf(node), cease -> exit(node, seat, cease.why()));
                new CoordinatorWatch(
                        node.space(),
                        home.reference(),
                        EngineSetup.objectName(runId, seat),
                        () -> engine.cease("the coordinator is gone"),
                        Timing.USUAL,
                        new Surroundings(node.ticker(), node.signals(), node.threads("w"), node.faults()));
            }
            return new AssembledEngine(
                    seat,
                    host,
                    SimulatedHosts.daemonOf(host),
                    1,
                    1,
                    shape.threadsOfEach(),
                    1,
                    node.reference(),
                    hosts.locationOf(host),
                    0,
                    null);
        }

        /**
         * Simulates an engine's process that ends itself. With a probability of one half, the process that started it
         * fails to report the end to the coordinator.
         */
        private void exit(SimNode node, int seat, String why) {
            cluster.after(Duration.ofMillis(1 + chance.nextInt(20)), "exit of " + node + ": " + why, () -> {
                cluster.kill(node);
                if (chance.nextBoolean()) {
                    session.engineEnded(seat, "its process has ended");
                }
            });
        }
    }

    /**
     * The cuts between hosts that there are now. An engine that is started on one of these hosts later is cut off too.
     */
    private final class HostCuts {
        private final List<HostCut> now = new ArrayList<>();

        void begin(HostCut cut) {
            now.add(cut);
            apply();
        }

        void end(HostCut cut) {
            now.remove(cut);
            each(cut, cluster::heal);
            apply();
        }

        void apply() {
            now.forEach(cut -> each(cut, cut.oneWay() ? cluster::cutOneWay : cluster::cut));
        }

        private void each(HostCut cut, BiConsumer<SimNode, SimNode> action) {
            life.nodes.forEach((seat, from) -> life.nodes.forEach((other, to) -> {
                boolean concerned =
                        cut.from().equals(hosts.of(seat)) && cut.to().equals(hosts.of(other));
                if (concerned && from != to && from != home && to != home) {
                    action.accept(from, to);
                }
            }));
        }
    }

    /**
     * A cut between the engines of two hosts.
     *
     * @param oneWay whether messages from {@code to} to {@code from} still arrive
     */
    private record HostCut(String from, String to, boolean oneWay) {}

    private static boolean isToldMore(long seed) {
        return Math.floorMod(seed, TREE_ONE_IN) == TREE_REST;
    }

    /**
     * Returns what happens when a process logs a fault: the test fails, unless an engine logs that it found another
     * engine gone.
     */
    private FaultHandler faultsOf(SimNode node) {
        return (where, fault) -> {
            if (fault instanceof MemberLostException) {
                givenUp = true;
                cluster.queue().tell(() -> node + ", " + where + ": " + fault.getMessage());
            } else {
                node.faults().onFault(where, fault);
            }
        };
    }

    private EnginePorts portsOf(SimNode node) {
        return new EnginePorts(
                node.space(),
                new Surroundings(node.ticker(), node.signals(), node.threads("e"), faultsOf(node)),
                node.signals(),
                application.codec(node),
                application.classes(node),
                () -> application.programOfEngine(node),
                files.usedBy(node::compute),
                notesOf(node),
                Pauses.NONE,
                ProcessorClock.NONE,
                Timing.USUAL);
    }

    private SimulatedNotes notesOf(SimNode node) {
        return taskNotes.computeIfAbsent(node, unseen -> new SimulatedNotes());
    }

    /**
     * Returns the code for a process that a daemon has started. It does what the main class of a real child process
     * does.
     */
    private EngineStarter child(SimNode node, LaunchOrder launched) {
        engines.add(node);
        if (launched.runId().equals(life.runId)) {
            life.nodes.put(launched.engine(), node);
            hosts.seated(launched.engine(), node.reference().addresses().get(0));
            cuts.apply();
        }
        return (order, control) -> {
            EngineSetup setup = new EngineSetup(
                    order.runId(),
                    order.engine(),
                    order.incarnation(),
                    application.host(node, node.reference().addresses().get(0)),
                    order.coordinator(),
                    application.arguments(),
                    NamedFiles.NONE,
                    null);
            if (control instanceof SimulatedChild child) {
                child.writes(notesOf(node));
            }
            new ComputeEngine(setup, portsOf(node), cease -> control.finish(cease.inOrder()));
            CoordinatorWatch watch = new CoordinatorWatch(
                    node.space(),
                    order.coordinator(),
                    EngineSetup.objectName(order.runId(), order.engine()),
                    () -> {
                        notesOf(node).forget();
                        control.fail("its coordinator is gone: " + order.coordinator());
                    },
                    Timing.USUAL,
                    new Surroundings(node.ticker(), node.signals(), node.threads("w"), node.faults()));
            return new ChildEngine(node.reference(), application.classes(node), watch);
        };
    }

    /**
     * An engine in a process that a daemon has started, with those parts of it that the test uses. All other parts end
     * with the process.
     */
    private record ChildEngine(NodeReference node, ClassLoader classes, CoordinatorWatch watch)
            implements RunningEngine {
        @Override
        public void close() {
            watch.close();
        }
    }

    /** Creates a run that has not begun. */
    public SimulatedRun(long seed, RunShape shape, SimulatedApplication application) {
        this.shape = shape;
        this.application = application;
        this.cluster = new SimCluster(new EventQueue(
                seed, shape.engines() * (shape.pace() > 1 ? MOST_EVENTS_OF_A_SLOW_ONE : MOST_EVENTS_OF_EACH)));
        cluster.neverBlock(
                Engine.class,
                Coordinator.class,
                MessagePort.class,
                CheckpointKeeper.class,
                RunConsole.class,
                DataHolder.class,
                Sheets.class);
        this.chance = cluster.queue().random("run");
        this.health = new DiskHealth(cluster.queue().random("disk's time"));
        this.disk = new SimulatedDisk(health, cluster.queue().random("disk"));
        this.objects = new SimulatedDisk(health, cluster.queue().random("objects' disk"));
        this.files = new SimulatedFiles(health);
        this.hosts = new SimulatedHosts(shape.engines(), shape.threadsOfEach(), isToldMore(seed));
        this.home = cluster.node("coordinator");
        this.daemons = shape.hosted() ? new SimulatedDaemons(cluster, hosts.names(), this::child) : null;
        this.life = new Life();
    }

    /** Sets the time that JVMs take to start when daemons start them from now on. */
    public void startJvmsIn(Duration span) {
        Objects.requireNonNull(daemons, "expected a run whose engines daemons make")
                .startJvmsIn(span);
    }

    /** Begins the run. Its events happen when the caller runs the cluster. */
    public void begin() {
        lives++;
        Life begun = life;
        home.start("run", begun::run);
    }

    public SimCluster cluster() {
        return cluster;
    }

    DiskHealth disks() {
        return health;
    }

    public boolean isOver() {
        return life.outcome != null && !restarting;
    }

    /**
     * Returns whether nothing is left of the run: the processes of all engines have ended, and no daemon has anything
     * of the run.
     */
    boolean isGone() {
        return engines.stream().noneMatch(SimNode::isAlive) && (daemons == null || daemons.areIdle());
    }

    /** Returns the outcome; null until the run is over. */
    public @Nullable RunOutcome outcome() {
        return life.outcome;
    }

    public Map<String, Object> results() {
        return life.results;
    }

    /** Returns the lines of the application that the run's last coordinator has received. */
    public List<String> lines() {
        return life.lines;
    }

    public List<String> notes() {
        return life.notes;
    }

    /** Returns whether an engine was given up by another engine because it was silent. */
    public boolean isAnyGivenUp() {
        return givenUp;
    }

    /** Returns the recordings of the run's coordinators. A recording may be empty. */
    public List<RecordedInMemory> recordings() {
        return recordings;
    }

    /** Returns the content of a bag's journal, synced or not; empty for another kind of run. */
    byte[] journal() {
        return disk.written();
    }

    int lives() {
        return lives;
    }

    /** Returns the process of an engine; null if there is none. */
    @Nullable
    SimNode nodeOf(int seat) {
        return life.nodes.get(seat);
    }

    // --- what happens to it

    /** Calls {@code blow} with the process of an engine, if that process is alive. */
    void strike(int seat, Consumer<SimNode> blow) {
        SimNode node = nodeOf(seat);
        if (node != null && node.isAlive()) {
            blow.accept(node);
        }
    }

    /** Sets the number of other programs' threads on a host, which slow down its engine. */
    void busy(int seat, int threads) {
        hosts.busy(SimulatedHosts.hostOf(seat), threads);
        strike(seat, node -> cluster.slow(node, 1 + threads / shape.threadsOfEach()));
    }

    /**
     * Cuts the host of one engine from the hosts of other engines. Connections to all other hosts stay.
     *
     * @param oneWay whether messages are lost only from that engine's host to the others
     * @param lasting how long the cut lasts; null for ever
     */
    void cutHosts(int seat, List<Integer> others, boolean oneWay, @Nullable Duration lasting) {
        for (int other : others) {
            HostCut cut = new HostCut(hosts.of(seat), hosts.of(other), oneWay);
            cuts.begin(cut);
            if (lasting != null) {
                cluster.after(lasting, "heal " + cut, () -> cuts.end(cut));
            }
        }
    }

    /** Repairs all connections, except those that are cut for ever. */
    void heal() {
        cluster.heal();
        cuts.apply();
    }

    /**
     * Kills an engine's process. The process that started it reports that. Does nothing to the coordinator's own
     * process.
     */
    void kill(int seat) {
        SimNode node = nodeOf(seat);
        RunSession told = life.session;
        if (told != null && node != null && node != home && node.isAlive()) {
            SimulatedChild child = daemons == null ? null : daemons.childIn(node);
            if (child != null) {
                child.kill();
                return;
            }
            end(node, seat, "it was killed", false, told);
        }
    }

    private void end(SimNode node, int seat, String cause, boolean byItself, RunSession told) {
        MemberDeath death = new MemberDeath(
                node.toString(), cause, cause, byItself, notesOf(node).begun());
        cluster.kill(node);
        home.after(Duration.ofMillis(1 + chance.nextInt(20)), "end of " + node, () -> told.engineEnded(seat, death));
    }

    /** Ends a process in the way of a task that halts its JVM. Has no effect on the coordinator's process. */
    void halt(SimNode node) {
        SimulatedChild child = daemons == null ? null : daemons.childIn(node);
        RunSession told = life.session;
        if (child != null) {
            child.halt();
        } else if (told != null && node.isAlive()) {
            life.nodes.forEach((seat, other) -> {
                if (other == node) {
                    end(node, seat, "ended by itself", true, told);
                }
            });
        }
    }

    boolean isHome(SimNode node) {
        return node == home;
    }

    boolean isAnyEngineLeft() {
        return life.nodes.values().stream().anyMatch(node -> node != home && node.isAlive());
    }

    /** Cuts the power of an engine's host, so that no process can report the engine's end. */
    void losePower(int seat) {
        SimNode node = nodeOf(seat);
        if (node != null && node != home && node.isAlive()) {
            SimulatedDaemon daemon = daemons == null
                    ? null
                    : daemons.on(node.reference().addresses().get(0));
            if (daemon != null) {
                daemon.losePower();
            } else {
                cluster.losePower(node);
            }
        }
    }

    /** Calls {@code blow} with the daemon of a host, if that daemon is alive. */
    void strikeDaemon(int host, Consumer<SimulatedDaemon> blow) {
        SimulatedDaemon daemon = daemons == null ? null : daemons.on(SimulatedHosts.hostOf(host));
        if (daemon != null && daemon.isAlive()) {
            blow.accept(daemon);
        }
    }

    /** Starts the daemon of a host, if it is gone. */
    void startDaemon(int host) {
        SimulatedDaemon daemon = daemons == null ? null : daemons.on(SimulatedHosts.hostOf(host));
        if (daemon != null && !daemon.isAlive()) {
            daemon.start();
        }
    }

    /** Returns the process of the coordinator. If the coordinator is gone, returns the process of the last one. */
    SimNode home() {
        return home;
    }

    void startDaemons() {
        if (daemons != null) {
            daemons.heal();
        }
    }

    /**
     * Kills the coordinator's process, or cuts the power of its host. After a while the user resumes the run.
     *
     * @param power whether the host loses its power
     */
    void killCoordinator(boolean power) {
        if (isOver() || restarting) {
            return;
        }
        restarting = true;
        if (power) {
            cluster.losePower(home);
            disk.losePower();
            objects.losePower();
        } else {
            cluster.kill(home);
        }
        cluster.after(Duration.ofMillis(100 + chance.nextInt(8_000)), "moide resume", () -> {
            home = cluster.restart(home);
            health.heal();
            life = new Life();
            restarting = false;
            begin();
        });
    }

    /** Gives an order for the user. The answer is added to the notes of the run. */
    void order(ChangeOrder order) {
        Life asked = life;
        RunSession session = asked.session;
        if (home.isAlive() && session != null) {
            boolean[] answered = {false};
            session.control().ask(order, ChangeReason.of("ordered"), answer -> {
                if (answered[0]) {
                    throw new IllegalStateException("expected one answer to " + order + ", found another: " + answer);
                }
                answered[0] = true;
                asked.note(order + ": " + answer);
            });
        }
    }

    @Override
    public void close() {
        cluster.close();
        if (daemons != null) {
            daemons.close();
        }
    }

    private record Recorder(Life life, @Nullable ProgramLink link) implements RunObserver {
        @Override
        public void routes(CallRoutes routes) {
            if (link != null) {
                link.routes(routes);
            }
        }

        @Override
        public void delivered(int seat, byte[] bytes) {
            if (link != null) {
                link.delivered(seat, bytes);
            }
        }

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
            // The progress is not tested here.
        }

        @Override
        public void note(String text) {
            life.note(text);
        }
    }
}
