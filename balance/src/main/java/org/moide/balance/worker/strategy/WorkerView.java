package org.moide.balance.worker.strategy;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of one process when its strategy decides: its own load, and what others have said. Valid during the
 * call only; collections are unmodifiable.
 */
public interface WorkerView {
    /** The time, of a clock that never goes back. Processes' clocks have nothing to do with each other. */
    long nowNanos();

    /** The number of this process. */
    int self();

    /** The number of processes, with those that have left; their numbers are from 0 to one less. */
    int processes();

    /** Returns whether a process is there: one that has left keeps its number, and no worker moves to it. */
    default boolean isThere(int process) {
        return process >= 0 && process < processes();
    }

    /** The number of threads of a process that handle tasks, from 1 on. */
    int threads(int process);

    /** The power of one thread of a process, in a unit that is the same for all; above 0. */
    double power(int process);

    // --- own load -------------------------------------------------------------------------------------------------

    /** The load of this process as it would be told now, with age 0. */
    WorkerLoad own();

    /** The time for which no worker here has been active; 0 if one is (ALDY, §4.2: idle for x time units). */
    long idleNanos();

    /**
     * The average activity here over some time up to now, from 0 to 1 (ALDY, §4.2); over the time since the start if that is
     * shorter.
     *
     * @param overNanos above 0 and up to {@link Activity#LONGEST_NANOS}
     */
    double averageActivity(long overNanos);

    /**
     * The workers here that may be moved; those with the most to do if there are very many.
     */
    List<MovableWorker> movable();

    /** A worker's part of {@link WorkerLoad#demand}: how many threads would be busy with it. */
    double demandOf(MovableWorker worker);

    // --- others ---------------------------------------------------------------------------------------------------

    /**
     * The load that a process last said, with what was moved there since; null if nothing is known. Of this one:
     * {@link #own}.
     */
    @Nullable
    WorkerLoad load(int process);

    /** The processes that hold a neighbour (WN) of a worker here, without this one. */
    Set<Integer> neighbourProcesses();

    /** The processes that ask for a worker and have no answer yet, in the order in which they asked, one question for each. */
    Collection<Question> questions();

    /** The processes that offer a worker and have no answer yet. */
    Collection<Question> offers();

    /** The outcome of the last question or offer to a process. */
    Asked asked(int process);

    /**
     * About how long moving a worker takes: the worker handles nothing meanwhile.
     *
     * @param stateBytes how long its state is
     * @param process where to
     */
    long moveNanos(long stateBytes, int process);

    /** The outcome of a question. */
    enum Asked {
        /** The state before any question was asked. */
        NEVER,
        /** The question has no answer yet. */
        OPEN,
        /** A worker came, or the offer was taken up. */
        AGREED,
        /** A refusal by the other process. */
        REFUSED,
        /** Silence: no answer came in time. The answer, or the question, was lost. */
        SILENT
    }

    /**
     * A question of somebody who asks for a worker, or offers one.
     *
     * @param load its load when it did
     * @param ageNanos how long ago it came
     */
    record Question(WorkerLoad load, long ageNanos) {
        public Question {
            if (ageNanos < 0) {
                throw new IllegalArgumentException(
                        "question of process " + load.process() + ": expected an age from 0 ns on, found " + ageNanos);
            }
        }

        /** The process that asks. */
        public int process() {
            return load.process();
        }
    }
}
