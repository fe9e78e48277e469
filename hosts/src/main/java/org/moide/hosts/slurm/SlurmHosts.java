package org.moide.hosts.slurm;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.run.assembly.Changing;
import org.moide.coordinator.run.assembly.HostSupply;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.host.JavaCommand;
import org.moide.hosts.allocation.LeftMeetings;

/**
 * Gets a run's hosts from Slurm. It polls Slurm and the run's folder, and carries out what {@link JobsCore} decides,
 * from the first submission to the end of the last job.
 *
 * <p>Threads: the main thread before and after the run computes; the thread {@code coordinator-slurm} while it
 * computes; the thread that ends the process calls {@link #end}. This object's lock guards its {@link JobsCore}.
 */
public final class SlurmHosts implements HostSupply {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The interval between two calls of {@code squeue}. Each call loads Slurm's controller, so administrators ask for a
     * long interval. A newly submitted job is polled more often.
     */
    private static final long QUEUE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long FIRST_QUEUE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long FIRST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * The time that daemons get to end when they are told to, and again the time that Slurm gets afterwards to end
     * their jobs.
     */
    private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final long JOIN_MILLIS = 5_000;

    /** The main class that a job's daemons start. */
    private static final String COMMAND = "org.moide.command.MoideCommand";

    /** The heap size of a daemon, the same as in the launcher script. */
    private static final long DAEMON_HEAP_BYTES = 512L << 20;

    private final JobFolder folder;
    private final String jobName;
    private final String host;
    private final Slurm slurm;
    private final JobsCore core;
    private final Ticker ticker;
    private final Signal signal;
    private final Queue<ChangeAnswer> answers = new ConcurrentLinkedQueue<>();
    private volatile List<DaemonAddress> daemons = List.of();
    private volatile boolean ended;
    private List<JobDaemon> seen = List.of();
    private long nextQueueNanos;
    private long submittedNanos;
    private String trouble = "";
    private boolean answered;
    private boolean hasJobs;

    /**
     * Stores the settings; does not call Slurm yet.
     *
     * @param jobName the name of all jobs of the run
     * @param host this host's name
     */
    SlurmHosts(
            SlurmSettings settings,
            JobFolder folder,
            String jobName,
            String host,
            Slurm slurm,
            Ticker ticker,
            Signal.Factory signals) {
        this.folder = folder;
        this.jobName = jobName;
        this.host = host;
        this.slurm = slurm;
        this.core = new JobsCore(settings);
        this.ticker = ticker;
        this.signal = signals.create();
        this.nextQueueNanos = ticker.nanoTime();
        this.submittedNanos = ticker.nanoTime();
    }

    /** Creates the supply for a run of this process, with the system's Slurm commands. */
    public static SlurmHosts of(SlurmPlan plan, Map<String, String> variables, FaultHandler faults) {
        JobFolder folder = new JobFolder(plan.folder());
        folder.make(new SystemRandomness().generator());
        // A job may wait for weeks before its first process starts.
        new LeftMeetings(new SystemWallClock(), LeftMeetings.NOBODY_CAN_BE_THERE)
                .removeBeside(plan.folder(), SlurmPlan.KEY);
        String jobName = "moide-" + plan.folder().getFileName();
        List<String> command =
                JavaCommand.likeThis(COMMAND).withHeap(DAEMON_HEAP_BYTES).words();
        return new SlurmHosts(
                plan.settings(),
                folder,
                jobName,
                SystemHost.name(),
                new SystemSlurm(
                        jobName,
                        plan.settings(),
                        folder.outputPattern(),
                        JobScript.text(plan.folder(), command, plan.engineWords()),
                        variables,
                        faults),
                new SystemTicker(),
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()));
    }

    /**
     * Submits the jobs that the run needs to begin, unless they exist, and blocks until their daemons are up.
     *
     * @param notes receives lines for the user that say what the run waits for
     * @return the memory that Slurm allows on each node, in MiB; 0 if unknown
     * @throws NoHostsException if the run will get no nodes; the message says why
     */
    public long awaitNodes(Consumer<String> notes) throws InterruptedException {
        while (true) {
            synchronized (this) {
                look(notes);
                if (!answered) {
                    throw new NoHostsException(trouble);
                }
                act(null, null, notes);
                if (core.isReady(ticker.nanoTime())) {
                    return seen.stream().mapToLong(JobDaemon::memoryMib).min().orElse(0);
                }
                String why = core.trouble();
                if (why != null) {
                    throw new NoHostsException(why + wordsOfJobs());
                }
            }
            signal.await(() -> ended, LOOK_NANOS);
            if (ended) {
                throw new InterruptedException("the process ends");
            }
        }
    }

    /** Returns a part of an error message: the last line of the output of the job that failed last. */
    private String wordsOfJobs() {
        Long last = core.lastFailed();
        if (last == null) {
            return "";
        }
        String words = folder.lastWords(last);
        if (words == null) {
            return "\nit has left no word in " + folder.path()
                    + ": do nodes see this folder? --slurm-folder names another that they see";
        }
        return words.isEmpty() ? "" : "\nits last words: " + words;
    }

    @Override
    public List<DaemonAddress> daemons() {
        return daemons;
    }

    /**
     * Returns whether the run can go on with other nodes: it has lost nodes that it had not given back, and further
     * jobs may still be submitted.
     *
     * @param notes receives lines for the user about Slurm's answers
     */
    public synchronized boolean canGoOn(Consumer<String> notes) {
        nextQueueNanos = ticker.nanoTime();
        look(notes);
        return core.hasLostNodes() && core.trouble() == null;
    }

    @Override
    public Changing accompany(RunDesk desk, Consumer<String> notes, RunPorts ports) {
        Visit visit = new Visit(desk, notes, ports);
        visit.thread.start();
        return visit;
    }

    /**
     * The visits to Slurm: a thread that looks at the jobs at regular times while a run computes, and carries out the
     * changes that are due. There is one object for each time that the run computes.
     */
    private final class Visit implements Changing {
        private final RunDesk desk;
        private final Consumer<String> notes;
        private final Thread thread;
        private volatile boolean closed;

        Visit(RunDesk desk, Consumer<String> notes, RunPorts ports) {
            this.desk = desk;
            this.notes = notes;
            this.thread = ports.around()
                    .threads()
                    .newThread(Loop.ofRounds(
                            "coordinator-slurm",
                            () -> closed || ended,
                            this::round,
                            ports.around().faults()));
            thread.setName("coordinator-slurm");
            synchronized (SlurmHosts.this) {
                core.begins();
            }
        }

        private void round() throws InterruptedException {
            if (signal.await(() -> closed || ended, LOOK_NANOS)) {
                return;
            }
            RunStatus run = desk.status();
            synchronized (SlurmHosts.this) {
                if (!closed && !ended) {
                    step(run, desk, notes);
                }
            }
        }

        @Override
        public void close() {
            closed = true;
            signal.raise();
            DaemonThreads.join(thread, JOIN_MILLIS);
            synchronized (SlurmHosts.this) {
                answers.clear();
            }
        }
    }

    private void step(RunStatus run, RunDesk desk, Consumer<String> notes) throws InterruptedException {
        for (ChangeAnswer answer = answers.poll(); answer != null; answer = answers.poll()) {
            core.changed(answer, ticker.nanoTime());
        }
        look(notes);
        act(run, desk, notes);
    }

    private void act(@Nullable RunStatus run, @Nullable RunDesk desk, Consumer<String> notes)
            throws InterruptedException {
        for (JobStep step : core.tick(run, ticker.nanoTime())) {
            if (step instanceof JobStep.Note note) {
                notes.accept(note.line());
            } else if (step instanceof JobStep.Submit submit) {
                submit(submit.nodes());
            } else if (step instanceof JobStep.GiveBack back) {
                giveBack(back.jobs(), notes);
            } else if (step instanceof JobStep.Change change && desk != null) {
                notes.accept(change.what() + ": " + change.why());
                desk.ask(change.order(), ChangeReason.of(change.why()), answer -> {
                    answers.add(answer);
                    signal.raise();
                });
            }
        }
    }

    /**
     * Reads the run's folder and asks Slurm, if that is due, for the state of the jobs. If one of them does not answer,
     * the user is told, and a later call tries again; the run goes on meanwhile.
     *
     * @param notes receives lines for the user
     */
    private void look(Consumer<String> notes) {
        long now = ticker.nanoTime();
        String found = trouble;
        try {
            JobFolder.Sight sight = folder.look(name -> name.equals(host) ? "127.0.0.1" : name);
            core.seen(sight.daemons(), sight.told());
            boolean news = !sight.daemons().equals(seen);
            seen = sight.daemons();
            if (news || now >= nextQueueNanos) {
                List<QueuedJob> queue = slurm.queue();
                answered = true;
                hasJobs |= !queue.isEmpty();
                core.heard(queue, now);
                boolean soon = core.isWaiting() && now - submittedNanos < FIRST_NANOS;
                nextQueueNanos = ticker.nanoTime() + (soon ? FIRST_QUEUE_NANOS : QUEUE_NANOS);
                found = "";
            }
        } catch (SlurmTroubleException silent) {
            found = String.valueOf(silent.getMessage());
            nextQueueNanos = ticker.nanoTime() + QUEUE_NANOS;
        } catch (PlanException | UncheckedIOException unreadable) {
            found = String.valueOf(unreadable.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (!found.equals(trouble) && !found.isEmpty() && answered) {
            notes.accept(found);
        }
        trouble = found;
        daemons = core.daemons(now);
    }

    private void submit(int nodes) throws InterruptedException {
        if (ended) {
            return;
        }
        boolean had = hasJobs;
        hasJobs = true;
        try {
            long id = slurm.submit(nodes);
            core.submitted(id, nodes, ticker.nanoTime());
            submittedNanos = ticker.nanoTime();
            nextQueueNanos = ticker.nanoTime() + LOOK_NANOS;
        } catch (SlurmTroubleException refused) {
            hasJobs = had || refused.isSilent();
            core.refused(String.valueOf(refused.getMessage()), ticker.nanoTime());
        }
    }

    private void giveBack(Set<Long> jobs, Consumer<String> notes) throws InterruptedException {
        List<String> words = jobs.stream().map(job -> "job " + job).toList();
        try {
            slurm.cancel(jobs);
            notes.accept("gives back " + String.join(", ", words));
        } catch (SlurmTroubleException refused) {
            notes.accept(refused.getMessage());
        }
    }

    /**
     * Ends all jobs and removes the run's folder. Blocks for up to half a minute. May be called on any thread.
     *
     * @return lines for the user about what could not be done
     */
    public List<String> end() {
        ended = true;
        signal.raise();
        List<String> troubles = new ArrayList<>();
        synchronized (this) {
            try {
                Set<Long> running = new TreeSet<>();
                seen.forEach(daemon -> running.add(daemon.job()));
                folder.tellToEnd(running);
                if (hasJobs) {
                    await(() -> folder.look(name -> name).daemons().isEmpty());
                    slurm.cancelAll();
                    await(() -> slurm.queue().stream().allMatch(job -> job.phase() == QueuedJob.Phase.OVER));
                }
                folder.remove();
            } catch (SlurmTroubleException refused) {
                troubles.add(refused.getMessage() + "\nits jobs may still be there: 'scancel --name=" + jobName
                        + "' cancels them");
            } catch (PlanException | UncheckedIOException stays) {
                troubles.add(String.valueOf(stays.getMessage()));
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
        return troubles;
    }

    private interface Condition {
        boolean holds() throws SlurmTroubleException, InterruptedException;
    }

    private void await(Condition condition) throws SlurmTroubleException, InterruptedException {
        long start = ticker.nanoTime();
        while (!condition.holds() && ticker.nanoTime() - start < LEAVING_NANOS) {
            signal.await(() -> false, LOOK_NANOS / 4);
        }
    }
}
