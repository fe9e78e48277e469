package org.moide.hosts.slurm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.text.Plural;

/**
 * Decides which Slurm jobs a run submits, gives back and replaces. One job holds the run's minimum number of nodes.
 * Each further node has its own job, so that it can be given back alone. If a job ends by itself, it is replaced. If
 * its time limit is known, it is replaced before that limit. A job that a person cancels is not replaced: the run goes
 * on with fewer nodes.
 *
 * <p>The caller passes in Slurm's reports, the daemons that are up and the run's status, and carries out the returned
 * {@link JobStep}s. This class calls nothing and reads no clock. Used by one thread.
 */
final class JobsCore {
    /**
     * The greatest number of jobs that may wait in Slurm's queue at the same time. It is small, since the queue is
     * shared with other users.
     */
    static final int MOST_WAITING = 8;

    /** The number of consecutive failed jobs after which no more are submitted. */
    static final int MOST_FAILURES = 3;

    /** The delay before the next submission after Slurm refused a job or a job failed. */
    static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final NodesWanted wanted;
    private final JobBook book = new JobBook();
    private final Set<Integer> parted = new HashSet<>();
    private final Map<String, Integer> strikes = new HashMap<>();
    private final Map<String, Long> notBefore = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private int failures;
    private String lastFailure = "";
    private @Nullable Long lastFailed;
    private boolean lost;
    private long submitNotBefore = Long.MIN_VALUE;
    private @Nullable List<DaemonAddress> changing;

    JobsCore(SlurmSettings settings) {
        this.wanted = new NodesWanted(settings);
    }

    // --- events ---------------------------------------------------------------------------------------------------

    void heard(List<QueuedJob> queue, long nowNanos) {
        book.hear(queue, nowNanos);
        notes.addAll(book.takeNotes());
        for (JobBook.Job job : book.takeEnded()) {
            if (!job.isReturned()) {
                ended(job, nowNanos);
            }
        }
    }

    private void ended(JobBook.Job job, long nowNanos) {
        notes.add("job " + job.id() + " has ended" + (job.words().isEmpty() ? "" : ": " + job.words()));
        lost = true;
        if (job.isCancelled()) {
            wanted.fewer(job.nodes());
        } else if (!job.hadDaemons()) {
            lastFailed = job.id();
            failed("job " + job.id() + " ended (" + job.words() + ") before a daemon of it had come", nowNanos);
        }
    }

    private void failed(String what, long nowNanos) {
        failures++;
        lastFailure = what;
        submitNotBefore = nowNanos + AGAIN_NANOS;
        if (failures == MOST_FAILURES) {
            notes.add("submits no more jobs: " + what);
        }
    }

    /**
     * Takes in which daemons are up, for each job.
     *
     * @param daemons the daemons that are up now
     * @param told the jobs whose daemons have been told to end
     */
    void seen(Collection<JobDaemon> daemons, Set<Long> told) {
        book.see(daemons, told);
    }

    void submitted(long id, int nodes, long nowNanos) {
        book.add(id, nodes, nowNanos);
        notes.add("job " + id + " is submitted, for " + Plural.of(nodes, "node"));
    }

    /** Notes that Slurm has refused a job. */
    void refused(String why, long nowNanos) {
        notes.add(why);
        failed(why, nowNanos);
    }

    /** Takes in the outcome of the last {@link JobStep.Change}. */
    void changed(ChangeAnswer answer, long nowNanos) {
        List<DaemonAddress> tried = changing;
        changing = null;
        if (tried == null) {
            return;
        }
        for (DaemonAddress daemon : tried) {
            if (answer.done()) {
                failures = 0;
            } else {
                strikes.merge(daemon.toString(), 1, Integer::sum);
                notBefore.put(daemon.toString(), nowNanos + AGAIN_NANOS);
            }
        }
        if (!answer.done()) {
            notes.add("not done: " + String.join("; ", answer.lines()));
        }
    }

    /**
     * Begins a new time of observation: forgets unfinished changes of engines and earlier losses of nodes. Called
     * before the run computes and after it has ended.
     */
    void begins() {
        changing = null;
        lost = false;
        parted.clear();
    }

    /** Returns whether the run has lost nodes since the last {@link #begins}, without having given them back. */
    boolean hasLostNodes() {
        return lost || book.all().stream().anyMatch(job -> job.isEnding() && !job.isReturned());
    }

    /** Returns the number of the last job that failed; null if none has failed. */
    @Nullable
    Long lastFailed() {
        return lastFailed;
    }

    // --- before the run computes ----------------------------------------------------------------------------------

    /** Returns whether the run has the minimum number of nodes that it needs to begin. */
    boolean isReady(long nowNanos) {
        return daemons(nowNanos).size() >= Math.max(1, wanted.least());
    }

    /** Returns the reason why the run will get no nodes at all; null if it may still get some. */
    @Nullable
    String trouble() {
        if (failures >= MOST_FAILURES || (failures > 0 && book.ids().isEmpty())) {
            return lastFailure;
        }
        return wanted.most() == 0 ? "all of its jobs were cancelled" : null;
    }

    /** Returns the daemons at which engines may be started now. */
    List<DaemonAddress> daemons(long nowNanos) {
        List<DaemonAddress> usable = new ArrayList<>();
        for (JobBook.Job job : book.all()) {
            if (job.lasts(nowNanos)) {
                job.daemons().stream()
                        .map(JobDaemon::address)
                        .filter(daemon -> !job.wasLeft(daemon.toString()))
                        .forEach(usable::add);
            }
        }
        return usable;
    }

    boolean isWaiting() {
        return book.all().stream().anyMatch(JobBook.Job::isWaiting);
    }

    // --- decisions ------------------------------------------------------------------------------------------------

    /**
     * Returns the actions that are due now.
     *
     * @param run the run's status; null before it computes
     */
    List<JobStep> tick(@Nullable RunStatus run, long nowNanos) {
        List<JobStep> steps = new ArrayList<>();
        notes.forEach(note -> steps.add(new JobStep.Note(note)));
        notes.clear();
        if (run != null) {
            run.engines().stream()
                    .filter(engine -> engine.standing() == EngineStatus.Standing.FINISHED)
                    .filter(engine -> parted.add(engine.seat()))
                    .forEach(engine -> book.left(engine.daemon()));
            wanted.see(run, book.nodes(nowNanos), nowNanos);
        }
        giveBack(run, nowNanos, steps);
        submit(nowNanos, steps);
        if (run != null && run.state() == RunStatus.State.COMPUTING && changing == null) {
            change(run, nowNanos, steps);
        }
        return steps;
    }

    private void submit(long nowNanos, List<JobStep> steps) {
        if (failures >= MOST_FAILURES || nowNanos < submitNotBefore) {
            return;
        }
        int have = book.nodes(nowNanos);
        long waiting = book.all().stream().filter(JobBook.Job::isWaiting).count();
        if (have < wanted.least()) {
            steps.add(new JobStep.Submit(wanted.least() - have));
            have = wanted.least();
            waiting++;
        }
        for (; have < wanted.target() && waiting < MOST_WAITING; have++, waiting++) {
            steps.add(new JobStep.Submit(1));
        }
    }

    /** Cancels surplus jobs: those that still wait, and those whose engines have left. */
    private void giveBack(@Nullable RunStatus run, long nowNanos, List<JobStep> steps) {
        Set<Long> returned = new TreeSet<>();
        if (run != null && wanted.isIdle(nowNanos) && NodesWanted.active(run) >= wanted.least()) {
            wanted.shrink(NodesWanted.active(run) + 1);
        }
        int surplus = book.nodes(nowNanos) - wanted.target();
        for (JobBook.Job job : book.all()) {
            if (job.isReturned()) {
                continue;
            }
            boolean useless = run != null && job.hadDaemons() && isUseless(job);
            boolean free = job.isWaiting() || (run != null && isFree(job, run));
            if (useless || (free && job.lasts(nowNanos) && job.nodes() <= surplus)) {
                surplus -= job.lasts(nowNanos) ? job.nodes() : 0;
                job.giveBack();
                returned.add(job.id());
            }
        }
        if (!returned.isEmpty()) {
            steps.add(new JobStep.GiveBack(returned));
        }
    }

    /** Returns whether no engine runs on the job's nodes. */
    private static boolean isFree(JobBook.Job job, RunStatus run) {
        return job.daemons().stream().noneMatch(daemon -> hasEngine(daemon.address(), run));
    }

    /**
     * Returns whether the job is useless for the run: engines have left all of its nodes, or could not be started on
     * them.
     */
    private boolean isUseless(JobBook.Job job) {
        return job.daemons().size() == job.nodes()
                && job.daemons().stream()
                        .map(daemon -> daemon.address().toString())
                        .allMatch(daemon -> job.wasLeft(daemon) || isGivenUp(daemon));
    }

    private boolean isGivenUp(String daemon) {
        return strikes.getOrDefault(daemon, 0) >= MOST_FAILURES;
    }

    private static boolean hasEngine(DaemonAddress daemon, RunStatus run) {
        return run.engines().stream()
                .anyMatch(engine -> isThere(engine) && engine.daemon().equals(daemon.toString()));
    }

    /** Returns whether the engine still occupies its node. An engine that is about to leave still does. */
    private static boolean isThere(EngineStatus engine) {
        return engine.isActive() || engine.standing() == EngineStatus.Standing.LEAVING;
    }

    private void change(RunStatus run, long nowNanos, List<JobStep> steps) {
        List<DaemonAddress> free = daemons(nowNanos).stream()
                .filter(daemon -> !hasEngine(daemon, run)
                        && !isGivenUp(daemon.toString())
                        && nowNanos >= notBefore.getOrDefault(daemon.toString(), nowNanos))
                .toList();
        EngineStatus goes = ofJobThatGoes(run, nowNanos);
        int lasting = lasting(run, nowNanos);
        if (goes != null && !free.isEmpty() && run.work().replaceable()) {
            replace(goes, free.get(0), steps);
        } else if (lasting < wanted.target() && !free.isEmpty() && run.work().resizable()) {
            int most = run.work().bag() ? wanted.target() - lasting : 1;
            expand(free.subList(0, Math.min(most, free.size())), steps);
        } else if (run.work().resizable()) {
            shrink(run, nowNanos, steps);
        }
    }

    private void replace(EngineStatus engine, DaemonAddress by, List<JobStep> steps) {
        changing = List.of(by);
        steps.add(new JobStep.Change(
                new ChangeOrder.Replace(engine.seat(), List.of(by)),
                "engine-" + engine.seat() + " goes to " + by,
                "its job ends"));
    }

    private void expand(List<DaemonAddress> free, List<JobStep> steps) {
        changing = List.copyOf(free);
        String where =
                String.join(", ", free.stream().map(DaemonAddress::toString).toList());
        steps.add(new JobStep.Change(
                new ChangeOrder.Expand(free),
                Plural.of(free.size(), "engine") + " more on " + where,
                "Slurm has given " + (free.size() == 1 ? "it" : "them")));
    }

    private void shrink(RunStatus run, long nowNanos, List<JobStep> steps) {
        int active = NodesWanted.active(run);
        EngineStatus workless = wanted.workless(run, nowNanos);
        if (workless != null && active > wanted.least() && isAlone(workless)) {
            changing = List.of();
            wanted.shrink(active);
            steps.add(new JobStep.Change(
                    new ChangeOrder.Shrink(workless.seat()),
                    "engine-" + workless.seat() + " leaves " + workless.host(),
                    "there is no work for it"));
        }
    }

    /** Returns an engine on a node that is about to be lost; null if there is none. */
    private @Nullable EngineStatus ofJobThatGoes(RunStatus run, long nowNanos) {
        return run.engines().stream()
                .filter(engine -> engine.isComputing() && !lasts(engine, nowNanos))
                .findFirst()
                .orElse(null);
    }

    private int lasting(RunStatus run, long nowNanos) {
        return (int) run.engines().stream()
                .filter(engine -> engine.isActive() && lasts(engine, nowNanos))
                .count();
    }

    /** Returns whether the run can rely on the engine's node. It can if no known job has the node. */
    private boolean lasts(EngineStatus engine, long nowNanos) {
        return book.all().stream().noneMatch(job -> !job.lasts(nowNanos) && job.has(engine.daemon()));
    }

    /** Returns whether the engine's node is the only node of its job, so that the node can be given back alone. */
    private boolean isAlone(EngineStatus engine) {
        return book.all().stream().anyMatch(job -> job.nodes() == 1 && job.has(engine.daemon()));
    }

    Set<Long> jobs() {
        return book.ids();
    }
}
