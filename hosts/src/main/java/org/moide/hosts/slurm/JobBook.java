package org.moide.hosts.slurm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** The jobs of a run as they stand: what Slurm says of them, and which daemons have come from them. One thread. */
final class JobBook {
    /** A job that Slurm does not name for so long is gone: it forgets those that have ended, but not at once. */
    static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** So long before its time limit a job is replaced, if it runs for long enough: queues are slow. */
    static final long LEAD_SECONDS = 300;

    /** Of a short job the last quarter. */
    private static final int PART_OF_LIMIT = 4;

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<Long, Job> jobs = new TreeMap<>();
    private final List<Job> ended = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** One of them. */
    static final class Job {
        private final long id;
        private QueuedJob now;
        private long heardNanos;
        private List<JobDaemon> daemons = List.of();
        private boolean hadDaemons;
        private final Set<String> left = new HashSet<>();
        private boolean returned;
        private boolean told;
        private boolean forgotten;

        private Job(long id, QueuedJob now, long nowNanos) {
            this.id = id;
            this.now = now;
            this.heardNanos = nowNanos;
        }

        long id() {
            return id;
        }

        int nodes() {
            return now.nodes();
        }

        String words() {
            return forgotten ? "Slurm does not know it any more" : now.words();
        }

        boolean isWaiting() {
            return now.phase() == QueuedJob.Phase.WAITING;
        }

        /** Whether its nodes go. */
        boolean isEnding() {
            return now.phase() == QueuedJob.Phase.ENDING;
        }

        boolean isCancelled() {
            return now.isCancelled();
        }

        /** Whether a daemon of it has ever come. */
        boolean hadDaemons() {
            return hadDaemons;
        }

        /** Whether it was given back. */
        boolean isReturned() {
            return returned;
        }

        /** Those that may be used; none of a job that does not run. */
        List<JobDaemon> daemons() {
            return now.phase() == QueuedJob.Phase.RUNNING ? daemons : List.of();
        }

        /** Whether this daemon, as the user would call it, is on one of its nodes. */
        boolean has(String daemon) {
            return daemons.stream().anyMatch(each -> each.address().toString().equals(daemon));
        }

        /** Whether an engine has left this daemon: nobody is to come there again. */
        boolean wasLeft(String daemon) {
            return left.contains(daemon);
        }

        void giveBack() {
            returned = true;
        }

        /** Whether its nodes can be counted on: its end is neither wanted nor near. */
        boolean lasts(long nowNanos) {
            return !returned && !told && !endsSoon(nowNanos);
        }

        private boolean endsSoon(long nowNanos) {
            if (now.secondsLeft() == QueuedJob.UNKNOWN
                    || now.limitSeconds() == QueuedJob.UNKNOWN
                    || now.phase() != QueuedJob.Phase.RUNNING) {
                return false;
            }
            long left = now.secondsLeft() - (nowNanos - heardNanos) / NANOS;
            return left <= Math.min(LEAD_SECONDS, now.limitSeconds() / PART_OF_LIMIT);
        }
    }

    /** A job was submitted. */
    void add(long id, int nodes, long nowNanos) {
        jobs.putIfAbsent(
                id,
                new Job(
                        id,
                        new QueuedJob(
                                id, QueuedJob.Phase.WAITING, "", nodes, QueuedJob.UNKNOWN, QueuedJob.UNKNOWN, "None"),
                        nowNanos));
    }

    /** What Slurm says of the run's jobs; those of an earlier coordinator are taken over. */
    void hear(List<QueuedJob> queue, long nowNanos) {
        for (QueuedJob said : queue) {
            Job job = jobs.get(said.id());
            if (job == null && said.phase() != QueuedJob.Phase.OVER && said.nodes() > 0) {
                job = new Job(said.id(), said, nowNanos);
                jobs.put(said.id(), job);
                note(job, said);
            } else if (job != null) {
                if (!said.words().equals(job.words())) {
                    note(job, said);
                }
                job.now = said.nodes() > 0 ? said : withNodes(said, job.nodes());
                job.heardNanos = nowNanos;
            }
        }
        for (Job job : List.copyOf(jobs.values())) {
            boolean forgotten = nowNanos - job.heardNanos > FORGOTTEN_NANOS;
            if (job.now.phase() == QueuedJob.Phase.OVER || forgotten) {
                job.forgotten = job.now.phase() != QueuedJob.Phase.OVER;
                jobs.remove(job.id);
                ended.add(job);
            }
        }
    }

    private static QueuedJob withNodes(QueuedJob said, int nodes) {
        return new QueuedJob(
                said.id(), said.phase(), said.state(), nodes, said.secondsLeft(), said.limitSeconds(), said.reason());
    }

    private void note(Job job, QueuedJob said) {
        if (job.returned) {
            return;
        }
        if (said.phase() == QueuedJob.Phase.WAITING) {
            notes.add("job " + job.id + " waits" + (said.reason().equals("None") ? "" : ": " + said.words()));
        } else if (said.phase() == QueuedJob.Phase.RUNNING && !job.now.state().equals(said.state())) {
            notes.add("job " + job.id + (said.state().equals("RUNNING") ? " has begun" : ": " + said.words()));
        }
    }

    /**
     * Which daemons are there.
     *
     * @param told jobs whose daemons have been told to end
     */
    void see(Collection<JobDaemon> daemons, Set<Long> told) {
        for (Job job : jobs.values()) {
            job.daemons =
                    daemons.stream().filter(daemon -> daemon.job() == job.id).toList();
            job.hadDaemons |= !job.daemons.isEmpty();
            job.told = told.contains(job.id);
        }
    }

    /** An engine has left this daemon. Later jobs may have one of the same name. */
    void left(String daemon) {
        jobs.values().stream().filter(job -> job.has(daemon)).forEach(job -> job.left.add(daemon));
    }

    /** Those that wait or run, in the order of their numbers. */
    List<Job> all() {
        return List.copyOf(jobs.values());
    }

    /** Nodes that are there or will be, of jobs that last. */
    int nodes(long nowNanos) {
        return jobs.values().stream()
                .filter(job -> job.lasts(nowNanos))
                .mapToInt(Job::nodes)
                .sum();
    }

    /** Those of whose end nobody has heard yet. */
    List<Job> takeEnded() {
        List<Job> taken = List.copyOf(ended);
        ended.clear();
        return taken;
    }

    /** Lines for the user, each once. */
    List<String> takeNotes() {
        List<String> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    /** Their numbers. */
    Set<Long> ids() {
        return new TreeSet<>(jobs.keySet());
    }
}
