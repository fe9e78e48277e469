package org.moide.balance.data;

/**
 * What a single task is allowed, in place of what all tasks of its run are.
 *
 * @param tries how often the task is tried; 0 for as often as all tasks
 * @param single whether no two engines may run the task at the same time, so that there is no second copy of it
 * @param once whether the task is not tried again after an engine has died during it
 * @param ahead whether the root lends the task by its priority before all others, also to engines that have not asked
 * @param here whether the task, if it is lent alone, begins on the member that it is first lent to
 */
public record TaskLimits(int tries, boolean single, boolean once, boolean ahead, boolean here) {
    public static final TaskLimits NONE = new TaskLimits(0, false, false, false);
    public static final TaskLimits BEGINS_HERE = new TaskLimits(0, false, false, false, true);

    /** Makes the limits of a task that may begin on any member. */
    public TaskLimits(int tries, boolean single, boolean once, boolean ahead) {
        this(tries, single, once, ahead, false);
    }

    public TaskLimits {
        if (tries < 0) {
            throw new IllegalArgumentException("expected tries from 0 on, found " + tries);
        }
    }

    boolean areNone() {
        return equals(NONE);
    }
}
