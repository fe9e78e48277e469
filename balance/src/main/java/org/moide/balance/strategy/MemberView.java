package org.moide.balance.strategy;

import java.util.Collection;
import java.util.List;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataWanted;

/**
 * The knowledge of one member when its strategy decides: its own load, and what others have said. Valid during the call
 * only. No method but those that give a collection costs more than a look-up, however many members there are;
 * collections are unmodifiable, and not copies.
 */
public interface MemberView {
    /** The time, of a clock that never goes back. Members' clocks have nothing to do with each other. */
    long nowNanos();

    /** The number of this member; {@link Membership#ROOT} is the root, which has tasks to lend and no threads. */
    int self();

    /** Returns whether this is the root. */
    default boolean isRoot() {
        return self() == Membership.ROOT;
    }

    /**
     * The members that take part, as far as this member has been told. It changes during a run: whoever joins is among
     * them from the next decision on, whoever is on its way out is not, and what a strategy still decides about that
     * one has no effect.
     */
    Membership members();

    // --- own load -------------------------------------------------------------------------------------------------

    /** The number of tasks that lie here and were not begun. */
    long queuedTasks();

    /**
     * The number of them that no thread is about to take: each waiting thread here will take one when it has woken up.
     * A strategy that lends these too may see a task go round among members whose threads never get to it.
     */
    long spareTasks();

    /**
     * The number of tasks that were here and will be again in some round trips: their loan was old and goes home. What
     * lies here meanwhile says little about this member's load.
     */
    default long tasksComingBack() {
        return 0;
    }

    /** The compute threads here; 0 at the root. */
    int threads();

    /** The number of threads that have nothing to do. */
    int idleThreads();

    /** The time that one thread here takes for a task, as measured; 0 if it is not known yet. */
    long meanTaskNanos();

    /**
     * The number of tasks that this member has done in each second of late, external load included; 0 if it is not
     * known yet.
     */
    double tasksPerSecond();

    /** Returns whether tasks have been seen to put others. */
    boolean tasksCreateTasks();

    /**
     * The first classes of the queued tasks that read data objects, with their numbers, at most {@link
     * DataWanted#MOST_CLASSES}; others read nothing.
     */
    default List<ClassCount> classes() {
        return List.of();
    }

    /** The data objects that this member knows of. */
    default DataIndex data() {
        return DataIndex.NONE;
    }

    /**
     * Returns whether all that comes from outside has come, or may come at any time, so that there is nothing to wait
     * for. False only at the root, while {@code createTasks} puts tasks. A strategy that has seen it false at the root
     * is taken to wait for the end: then {@code createTasks} makes all of its tasks, however many; else it waits while
     * many of them wait for members.
     */
    boolean complete();

    // --- others ---------------------------------------------------------------------------------------------------

    /** The members that have asked this one for tasks and have no answer yet, in the order in which they asked. */
    Collection<Request> requests();

    /** The dealings of this member with another; never null. */
    PeerView peer(int member);

    /**
     * Returns whether a member's loans were taken back because it was silent for too long, and nothing was heard of it
     * since.
     */
    default boolean isSilent(int member) {
        return false;
    }

    /** The numbers of those who hold loans of this member. */
    Collection<Integer> borrowers();

    /**
     * The news that others have told since the last call of {@link Strategy#decide}, in the order in which they came.
     */
    List<Telling> news();

    /** The {@link Decision.Instruct instructions} of others for this member since the last call. */
    List<Instruction> instructions();

    /**
     * A member's request for tasks.
     *
     * @param member who
     * @param tasks how many it would like; from 1 on
     * @param patient whether it waits until there are some; else it wants to know soon that there are none, to ask another
     * @param idleThreads how many of its threads have nothing to do, as it last said
     * @param queuedTasks how many tasks it has queued, as it last said
     * @param meanTaskNanos how long one thread of it takes for a task; 0 if it does not know yet
     * @param sinceNanos when the request came
     * @param classes of which classes it would like tasks; empty if of any
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
        /** Makes a request for tasks of any class. */
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
     * The word of somebody about its load. It may be some network delays old, and may never come.
     *
     * @param from who
     * @param word whatever number the strategy gave to {@link Decision.Tell}
     * @param queuedTasks how many tasks it had queued
     * @param idleThreads how many of its threads had nothing to do
     * @param meanTaskNanos how long one thread of it took for a task; 0 if it did not know
     * @param tasksPerSecond what it did in each second; 0 if it did not know
     * @param heardNanos when it came, by this member's clock
     * @param classes those of its queued tasks that read data objects, or the first of them
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
        /** Makes the word of a member whose tasks read nothing. */
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

    /** {@code from} wants this member to give {@code tasks} tasks to {@code borrower}. */
    record Instruction(int from, int borrower, long tasks) {}
}
