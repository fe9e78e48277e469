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
 * A choice of queued tasks to give to a member.
 *
 * <p>It takes tasks of the classes that the strategy named. If the strategy named none, it first takes tasks that read
 * no data objects, then those of the classes for which the member has to fetch the fewest objects per task.
 *
 * @param most the number of tasks
 * @param classes the classes, and the number of tasks of each; empty for any
 * @param resident IDs of the objects that the member has, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GivenTasks(int most, List<ClassCount> classes, long[] resident) {
    /**
     * Makes the choice that meets both the strategy's decision {@code give} and the borrower's request {@code wanted}.
     */
    public static GivenTasks of(Decision.Give give, DataWanted wanted, int mostAtOnce) {
        return new GivenTasks((int) Math.min(give.tasks(), mostAtOnce), give.classes(), wanted.resident());
    }

    /**
     * Takes the chosen tasks out of the pool.
     *
     * @param lendable whether tasks of an account may be lent
     */
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

    /**
     * Returns the pool's classes, those first for which the borrower has to fetch the fewest objects per task; among
     * equals, those whose objects this member does not have yet.
     */
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
