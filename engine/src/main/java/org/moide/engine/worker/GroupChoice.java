package org.moide.engine.worker;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.WorkerPlace;
import org.moide.balance.worker.WorkerTable;

/**
 * Chooses the worker of a group that gets a task (ALDY, §3.4.2: task-worker assignment). It draws some workers at
 * random and takes the one whose engine has the least known load. Used by one thread.
 */
final class GroupChoice {
    /**
     * The number of workers that are drawn. To take the better one of two is nearly as good as to compare all (power of
     * two choices); a few more do no harm.
     */
    private static final int DRAWN = 4;

    private final Declarations declarations;
    private final WorkerTable table;
    private final IntToDoubleFunction loads;
    private final SplittableRandom chance;

    /**
     * Creates the choice for one thread.
     *
     * @param loads returns the known load of an engine: its number of active workers for each thread
     */
    GroupChoice(Declarations declarations, WorkerTable table, IntToDoubleFunction loads, SplittableRandom chance) {
        this.declarations = declarations;
        this.table = table;
        this.loads = loads;
        this.chance = chance;
    }

    List<Declarations.Group> members(long group) {
        return declarations.members(group);
    }

    /**
     * Chooses a worker.
     *
     * @throws IllegalArgumentException if there is no such group, or all of its workers are known to have ended
     */
    long of(long group) {
        List<Declarations.Group> parts = members(group);
        long count = parts.stream().mapToLong(Declarations.Group::count).sum();
        long best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int draw = 0; draw < DRAWN; draw++) {
            long worker = member(parts, chance.nextLong(count));
            WorkerPlace place = table.placeOf(worker);
            if (place != null && place.isEnd()) {
                continue;
            }
            double load = place == null ? Double.MAX_VALUE : loads.applyAsDouble(place.process());
            if (load < least) {
                least = load;
                best = worker;
            }
        }
        return best >= 0 ? best : anyThatGoesOn(group, parts, count);
    }

    /** Finds any worker that has not ended, in a group in which most workers have ended. */
    private long anyThatGoesOn(long group, List<Declarations.Group> parts, long count) {
        long first = chance.nextLong(count);
        for (long index = 0; index < count; index++) {
            long worker = member(parts, (first + index) % count);
            WorkerPlace place = table.placeOf(worker);
            if (place == null || !place.isEnd()) {
                return worker;
            }
        }
        throw new IllegalArgumentException("a task for group " + group
                + ": expected a worker that goes on, found that all " + count + " have ended");
    }

    private static long member(List<Declarations.Group> parts, long index) {
        long left = index;
        for (Declarations.Group part : parts) {
            if (left < part.count()) {
                return part.first() + left;
            }
            left -= part.count();
        }
        throw new IndexOutOfBoundsException("member " + index);
    }
}
