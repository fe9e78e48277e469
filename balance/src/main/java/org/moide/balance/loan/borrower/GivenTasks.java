package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.TaskClass;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;

/**
 * A choice of the tasks that leave a pool for a member: those of the classes that a strategy named; or, if it named
 * none, those that read nothing, then those of the classes for which the member has to fetch the fewest objects per
 * task.
 *
 * @param most how many
 * @param classes of which classes, and how many of each; empty if of any
 * @param resident the IDs of objects that the member has, in rising order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GivenTasks(int most, List<ClassCount> classes, long[] resident) {
    /** Makes the choice of what a strategy gives to a member that said this of data objects. */
    public static GivenTasks of(Decision.Give give, DataWanted wanted, int mostAtOnce) {
        return new GivenTasks((int) Math.min(give.tasks(), mostAtOnce), give.classes(), wanted.resident());
    }

    /** Takes them out. */
    List<PooledTask> takenFrom(EnginePool pool, Predicate<LoanAccount> lendable) {
        if (pool.classed().size() == 0) {
            return pool.takeOutPlain(lendable, most);
        }
        List<PooledTask> found = classes.isEmpty() ? pool.takeOutPlain(lendable, most) : new ArrayList<>();
        for (ClassCount count : classes.isEmpty() ? cheapestFirst(pool) : classes) {
            int limit = (int) Math.min(most, found.size() + count.tasks());
            pool.classed().takeOut(count.taskClass(), lendable, limit, found);
        }
        return found;
    }

    /** Among equals those whose tasks wait here for what they read. */
    private List<ClassCount> cheapestFirst(EnginePool pool) {
        List<ClassCount> all = new ArrayList<>(pool.classed().all(DataWanted.MOST_CLASSES));
        all.sort(Comparator.comparingDouble(
                count -> (double) missing(count.taskClass()) / Math.min(most, count.tasks())));
        return all;
    }

    private long missing(TaskClass taskClass) {
        return taskClass.stream()
                .filter(id -> Arrays.binarySearch(resident, id) < 0)
                .count();
    }
}
