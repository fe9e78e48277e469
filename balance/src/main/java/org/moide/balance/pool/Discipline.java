package org.moide.balance.pool;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A discipline of an engine's task queues: in which queue a task waits, and in which order threads take tasks.
 *
 * <p>These are the task pools of Task Pool Teams (Hippold and Rünger, §2.1 and §4.1.2) under their names there, and our
 * own. The option {@code --pool} chooses one; the result is the same with all of them.
 */
public enum Discipline {
    /**
     * A lock-free deque for each thread: its owner takes the newest task, thieves the oldest. Tasks with a priority are
     * in one queue for all threads, highest priority first. Other disciplines ignore priorities.
     */
    DEQUES("deques"),
    /** One queue for all threads, oldest task first. */
    FIFO_CEN("fifo_cen"),
    /** One queue for all threads, newest task first. */
    LIFO_CEN("lifo_cen"),
    /**
     * Like {@link #FIFO_CEN}, but with at most one working thread for each processor until the application's threads
     * communicate.
     */
    FIFO_CEN_II("fifo_cenII"),
    /**
     * Like {@link #LIFO_CEN}, but with at most one working thread for each processor until the application's threads
     * communicate.
     */
    LIFO_CEN_II("lifo_cenII"),
    /** A queue for each thread, oldest task first. Threads take from their own queue only. */
    FIFO_DIS("fifo_dis"),
    /** A queue for each thread, newest task first. Threads take from their own queue only. */
    LIFO_DIS("lifo_dis"),
    /** A queue for each thread, oldest task first. A thread with an empty queue takes another queue's newest task. */
    FIFO_ST1("fifo_st1"),
    /** A queue for each thread, newest task first. A thread with an empty queue takes another queue's oldest task. */
    LIFO_ST1("lifo_st1"),
    /** Like {@link #FIFO_ST1}, but a part of each queue is private to its thread and needs no lock. */
    FIFO_ST2("fifo_st2"),
    /** Like {@link #LIFO_ST1}, but a part of each queue is private to its thread and needs no lock. */
    LIFO_ST2("lifo_st2");

    public static final Discipline DEFAULT = DEQUES;

    private final String label;

    Discipline(String label) {
        this.label = label;
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(Discipline::toString).toList();
    }

    /**
     * Returns the discipline of this name, in upper or lower case.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public static Discipline of(String name) {
        for (Discipline one : values()) {
            if (one.label.equalsIgnoreCase(name)) {
                return one;
            }
        }
        throw new IllegalArgumentException("expected one of "
                + Arrays.stream(values()).map(Discipline::toString).collect(Collectors.joining(", ")) + ", found '"
                + name + "'");
    }

    /** Returns whether only as many threads as processors work until threads communicate (the paper's WITHOUT_CT). */
    boolean rests() {
        return this == FIFO_CEN_II || this == LIFO_CEN_II;
    }

    /** Returns whether all threads of an engine use one queue. */
    public boolean isCentral() {
        return this == FIFO_CEN || this == LIFO_CEN || rests();
    }

    /**
     * Makes the queues of a pool by this discipline, empty at first.
     *
     * @param threads the number of compute threads; with 0 only the control thread adds and takes tasks
     * @param offered called by the thread that makes a task takable by other threads; must not block
     */
    TaskQueues queues(int threads, Runnable offered) {
        if (threads == 0) {
            return new StealingDeques(0, offered);
        }
        return switch (this) {
            case DEQUES -> new StealingDeques(threads, offered);
            case FIFO_CEN, FIFO_CEN_II -> new CentralQueue(TaskQueue.Order.OLDEST_FIRST, offered);
            case LIFO_CEN, LIFO_CEN_II -> new CentralQueue(TaskQueue.Order.NEWEST_FIRST, offered);
            case FIFO_DIS -> new OwnQueues(threads, TaskQueue.Order.OLDEST_FIRST);
            case LIFO_DIS -> new OwnQueues(threads, TaskQueue.Order.NEWEST_FIRST);
            case FIFO_ST1 -> new SharedQueues(threads, TaskQueue.Order.OLDEST_FIRST, offered);
            case LIFO_ST1 -> new SharedQueues(threads, TaskQueue.Order.NEWEST_FIRST, offered);
            case FIFO_ST2 -> new TwoLevelQueues(threads, TaskQueue.Order.OLDEST_FIRST, offered);
            case LIFO_ST2 -> new TwoLevelQueues(threads, TaskQueue.Order.NEWEST_FIRST, offered);
        };
    }

    /**
     * Makes queues whose tasks the application organises. A central discipline has one repository; with others each
     * thread has one, and takes from others' unless the discipline's threads take from their own queues only.
     *
     * @param arriving queues of this discipline, in which tasks wait until a thread inserts them
     */
    TaskQueues organised(TaskQueues arriving, int threads, Supplier<Repository> repositories, Runnable offered) {
        boolean shared = this != FIFO_DIS && this != LIFO_DIS;
        return new OrganisedQueues(arriving, threads, repositories, isCentral(), shared, offered);
    }

    @Override
    public String toString() {
        return label;
    }
}
