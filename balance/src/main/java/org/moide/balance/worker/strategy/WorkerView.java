package org.moide.balance.worker.strategy;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The information on which a worker strategy decides: its process's own load, and what other processes have told. Valid
 * during the call only; collections are unmodifiable.
 */
public interface WorkerView {
    /** Returns the time of a monotonic clock. Clocks of different processes are unrelated. */
    long nowNanos();

    /** Returns the number of this process. */
    int self();

    /** Returns the number of processes, those that have left included; they are numbered from 0. */
    int processes();

    /** Returns whether a process is present. One that has left keeps its number, and no worker moves to it. */
    default boolean isThere(int process) {
        return process >= 0 && process < processes();
    }

    /** Returns the number of a process's threads for tasks, at least 1. */
    int threads(int process);

    /** Returns the speed of one thread of a process, in a unit common to all processes; above 0. */
    double power(int process);

    // --- own load -------------------------------------------------------------------------------------------------

    /** Returns this process's present load, with age 0. */
    WorkerLoad own();

    /**
     * Returns the time since any worker on this process was last active; 0 if one is active now (ALDY, §4.2: idle for x
     * time units).
     */
    long idleNanos();

    /**
     * Returns the mean activity of this process over some time up to now, from 0 to 1 (ALDY, §4.2). If the process has
     * run for a shorter time, the mean is over that time.
     *
     * @param overNanos above 0, at most {@link Activity#LONGEST_NANOS}
     */
    double averageActivity(long overNanos);

    /** Returns the workers on this process that may be moved; the busiest ones if there are very many. */
    List<MovableWorker> movable();

    /** Returns a worker's part of {@link WorkerLoad#demand}: the number of threads that it keeps busy. */
    double demandOf(MovableWorker worker);

    // --- others ---------------------------------------------------------------------------------------------------

    /**
     * Returns the load that a process last told, corrected by the moves since then; for this process, {@link #own}.
     * Null if it is unknown.
     */
    @Nullable
    WorkerLoad load(int process);

    /** Returns the other processes on which there is a neighbour (directive WN) of a worker of this process. */
    Set<Integer> neighbourProcesses();

    /**
     * Returns the unanswered questions of processes that ask for a worker, in order of arrival, one for each process.
     */
    Collection<Question> questions();

    /** Returns the unanswered offers of a worker by other processes. */
    Collection<Question> offers();

    /** Returns the outcome of this process's last question or offer to a process. */
    Asked asked(int process);

    /**
     * Returns the approximate time of a worker's move, during which it handles no task.
     *
     * @param stateBytes the size of its state
     * @param process the destination
     */
    long moveNanos(long stateBytes, int process);

    /** The outcome of a question to a process (a request for a worker) or of an offer. */
    enum Asked {
        /** This process has never asked that process, and never offered it a worker. */
        NEVER,
        /** The question or offer is not answered yet. */
        OPEN,
        /** The question was answered by a worker that came, or the process accepted the offer. */
        AGREED,
        /** The process refused the question or declined the offer. */
        REFUSED,
        /** No answer came in time; the question, the offer or the answer was lost. */
        SILENT
    }

    /**
     * A process's request for a worker, or its offer of one.
     *
     * @param load the load of that process when it asked or offered
     * @param ageNanos the time since the request or offer arrived
     */
    record Question(WorkerLoad load, long ageNanos) {
        public Question {
            if (ageNanos < 0) {
                throw new IllegalArgumentException(
                        "question of process " + load.process() + ": expected an age from 0 ns on, found " + ageNanos);
            }
        }

        /** Returns the process that asks or offers. */
        public int process() {
            return load.process();
        }
    }
}
