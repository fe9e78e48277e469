package org.moide.balance.pool;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A discipline of queues: in which of them an engine's tasks lie, and who takes which first. They are the task pools of
 * Task Pool Teams (Hippold and Rünger, §2.1 and §4.1.2), by the names that they have there, and ours. Chosen by
 * {@code --pool}; the answer is the same with all of them.
 */
public enum Discipline {
    /**
     * A deque without locks for each thread: newest first for its owner, oldest first for thieves. Tasks that have a
     * priority lie in one queue for all, and the one of the highest is taken first; the other disciplines do not look
     * at that.
     */
    DEQUES("deques"),
    /** One queue for all, oldest first. */
    FIFO_CEN("fifo_cen"),
    /** One queue for all, newest first. */
    LIFO_CEN("lifo_cen"),
    /** The discipline {@link #FIFO_CEN} with no more threads at work than processors until threads communicate. */
    FIFO_CEN_II("fifo_cenII"),
    /** The discipline {@link #LIFO_CEN} with no more threads at work than processors until threads communicate. */
    LIFO_CEN_II("lifo_cenII"),
    /** A queue for each thread, oldest first; nobody takes another's. */
    FIFO_DIS("fifo_dis"),
    /** A queue for each thread, newest first; nobody takes another's. */
    LIFO_DIS("lifo_dis"),
    /** A queue for each thread, oldest first; a thread whose own queue is empty takes the task that another would take last. */
    FIFO_ST1("fifo_st1"),
    /** A queue for each thread, newest first; whose own is empty takes what another would take last. */
    LIFO_ST1("lifo_st1"),
    /** The discipline {@link #FIFO_ST1} with a part of each queue that only its thread sees and needs no lock. */
    FIFO_ST2("fifo_st2"),
    /** The discipline {@link #LIFO_ST1} with a part of each queue that only its thread sees and needs no lock. */
    LIFO_ST2("lifo_st2");

    /** The one that is used if none is named. */
    public static final Discipline DEFAULT = DEQUES;

    private final String label;

    Discipline(String label) {
        this.label = label;
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Discipline::toString).toList();
    }

    /**
     * The discipline of this name, in capital or small letters.
     *
     * @throws IllegalArgumentException if there is none, with those there are
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

    /**
     * Empty queues of this kind.
     *
     * @param threads how many compute threads; with 0 tasks come and go by the control thread only
     * @param offered called by whoever made a task takable by other threads; must not block
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

    @Override
    public String toString() {
        return label;
    }
}
