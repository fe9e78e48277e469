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

/**
 * Keeps what is known of a run's Slurm jobs: Slurm's last report of each job, and the daemons that have started on its
 * nodes. Used by one thread.
 */
final class JobBook {
    /**
     * The time after which a job that is missing in Slurm's list counts as ended. Usually the list itself shows that a
     * job has ended, since Slurm lists ended jobs for a while.
     */
    static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(60);

    /**
     * The number of seconds before a job's time limit at which its replacement is submitted, because the new job may
     * wait in the queue. For jobs with short limits see {@link #PART_OF_LIMIT}.
     */
    static final long LEAD_SECONDS = 300;

    /** The divisor that gives the part of its time limit in which a short job is replaced: the last quarter. */
    private static final int PART_OF_LIMIT = 4;

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<Long, Job> jobs = new TreeMap<>();
    private final List<Job> ended = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

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

        /** Returns whether the job is about to lose its nodes. */
        boolean isEnding() {
            return now.phase() == QueuedJob.Phase.ENDING;
        }

        boolean isCancelled() {
            return now.isCancelled();
        }

        boolean hadDaemons() {
            return hadDaemons;
        }

        /** Returns whether the run has cancelled the job because it no longer needs its nodes. */
        boolean isReturned() {
            return returned;
        }

        /** Returns the daemons on the job's nodes; an empty list unless the job runs. */
        List<JobDaemon> daemons() {
            return now.phase() == QueuedJob.Phase.RUNNING ? daemons : List.of();
        }

        /**
         * Returns whether this daemon runs on one of the job's nodes.
         *
         * @param daemon the daemon's address as text
         */
        boolean has(String daemon) {
            return daemons.stream().anyMatch(each -> each.address().toString().equals(daemon));
        }

        /** Returns whether an engine has left this daemon. If so, no other engine is started at the daemon. */
        boolean wasLeft(String daemon) {
            return left.contains(daemon);
        }

        void giveBack() {
            returned = true;
        }

        /**
         * Returns whether the run can rely on the job's nodes: the run has not given them back, nobody has told the
         * job's daemons to end, and the job's time limit is not near.
         */
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

    /** Adds a job that was just submitted. It counts as waiting until Slurm reports its state. */
    void add(long id, int nodes, long nowNanos) {
        jobs.putIfAbsent(
                id,
                new Job(
                        id,
                        new QueuedJob(
                                id, QueuedJob.Phase.WAITING, "", nodes, QueuedJob.UNKNOWN, QueuedJob.UNKNOWN, "None"),
                        nowNanos));
    }

    /** Takes in Slurm's report of the run's jobs. Also adds jobs that an earlier coordinator of the run submitted. */
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
     * Takes in which daemons are up, for each job.
     *
     * @param daemons the daemons that are up now
     * @param told the jobs whose daemons have been told to end
     */
    void see(Collection<JobDaemon> daemons, Set<Long> told) {
        for (Job job : jobs.values()) {
            job.daemons =
                    daemons.stream().filter(daemon -> daemon.job() == job.id).toList();
            job.hadDaemons |= !job.daemons.isEmpty();
            job.told = told.contains(job.id);
        }
    }

    /**
     * Notes that an engine has left this daemon. The note belongs to the daemon's job, because a later job may have a
     * daemon at the same address.
     */
    void left(String daemon) {
        jobs.values().stream().filter(job -> job.has(daemon)).forEach(job -> job.left.add(daemon));
    }

    /** Returns the jobs that wait or run, in ascending order of their numbers. */
    List<Job> all() {
        return List.copyOf(jobs.values());
    }

    /**
     * Returns the total number of nodes, present or queued, of those jobs whose nodes the run can rely on
     * ({@link Job#lasts}).
     */
    int nodes(long nowNanos) {
        return jobs.values().stream()
                .filter(job -> job.lasts(nowNanos))
                .mapToInt(Job::nodes)
                .sum();
    }

    /** Returns the jobs that have ended since the last call. */
    List<Job> takeEnded() {
        List<Job> taken = List.copyOf(ended);
        ended.clear();
        return taken;
    }

    /** Returns the messages for the user since the last call. */
    List<String> takeNotes() {
        List<String> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    Set<Long> ids() {
        return new TreeSet<>(jobs.keySet());
    }
}
