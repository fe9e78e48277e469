package org.moide.engine.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectSpace.LifelineListener;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.Loop;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Outbox;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarCache;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.JarPieces;
import org.moide.engine.loading.JarReference;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/**
 * Implements the engine daemon of this host.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>methods of {@link EngineDaemon}</td><td>threads of the object space, several at once;
 * some calls block, as {@link EngineDaemon} says</td></tr>
 * <tr><td>{@code daemon-control}</td><td>steps {@link RunLifelines}</td></tr>
 * <tr><td>{@code daemon-end-run}</td><td>ends the children of a run whose coordinator is lost</td></tr>
 * <tr><td>runs, over</td><td>guarded by {@code lock}; children are started and ended without it</td></tr>
 * </table>
 */
public final class HostEngineDaemon implements EngineDaemon, AutoCloseable {
    /** The greatest number of engines of a daemon. A machine has memory for some dozens. */
    private static final int MOST_ENGINES = 256;
    /** Number of ended runs that are remembered, because orders for them may still arrive. */
    private static final int RUNS_REMEMBERED = 1_000;

    private final DaemonSettings settings;
    private final DaemonPorts ports;
    private final JarCache jars;
    private final WorkFolders folders;
    private final HostMonitor monitor;
    private final RunLifelines lifelines;
    private final Leases leases;
    private final ThreadClaims claims;
    private final EventLoop<Runnable> control;
    private final Signal engineGone;
    private final DaemonLog log = new DaemonLog();
    private final Queue<HostedRun> toEnd = new ArrayDeque<>(); // used by the control thread only
    private final Object lock = new Object();
    // The lock guards all fields below.
    private final Map<String, HostedRun> runs = new LinkedHashMap<>();
    // The value is true if the coordinator has ended the run, which is final.
    private final Map<String, Boolean> over = new LinkedHashMap<>();
    // The number of the latest coordinator, by run, for runs that a later coordinator took over.
    private final Map<String, Integer> terms = new LinkedHashMap<>();
    private boolean closed;
    private boolean shared; // whether there were ever two runs at once

    /** Creates the daemon. {@link #start} makes it reachable. */
    public HostEngineDaemon(
            DaemonSettings settings, DaemonPorts ports, JarCache jars, WorkFolders folders, HostMonitor monitor) {
        this.settings = settings;
        this.ports = ports;
        this.jars = jars;
        this.folders = folders;
        this.monitor = monitor;
        this.lifelines = new RunLifelines(ports.timing());
        this.leases = new Leases(ports.around());
        this.claims = new ThreadClaims(ports.around().ticker());
        this.engineGone = ports.around().signals().create();
        this.control = new EventLoop<>("daemon-control", Runnable::run, this::tick, ports.timing(), ports.around());
    }

    /** Exports the daemon, and starts to listen for lifelines. */
    public void start() {
        control.start();
        ports.space().acceptLifelines(lifelines());
        ports.space().export(EngineDaemon.class, NAME, this);
    }

    /** Returns a listener for the lifelines of coordinators and lease holders. It ignores other lifelines. */
    LifelineListener lifelines() {
        String prefix = EngineDaemon.lifelineOf("");
        String lease = EngineDaemon.leaseOf("");
        return new LifelineListener() {
            @Override
            public void opened(String owner) {
                if (owner.startsWith(prefix)) {
                    String runId = owner.substring(prefix.length());
                    takeBack(runId);
                    control.submit(() -> {
                        lifelines.opened(runId);
                        takeBack(runId); // the run may have been given up while the lifeline was closed
                    });
                } else if (owner.startsWith(lease)) {
                    leases.opened(owner.substring(lease.length()));
                }
            }

            @Override
            public void closed(String owner) {
                if (owner.startsWith(prefix)) {
                    control.submit(() -> lifelines.closed(
                            owner.substring(prefix.length()),
                            ports.around().ticker().nanoTime()));
                } else if (owner.startsWith(lease)) {
                    leases.closed(owner.substring(lease.length()));
                }
            }
        };
    }

    private long tick(long nowNanos) {
        for (String runId : lifelines.expired(nowNanos)) {
            HostedRun run = giveUp(runId, false);
            if (run != null) {
                log.coordinatorIsGone(runId);
                toEnd.add(run);
                runsChange();
            }
        }
        endThose();
        long again = ports.timing().look().toNanos();
        return toEnd.isEmpty() ? lifelines.nextNanos(nowNanos) : nowNanos + again;
    }

    /**
     * Notes that a run has come, has gone or has another number of threads. The control thread then tells the other
     * runs.
     */
    private void runsChange() {
        synchronized (lock) {
            shared |= runs.size() > 1;
            if (!shared || closed) {
                return;
            }
        }
        control.submit(this::tellEachOfOthers);
    }

    /** Tells each coordinator which other runs share the processors. Called by the control thread only. */
    private void tellEachOfOthers() {
        List<HostedRun> all;
        synchronized (lock) {
            all = new ArrayList<>(runs.values());
        }
        List<RunView> views =
                all.stream().map(HostedRun::view).filter(Objects::nonNull).toList();
        int processors = monitor.processors();
        all.forEach(run -> run.tellOthers(views, settings.hostName(), processors));
    }

    /**
     * Ends the runs of {@code toEnd} on new threads. If a thread cannot be started now, the run is tried again later.
     */
    private void endThose() {
        for (HostedRun run = toEnd.peek(); run != null; run = toEnd.peek()) {
            Thread ending = ports.around().threads().newThread(run::end);
            ending.setName("daemon-end-run");
            try {
                ending.start();
            } catch (OutOfMemoryError noThread) {
                Loop.tell("daemon-control", noThread, ports.around().faults());
                return;
            }
            toEnd.remove();
        }
    }

    /**
     * Accepts orders again for a run that this daemon has given up, unless it was given up for good. Called when the
     * run's coordinator, which was only cut off, is back.
     */
    private void takeBack(String runId) {
        synchronized (lock) {
            over.remove(runId, false);
        }
    }

    /**
     * Stops accepting orders for a run.
     *
     * @param forGood whether orders of this run are never accepted again, because its coordinator has ended it or has a
     *     successor; otherwise {@link #takeBack} can undo this
     * @return the run; null if it had no engine here
     */
    private @Nullable HostedRun giveUp(String runId, boolean forGood) {
        HostedRun run;
        synchronized (lock) {
            over.merge(runId, forGood, Boolean::logicalOr);
            if (over.size() > RUNS_REMEMBERED) {
                over.remove(over.keySet().iterator().next());
            }
            run = runs.remove(runId);
        }
        jars.abandonUploadsOf(runId);
        claims.forget(runId);
        return run;
    }

    @Override
    public HostReport report() {
        return monitor.report().labelled(settings.labels());
    }

    @Override
    public List<HostMoment> history(int looks) {
        return monitor.history(looks);
    }

    @Override
    public HostNews news() {
        return HostWords.news(
                ports.space().self(),
                ports.around().ticker().nanoTime(),
                monitor.lastReport().labelled(settings.labels()),
                monitor.history(1),
                runs());
    }

    @Override
    public List<String> missingJars(List<String> digests) {
        return jars.missing(digests);
    }

    @Override
    public void putJar(JarChunk chunk) {
        jars.append(chunk);
    }

    @Override
    public void giveJars(String runId, List<String> digests, NodeReference to) {
        EngineDaemon other =
                ports.space().proxy(to, EngineDaemon.class, NAME, ports.timing().bulk());
        // Unfinished uploads of this sender are dropped when the run ends.
        String uploader = "from-" + ports.space().self().nodeId() + " " + runId;
        other.missingJars(digests).forEach(jar -> JarPieces.send(jars.path(jar), jar, uploader, other::putJar));
    }

    @Override
    public EngineCreated createEngine(EngineOrder order) {
        List<Path> software = paths(order.software());
        ApplicationFiles files = files(order, software);
        HostedRun run = run(order);
        control.submit(
                () -> lifelines.hosted(order.runId(), ports.around().ticker().nanoTime()));
        HostedEngine engine;
        try {
            // Files may be large: they are copied before the run's lock is taken.
            Path folder = order.files().isEmpty() && !order.ownFolder() ? null : folders.fill(order, jars);
            engine = run.engine(order, hosted -> launch(order, software, named(order, files, folder), folder, hosted));
        } catch (RuntimeException notMade) {
            log.engineIsNotMade(order, notMade);
            clear(order, run);
            throw notMade;
        }
        runsChange();
        EngineCreated made = engine.awaitReady(settings.hostName());
        log.engineIsReady(order, made);
        return made;
    }

    private static ApplicationFiles named(EngineOrder order, ApplicationFiles files, @Nullable Path folder) {
        if (folder == null) {
            return files;
        }
        Map<String, String> paths = new LinkedHashMap<>();
        for (FileReference file : order.files()) {
            paths.put(file.name(), folder.resolve(file.name()).toString());
        }
        return files.withNamed(paths);
    }

    /**
     * Removes the files of an engine that has ended, and reports other files that the application left in the engine's
     * folder.
     */
    private void clear(EngineOrder order, HostedRun run) {
        WorkFolders.Leftovers left = folders.clear(order);
        if (left != null) {
            run.outbox().post(new DaemonNews.FilesLeft(order.engine(), settings.hostName(), left.toString()));
        }
    }

    /** Returns the paths of these jars after their bytes were verified. */
    private List<Path> paths(List<JarReference> references) {
        return references.stream().map(JarReference::digest).map(jars::path).toList();
    }

    /**
     * Returns the application's files for an order.
     *
     * @param software the jars of MOIDE from which the engine is started; empty for this daemon's own
     */
    private ApplicationFiles files(EngineOrder order, List<Path> software) {
        boolean own = order.jars().isEmpty() && order.folders().isEmpty(); // the application is part of MOIDE
        if (own && software.isEmpty()) {
            return ApplicationFiles.ofOwnClassPath(order.mainClass());
        }
        Stream<String> paths = (own ? software : paths(order.jars())).stream().map(Path::toString);
        return new ApplicationFiles(
                order.mainClass(),
                Stream.concat(paths, order.folders().stream()).toList());
    }

    private HostedRun run(EngineOrder order) {
        synchronized (lock) {
            if (closed) {
                throw new ChildFailedException(
                        "the engine daemon on " + settings.hostName() + " is ending: no engine is made there");
            }
            requireLatest(RunTerm.of(order.runId()));
            if (over.containsKey(order.runId())) {
                throw new ChildFailedException(
                        "run " + order.runId() + " is over on " + settings.hostName() + ": no engine is made for it");
            }
            int engines = runs.values().stream().mapToInt(HostedRun::size).sum();
            if (engines >= MOST_ENGINES) {
                throw new ChildFailedException(settings.hostName() + " has " + engines + " engines already, and makes "
                        + MOST_ENGINES + " at most");
            }
            return runs.computeIfAbsent(order.runId(), runId -> {
                log.runBegins(order);
                return new HostedRun(
                        order, outbox(order), ports.timing(), ports.around().ticker());
            });
        }
    }

    /**
     * Refuses an order of a coordinator that has a successor, and gives up the engines of earlier coordinators. Called
     * with the lock held.
     */
    private void requireLatest(RunTerm named) {
        int latest = terms.getOrDefault(named.run(), 1);
        if (named.term() < latest) {
            throw new ChildFailedException("run " + named.run() + " has a later coordinator on " + settings.hostName()
                    + ", its number " + latest + ": no engine is made for number " + named.term());
        }
        if (named.term() > latest) {
            terms.put(named.run(), named.term());
            if (terms.size() > RUNS_REMEMBERED) {
                terms.remove(terms.keySet().iterator().next());
            }
            runs.keySet().stream()
                    .filter(name -> isEarlier(RunTerm.of(name), named))
                    .toList()
                    .forEach(name -> control.submit(() -> giveUpEarlier(name)));
        }
    }

    private static boolean isEarlier(RunTerm other, RunTerm than) {
        return other.run().equals(than.run()) && other.term() < than.term();
    }

    /**
     * Gives up the engines of a coordinator that has a successor; they end at the next tick. Called by the control
     * thread.
     */
    private void giveUpEarlier(String runId) {
        HostedRun run = giveUp(runId, true);
        lifelines.ended(runId);
        if (run != null) {
            log.coordinatorIsGone(runId);
            toEnd.add(run);
        }
    }

    private Outbox<DaemonNews> outbox(EngineOrder order) {
        RunConsole console = ports.space()
                .proxy(
                        order.coordinator(),
                        RunConsole.class,
                        RunConsole.nameOf(order.runId()),
                        ports.timing().call());
        return new Outbox<>(
                order.sender(),
                "daemon-console-of-" + order.runId(),
                console::post,
                // Lost lines do not end the run: only the lifeline decides whether it goes on.
                why -> {},
                ports.timing(),
                ports.around());
    }

    private EngineChild launch(
            EngineOrder order, List<Path> software, ApplicationFiles files, @Nullable Path folder, HostedRun run) {
        long heapBytes = order.heapBytes() > 0
                ? order.heapBytes()
                : MemoryShare.heapBytes(
                        Math.min(
                                monitor.facts().memoryBytes(),
                                monitor.facts().limits().memoryBytes()),
                        order.enginesHere());
        JavaCommand own = settings.command();
        JavaCommand command = (software.isEmpty() ? own : own.withClassPath(software))
                .withHeap(heapBytes)
                .withJvmArguments(order.jvmArguments());
        LaunchOrder launch = new LaunchOrder(
                order.runId(),
                order.engine(),
                order.incarnation(),
                order.threads(),
                settings.secret(),
                order.coordinator(),
                settings.enginePorts(),
                settings.bind(),
                settings.advertiseFor(order.coordinator()),
                settings.plain(),
                files,
                order.arguments(),
                order.mode(),
                settings.with(order.options()));
        log.engineStarts(order);
        EngineKeeper keeper = folder == null ? leases.keeperOf(order.options().get(EngineOrder.HOLDER)) : null;
        ChildListener listener = HostedEngine.listener(order, settings.hostName(), run.outbox(), log, () -> {
            clear(order, run);
            run.forget(order.engine(), order.incarnation());
            runsChange();
            engineGone.raise();
        });
        return keeper == null
                ? ports.launcher().launch(command, launch, folder, listener)
                : new ReplacedEngine(() -> keeper.launch(command, launch, listener));
    }

    @Override
    public void endRun(String runId) {
        HostedRun run = giveUp(runId, true);
        control.submit(() -> lifelines.ended(runId));
        runsChange();
        if (run != null) {
            run.awaitRest();
            run.end();
            log.runIsOver(runId);
        }
    }

    @Override
    public boolean claim(ThreadClaim claim) {
        return claims.claim(claim, hosted(), monitor.processors());
    }

    @Override
    public List<RunView> runs() {
        return claims.with(hosted());
    }

    /** Returns the runs that have engines on this host. */
    private List<RunView> hosted() {
        List<HostedRun> all;
        synchronized (lock) {
            all = new ArrayList<>(runs.values());
        }
        return all.stream().map(HostedRun::view).filter(Objects::nonNull).toList();
    }

    /**
     * Asks the coordinators of all engines on this host to let the engines hand over their tasks and leave. Accepts no
     * further order. Blocks until the engines have left, or {@code most} has passed.
     *
     * @return the number of engines that have not left
     */
    public int leave(Duration most) throws InterruptedException {
        List<HostedRun> all;
        synchronized (lock) {
            closed = true;
            all = new ArrayList<>(runs.values());
        }
        log.leaves(engines());
        all.forEach(HostedRun::leave);
        engineGone.await(() -> engines() == 0, most.toNanos());
        return engines();
    }

    /** Returns the number of engines on this host. */
    public int engines() {
        synchronized (lock) {
            return runs.values().stream().mapToInt(HostedRun::size).sum();
        }
    }

    /** Ends all engines of all runs, and accepts no further order. Blocks for some seconds. */
    @Override
    public void close() {
        Map<String, HostedRun> all;
        synchronized (lock) {
            closed = true;
            all = new LinkedHashMap<>(runs);
        }
        ports.space().withdraw(NAME);
        all.values().forEach(HostedRun::askToEnd);
        all.keySet().forEach(this::endRun);
        leases.close();
        control.close();
        jars.close();
        folders.close();
    }
}
