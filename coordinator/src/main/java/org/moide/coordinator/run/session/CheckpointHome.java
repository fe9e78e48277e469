package org.moide.coordinator.run.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.commit.CommittedCheckpoints;
import org.moide.coordinator.commit.Origin;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.EventLoop;
import org.moide.engine.loading.KnownDigests;
import org.moide.engine.spmd.SyncedFiles;

/**
 * The checkpoints of an SPMD run on disk: the checkpoint from which the run resumes, if any, and the thread that
 * commits new checkpoints on disk.
 *
 * <p>Concurrency: {@code next} and {@code closing} are volatile. The control thread sets {@code next}, the closing
 * thread sets {@code closing}, and the writing thread takes {@code next}. All other fields belong to the thread that
 * executes the run.
 */
public final class CheckpointHome implements AutoCloseable {
    private final CommittedCheckpoints checkpoints;
    private final CommittedCheckpoints.Found found;
    private final Consumer<String> notes;
    private boolean over;
    private volatile @Nullable Commit next;
    private volatile boolean closing;
    private @Nullable Signal changed;
    private @Nullable Thread thread;
    private long closingMillis;

    private CheckpointHome(CommittedCheckpoints checkpoints, CommittedCheckpoints.Found found, Consumer<String> notes) {
        this.checkpoints = checkpoints;
        this.found = found;
        this.notes = notes;
    }

    /**
     * Returns the checkpoints of a run; null if it keeps none on disk. For a resumed run, finds the checkpoint from
     * which it resumes.
     *
     * @param taken the resumed run, whose earlier coordinator was lost; null for a new run
     * @throws PlanException if there is no checkpoint to resume from; the message says what is wrong
     */
    static @Nullable public CheckpointHome of(
            String runId,
            RunPlan plan,
            LoadedApplication application,
            KnownDigests digests,
            @Nullable OwnedRun taken,
            Consumer<String> notes) {
        if (application.program() instanceof TaskApplication) {
            return null; // a bag has a journal in the run's folder instead
        }
        Path directory = plan.output().kept().checkpoints();
        if (directory == null) {
            if (taken != null) {
                throw new PlanException("run " + runId + " was started without --checkpoint-dir, so nothing of it is on"
                        + " disk: start it again with 'moide run'");
            }
            return null;
        }
        Path folder = directory.toAbsolutePath().resolve(runId);
        ApplicationPlan words = plan.application();
        try {
            Origin origin = new Origin(
                    words.className(),
                    Fingerprint.of(words.classPath(), digests, application.data()),
                    words.arguments().words());
            return in(
                    new CommittedCheckpoints(folder, new SyncedFiles(), origin),
                    taken != null,
                    taken != null && taken.isStrict(),
                    notes);
        } catch (IOException unreadable) {
            throw new PlanException("cannot read the run's checkpoints in " + folder + ": " + unreadable.getMessage());
        }
    }

    /**
     * Creates the object for these checkpoints.
     *
     * @param taken whether the run is resumed after the loss of its coordinator
     * @param strict whether the run ends if a file of the earlier coordinator is damaged or missing
     * @param notes receives lines for the user
     * @throws PlanException if there is no checkpoint to resume from; the message says what is wrong
     */
    public static CheckpointHome in(
            CommittedCheckpoints checkpoints, boolean taken, boolean strict, Consumer<String> notes)
            throws IOException {
        CommittedCheckpoints.Found found =
                taken ? checkpoints.latest() : new CommittedCheckpoints.Found(null, List.of(), 0);
        if (taken) {
            tell(found, checkpoints.folder(), strict, notes);
        }
        return new CheckpointHome(checkpoints, found, notes);
    }

    private static void tell(CommittedCheckpoints.Found found, Path folder, boolean strict, Consumer<String> notes) {
        Commit commit = found.commit();
        if (commit != null) {
            if (strict && !found.problems().isEmpty()) {
                throw new PlanException("--strict: " + String.join("\n", found.problems())
                        + "\nwithout --strict the run goes on from checkpoint " + commit.checkpoint());
            }
            found.problems().forEach(problem -> notes.accept("goes on without " + problem));
            notes.accept("goes on from checkpoint " + commit.checkpoint());
        } else if (found.problems().isEmpty() && strict) {
            throw new PlanException("--strict: no checkpoint was complete yet in " + folder
                    + ", or all are gone; without --strict the run begins anew");
        } else if (found.problems().isEmpty()) {
            notes.accept("begins anew: no checkpoint was complete yet in " + folder);
        } else {
            throw new PlanException(
                    "expected a whole checkpoint to go on from, found none\n" + String.join("\n", found.problems()));
        }
    }

    /**
     * Returns the number of threads of each engine at the checkpoint from which the run resumes; empty for a run that
     * does not resume from one.
     */
    public List<Integer> shape() {
        Commit from = found.commit();
        return from == null ? List.of() : from.threads();
    }

    /** Returns the checkpoints on disk in the form that the run's core needs. */
    CheckpointDisk disk() {
        return new CheckpointDisk(checkpoints.folder().toString(), found.commit(), found.latestEpoch());
    }

    /** Starts the thread that writes commits. The outcome of each commit becomes an event of {@code loop}. */
    void start(EventLoop<RunCoreEvent> loop, RunPorts ports) {
        Signal made = ports.around().signals().create();
        Thread writing = ports.around().threads().newThread(Loop.lasting(() -> work(loop, made)));
        writing.setName("coordinator-checkpoints");
        changed = made;
        thread = writing;
        closingMillis = ports.timing().ending().toMillis();
        writing.start();
    }

    private void work(EventLoop<RunCoreEvent> loop, Signal signal) {
        try {
            while (!closing || next != null) {
                signal.await(() -> closing || next != null, Long.MAX_VALUE);
                Commit commit = next;
                next = null;
                if (commit != null) {
                    loop.submit(new RunCoreEvent.CommitWritten(commit.checkpoint(), problemWith(commit)));
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable String problemWith(Commit commit) {
        try {
            checkpoints.write(commit);
            return null;
        } catch (IOException failed) {
            return "cannot write down checkpoint " + commit.checkpoint() + " in " + checkpoints.folder() + ": "
                    + failed;
        }
    }

    /** Commits a complete checkpoint on disk, in the writing thread. Called on the control thread only. */
    void write(Commit commit) {
        next = commit;
        Signal signal = changed;
        if (signal != null) {
            signal.raise();
        }
    }

    /** Notes that the run has ended and will not be resumed. Therefore {@link #close} will delete its checkpoints. */
    public void over() {
        over = true;
    }

    /** Ends the thread, and deletes the checkpoints if the run will not be resumed. */
    @Override
    public void close() {
        endThread();
        if (over) {
            try {
                checkpoints.delete();
            } catch (IOException stays) {
                notes.accept(
                        "cannot remove the run's checkpoints in " + checkpoints.folder() + ": " + stays.getMessage());
            }
        }
    }

    private void endThread() {
        closing = true;
        Signal signal = changed;
        Thread writing = thread;
        if (signal != null && writing != null) {
            signal.raise();
            try {
                // A commit has some kilobytes; a disk that is too slow for that is not waited for.
                writing.join(closingMillis);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
