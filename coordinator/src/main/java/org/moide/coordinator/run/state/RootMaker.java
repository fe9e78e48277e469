package org.moide.coordinator.run.state;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;

/**
 * Creates the root, which is the coordinator's part of the load balancing and lends tasks to engines. A bag needs one
 * root, an SPMD run a new one for each epoch.
 *
 * @param classes the class loader for a strategy of the application; null if it has none
 * @param shelf the storage for waiting tasks that do not fit into memory
 */
public record RootMaker(RunSettings settings, @Nullable ClassLoader classes, TaskShelf shelf) {
    /**
     * Creates a root for a run or an epoch. No thread of the coordinator takes tasks from its pool.
     *
     * @param ending decides when all tasks are done
     */
    public RootBalancer make(PoolCompletion ending) {
        return RootBalancer.of(
                PoolWithoutThreads.create(),
                Strategies.make(
                        settings.strategy(), Membership.ROOT, new SplittableRandom(settings.seed() - 1), classes),
                ending,
                limits(),
                new BalancerParts(
                        settings.tasks().failures(),
                        room(),
                        settings.ownEngine() ? 0 : BalancerParts.NO_MEMBER,
                        mayCopy() ? BalancerParts.COPY_WAIT_NANOS : BalancerParts.NO_COPIES));
    }

    /**
     * Returns whether a running task may also be begun on an idle engine. It may not with a static strategy, because
     * that decides which engine executes each task, nor while tasks are recorded, because a record has each task once.
     */
    private boolean mayCopy() {
        return settings.tasks().mayRunTwice()
                && !Strategies.isStatic(settings.strategy())
                && settings.recordedTasks() == 0;
    }

    private BalancerLimits limits() {
        BalancerLimits limits = BalancerLimits.DEFAULT.withoutSilence();
        return settings.kind() instanceof RunSettings.Bag bag ? limits.withRoom(Math.max(1, bag.roomBytes())) : limits;
    }

    private TaskRoom room() {
        return settings.kind() instanceof RunSettings.Bag bag
                ? new TaskRoom(bag.roomBytes(), shelf)
                : TaskRoom.unlimited();
    }
}
