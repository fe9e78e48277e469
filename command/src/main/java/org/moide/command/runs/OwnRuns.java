package org.moide.command.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.history.RunHistory;
import org.moide.commlib.CommException;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.folder.DetachedFolders;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.control.Timing;
import org.moide.engine.host.RunTerm;
import org.moide.engine.host.RunView;
import org.moide.engine.loading.JarCache;
import org.moide.engine.loading.JarChunk;

/**
 * The runs that this host knows. It caches nothing: each call reads the runs' folders or asks a run's coordinator.
 * Thread-safe.
 */
public final class OwnRuns implements HostRuns {
    private static final Duration MOST_WAITING = Duration.ofSeconds(10);
    private static final long LOOK_NANOS = 20_000_000;

    private final RunFolders folders;
    private final DetachedFolders detached;
    private final RunHistory history;
    private final Supplier<JarCache> jars;
    private final CoordinatorStarter starter;
    private final Supplier<List<RunView>> hosted;
    private final @Nullable ObjectSpace space;

    /**
     * Creates the object.
     *
     * @param jars returns the cache for jars that are sent to this host
     * @param starter starts coordinators of detached runs
     * @param hosted returns the runs that have engines on this host
     * @param space the space for calls to their coordinators; null if this process has no engines
     */
    public OwnRuns(
            RunFolders folders,
            DetachedFolders detached,
            RunHistory history,
            Supplier<JarCache> jars,
            CoordinatorStarter starter,
            Supplier<List<RunView>> hosted,
            @Nullable ObjectSpace space) {
        this.folders = folders;
        this.detached = detached;
        this.history = history;
        this.jars = jars;
        this.starter = starter;
        this.hosted = hosted;
        this.space = space;
    }

    /**
     * Creates an object for this user's runs on this machine, in a process without engines.
     *
     * @param starter starts coordinators of detached runs
     */
    public static OwnRuns ofThisUser(CoordinatorStarter starter) {
        String host = SystemHost.name();
        return new OwnRuns(
                RunFolders.ofThisUser(host),
                DetachedFolders.ofThisUser(host),
                RunHistory.ofThisUser(),
                new LaterCache(ClusterSecret.defaultFolder().resolve("cache")),
                starter,
                List::of,
                null);
    }

    @Override
    public List<String> missingJars(List<String> digests) {
        return jars.get().missing(digests);
    }

    @Override
    public void putJar(JarChunk chunk) {
        jars.get().append(chunk);
    }

    @Override
    public List<RunSight> runs() {
        Map<String, RunSight> known = new LinkedHashMap<>();
        for (DetachedFolder folder : detached.all()) {
            known.put(folder.id(), sight(folder));
        }
        for (RunFolder folder : folders.all()) {
            known.computeIfAbsent(folder.id(), id -> folder.sight());
        }
        for (RunView run : hosted.get()) {
            String id = RunTerm.of(run.runId()).run();
            if (!known.containsKey(id)) {
                known.put(id, sight(run));
            }
        }
        return List.copyOf(known.values());
    }

    /**
     * Asks the coordinator of a run for its description. If it does not answer soon, returns a description with the
     * run's ID only.
     */
    private RunSight sight(RunView run) {
        ObjectSpace reached = space;
        if (reached != null) {
            try {
                return reached.proxy(
                                run.coordinator(),
                                RunControl.class,
                                RunControl.nameOf(run.runId()),
                                Timing.USUAL.moment())
                        .about();
            } catch (CommException noAnswer) {
                // Nothing else is known here.
            }
        }
        return new RunSight(
                RunTerm.of(run.runId()).run(),
                "",
                "",
                "",
                0,
                null,
                RunSight.Stage.RUNNING,
                "",
                RunSight.NO_EXIT_CODE,
                false,
                false);
    }

    @Override
    public void begin(DetachedOrder order) {
        if (!SoftwareVersion.isCurrent(order.software())) {
            // Its options and its folder are understood only by the coordinator's and daemon's version.
            throw new IllegalArgumentException("expected a detached run of MOIDE " + SoftwareVersion.current()
                    + ", since its coordinator is started from its host's own, found one of MOIDE " + order.software()
                    + ": name a host of that version by --coordinator, or upgrade one of the two");
        }
        try {
            DetachedFolder made = detached.create(
                    order, starter.network(), digest -> jars.get().path(digest));
            if (made != null) {
                start(made);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(
                    "cannot keep run " + order.run() + " on this host: " + FileTrouble.whenWriting(impossible),
                    impossible);
        }
    }

    /** Starts a detached run's coordinator. Removes the run's folder if that fails. */
    private void start(DetachedFolder made) throws IOException {
        boolean started = false;
        try {
            starter.start(made, "");
            started = true;
        } finally {
            if (!started) {
                DetachedFolders.remove(made);
            }
        }
    }

    @Override
    public Printed resume(String run, boolean strict) {
        DetachedFolder folder = detached(run);
        RunFolder begun = folders.known(run);
        if (begun == null || sight(folder).stage() == RunSight.Stage.FAILED_TO_START) {
            throw new PlanException("run " + run + " failed to start: nothing was computed, so there is nothing to"
                    + " resume; start it again with 'moide run'");
        }
        RunFolders.requireBrokenOff(begun);
        if (!sight(folder).stage().isOver()) {
            throw new PlanException("run " + run + " is in job " + folder.job() + ", which goes on with it by itself");
        }
        try {
            Printed before = folder.reopen();
            starter.start(folder, strict ? CoordinatorStarter.RESUMES_STRICTLY : CoordinatorStarter.RESUMES);
            return before;
        } catch (IOException impossible) {
            throw new UncheckedIOException(
                    "cannot go on with run " + run + " on this host: " + FileTrouble.whenWriting(impossible),
                    impossible);
        }
    }

    @Override
    public RunSight sight(String run) {
        DetachedFolder kept = detached.named(run);
        if (kept != null) {
            return sight(kept);
        }
        RunFolder folder = folders.known(run);
        return folder != null ? folder.sight() : sight(hostedUnder(run));
    }

    /**
     * Returns the stage and the description of a detached run. If no process on this host coordinates it, asks the
     * batch system for its coordinator's job.
     */
    private RunSight sight(DetachedFolder folder) {
        RunSight sight = folder.sight();
        long job = folder.job();
        try {
            return job > 0
                            && sight.stage().isOver()
                            && sight.exitCode() == RunSight.NO_EXIT_CODE
                            && starter.jobs().isThere(folder.id(), job)
                    ? folder.sightInJob()
                    : sight;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return sight;
        }
    }

    /**
     * Returns the run with this ID that has engines on this host. If the run has had several coordinators here, returns
     * it as it is under the latest one.
     */
    private RunView hostedUnder(String run) {
        return hosted.get().stream()
                .filter(view -> RunTerm.of(view.runId()).run().equals(run))
                .max(Comparator.comparingInt(view -> RunTerm.of(view.runId()).term()))
                .orElseThrow(() -> unknown(run));
    }

    private static PlanException unknown(String run) {
        return new PlanException(
                "expected a run that this host knows, found none called '" + run.replaceAll("[^0-9a-z]", "?") + "'");
    }

    private DetachedFolder detached(String run) {
        DetachedFolder folder = detached.named(run);
        if (folder == null) {
            if (detached.isGone(run)) {
                throw new PlanException(
                        "what run " + run + " has printed and written is no longer kept; 'moide history " + run
                                + "' shows what it did, and --keep keeps all of the next one");
            }
            RunSight known = sight(run);
            throw new PlanException(
                    known.detached()
                            ? "run " + run + " is coordinated on " + known.host()
                                    + ", which has what it prints and writes: name that host with --hosts"
                            : "expected a detached run, found that " + run
                                    + " has a terminal: what it prints is there, and its files are where it was started");
        }
        return folder;
    }

    @Override
    public RunOutput output(String run, long outFrom, long errorsFrom, Duration within) {
        SystemTicker ticker = new SystemTicker();
        Signal look = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()).create();
        long most = Math.min(within.toNanos(), MOST_WAITING.toNanos());
        long start = ticker.nanoTime();
        try {
            while (true) {
                DetachedFolder folder = detached(run);
                RunOutput output = folder.output(outFrom, errorsFrom, sight(folder));
                boolean silent = output.out().length == 0 && output.errors().length == 0;
                if (!silent || output.sight().stage().isOver() || ticker.nanoTime() - start > most) {
                    return output;
                }
                look.await(() -> false, LOOK_NANOS);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read what run " + run + " has printed: " + FileTrouble.whenReading(unreadable), unreadable);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("this host's daemon ends", ending);
        }
    }

    @Override
    public List<RunFile> files(String run) {
        try {
            return detached(run).files();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read the files of run " + run + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
    }

    @Override
    public byte[] piece(String run, String file, long from) {
        try {
            return detached(run).piece(file, from);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read a file of run " + run + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
    }

    @Override
    public List<KeptRun> ended() {
        return history.all();
    }

    @Override
    public String kept(String run) {
        return history.text(run);
    }

    @Override
    public RunStatus status(String run) {
        return ask(run, RunControl::status);
    }

    @Override
    public List<RunControl.EngineTimes> times(String run) {
        return ask(run, RunControl::times);
    }

    @Override
    public ChangeAnswer change(String run, ChangeOrder order) {
        return ask(run, control -> control.change(order));
    }

    @Override
    public void stop(String run, String by) {
        DetachedFolder kept = detached.named(run);
        if (kept != null && kept.job() > 0 && kept.sight().stage().isOver()) {
            try {
                starter.jobs().cancel(run, kept.job()); // the coordinator is elsewhere or has not started yet
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
            return;
        }
        ask(run, control -> {
            control.stop(by);
            return true;
        });
    }

    /**
     * Asks a run's coordinator. Reaches it at the address in the run's folder, or at the address that the run's engines
     * on this host use.
     */
    private <A> A ask(String run, Function<RunControl, A> question) {
        RunFolder folder = folders.known(run);
        if (folder != null && folder.state() == RunState.ELSEWHERE) {
            throw new PlanException(
                    "run " + run + " is coordinated on another host, and answers this command there only");
        }
        if (folder != null) {
            try (RunCalls calls = new RunCalls(folder.control(), Timing.USUAL)) {
                return question.apply(calls.control());
            }
        }
        RunView here = hostedUnder(run);
        if (space == null) {
            throw unknown(run);
        }
        return question.apply(space.proxy(
                here.coordinator(),
                RunControl.class,
                RunControl.nameOf(here.runId()),
                Timing.USUAL.change().plus(Timing.USUAL.call())));
    }

    /** A cache of jars that is opened at its first use, since most commands need none. */
    private static final class LaterCache implements Supplier<JarCache> {
        private final Path folder;
        private @Nullable JarCache opened;

        LaterCache(Path folder) {
            this.folder = folder;
        }

        @Override
        public synchronized JarCache get() {
            JarCache cache = opened;
            if (cache == null) {
                try {
                    cache = new JarCache(folder);
                } catch (IOException impossible) {
                    throw new UncheckedIOException(
                            "cannot keep jars in " + folder + ": " + FileTrouble.whenWriting(impossible), impossible);
                }
                opened = cache;
            }
            return cache;
        }
    }
}
