package org.moide.balance.strategy;

import java.util.Collection;
import java.util.List;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataWanted;

/**
 * The information on which a strategy decides: its member's own load, and what other members have told. It is valid
 * during the call only. No method takes longer with more members, except those that return collections. Collections are
 * unmodifiable views.
 */
public interface MemberView {
    /** Returns the time of a monotonic clock. Clocks of different members are unrelated. */
    long nowNanos();

    /** Returns this member's number; {@link Membership#ROOT} at the root, which has tasks to lend but no threads. */
    int self();

    default boolean isRoot() {
        return self() == Membership.ROOT;
    }

    /**
     * Returns the current members, as far as this member has been told. The membership changes during a run: a new
     * member appears in the next decision, a leaving one disappears, and decisions about it have no effect.
     */
    Membership members();

    // --- own load -------------------------------------------------------------------------------------------------

    /** Returns the number of tasks on this member that have not begun. */
    long queuedTasks();

    /**
     * Returns the number of queued tasks, minus those that waiting threads of this member are about to take. If a
     * strategy lent these as well, a task might go from member to member without any thread ever executing it.
     */
    long spareTasks();

    /**
     * Returns the number of tasks that left this member in the return of an old loan and will come back within some
     * round trips. Meanwhile the queue says little about this member's load.
     */
    default long tasksComingBack() {
        return 0;
    }

    /** Returns the number of compute threads of this member; 0 at the root. */
    int threads();

    int idleThreads();

    /** Returns the measured mean time of a task on one thread of this member; 0 if unknown. */
    long meanTaskNanos();

    /** Returns this member's recent rate of tasks per second, which external load lowers; 0 if unknown. */
    double tasksPerSecond();

    /** Returns whether any task so far has created further tasks. */
    boolean tasksCreateTasks();

    /**
     * Returns the first classes of queued tasks that read data objects, at most {@link DataWanted#MOST_CLASSES}, with
     * their numbers of tasks.
     */
    default List<ClassCount> classes() {
        return List.of();
    }

    /** Returns what this member knows of the data objects that it keeps. */
    default DataIndex data() {
        return DataIndex.NONE;
    }

    /**
     * Returns whether the strategy need not wait for further tasks from the application: all have come, or they may
     * come at any time. It is false only at the root, while {@code createTasks} puts tasks. A strategy that has got the
     * answer false is assumed to wait for the end of {@code createTasks}, which then makes all its tasks, however many.
     * If the strategy does not ask, {@code createTasks} pauses while many of its tasks wait for borrowers.
     */
    boolean complete();

    // --- others ---------------------------------------------------------------------------------------------------

    /** Returns the unanswered requests of other members, in order of arrival. */
    Collection<Request> requests();

    /** Returns what this member knows of another one, such as requests, loans and its load; never null. */
    PeerView peer(int member);

    /**
     * Returns whether a member's loans were taken back because it was silent, and no message from it has arrived since.
     */
    default boolean isSilent(int member) {
        return false;
    }

    /** Returns the numbers of members that hold loans of this one. */
    Collection<Integer> borrowers();

    /** Returns the loads told by other members since the last call of {@link Strategy#decide}, in order of arrival. */
    List<Telling> news();

    /**
     * Returns the {@link Decision.Instruct instructions} for this member since the last call of
     * {@link Strategy#decide}.
     */
    List<Instruction> instructions();

    /**
     * Another member's request for tasks from this one.
     *
     * @param member the asker's number
     * @param tasks the number of tasks wanted, at least 1
     * @param patient whether the request may wait until there are tasks; if not, the asker wants to hear soon if there
     *     are none, so that it can ask another member
     * @param idleThreads the asker's idle threads, as last told
     * @param queuedTasks the asker's queued tasks, as last told
     * @param meanTaskNanos the asker's mean time for a task on one thread; 0 if unknown
     * @param sinceNanos the time of arrival
     * @param classes the wanted classes; empty for any
     */
    record Request(
            int member,
            long tasks,
            boolean patient,
            int idleThreads,
            long queuedTasks,
            long meanTaskNanos,
            long sinceNanos,
            List<ClassCount> classes) {
        /** Makes the request of a member for tasks of any class. */
        public Request(
                int member,
                long tasks,
                boolean patient,
                int idleThreads,
                long queuedTasks,
                long meanTaskNanos,
                long sinceNanos) {
            this(member, tasks, patient, idleThreads, queuedTasks, meanTaskNanos, sinceNanos, List.of());
        }
    }

    /**
     * Another member's load, as that member told it. The information may be some network delays old, and messages may
     * be lost.
     *
     * @param from the sender's number
     * @param word the number that the sender's strategy gave to {@link Decision.Tell}
     * @param queuedTasks the number of its queued tasks
     * @param idleThreads the number of its idle threads
     * @param meanTaskNanos its mean time for a task on one thread; 0 if unknown
     * @param tasksPerSecond the number of tasks that it executes in a second; 0 if unknown
     * @param heardNanos the time of arrival, by this member's clock
     * @param classes the classes of its queued tasks that read data objects, or the first of them
     */
    record Telling(
            int from,
            long word,
            long queuedTasks,
            int idleThreads,
            long meanTaskNanos,
            double tasksPerSecond,
            long heardNanos,
            List<ClassCount> classes) {
        /** Makes the load of a member whose tasks read no data objects. */
        public Telling(
                int from,
                long word,
                long queuedTasks,
                int idleThreads,
                long meanTaskNanos,
                double tasksPerSecond,
                long heardNanos) {
            this(from, word, queuedTasks, idleThreads, meanTaskNanos, tasksPerSecond, heardNanos, List.of());
        }
    }

    /** An instruction by member {@code from} that this member give {@code tasks} tasks to {@code borrower}. */
    record Instruction(int from, int borrower, long tasks) {}
}
