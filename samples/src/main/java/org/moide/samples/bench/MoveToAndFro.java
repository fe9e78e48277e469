package org.moide.samples.bench;

import java.util.List;
import java.util.function.Predicate;
import org.moide.balance.worker.strategy.MovableWorker;
import org.moide.balance.worker.strategy.WorkerDecision;
import org.moide.balance.worker.strategy.WorkerStrategy;
import org.moide.balance.worker.strategy.WorkerStrategySetup;
import org.moide.balance.worker.strategy.WorkerView;

/**
 * A strategy to measure the cost of moves: process 0 moves many workers at the same time to process 1, which later
 * moves them back at the same time, and so on. Its parameters:
 *
 * <pre>
 * count  the number of workers (50); if it is more than 64, the rest follow in the next step
 * every  seconds from one such move to the next (1)
 * </pre>
 */
public final class MoveToAndFro implements WorkerStrategy {
    private static final int HOME = 0;
    private static final int AWAY = 1;
    private static final int USUAL_COUNT = 50;
    private static final int MOST_COUNT = 256;
    private static final double LEAST_SECONDS = 0.001;
    private static final double MOST_SECONDS = 3600;

    private final int count;
    private final long everyNanos;
    private long nextNanos;
    private boolean begun;

    /** Creates the strategy, and reads its parameters from the setup. */
    public MoveToAndFro(WorkerStrategySetup setup) {
        count = (int) setup.parameters().number("count", USUAL_COUNT, 1, MOST_COUNT);
        everyNanos = setup.parameters().nanosOfSeconds("every", 1, LEAST_SECONDS, MOST_SECONDS);
    }

    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        boolean home = view.self() == HOME;
        if (!home && view.self() != AWAY) {
            return List.of();
        }
        long now = view.nowNanos();
        if (home) {
            if (!begun) {
                begun = true;
                nextNanos = now + everyNanos;
            }
            if (now < nextNanos) {
                return List.of();
            }
        }
        Predicate<MovableWorker> wanted =
                home ? worker -> !isAway(worker) : worker -> isAway(worker) && worker.hereNanos() >= everyNanos;
        List<MovableWorker> moving = view.movable().stream()
                .filter(wanted.and(worker -> worker.mayMoveTo(home ? AWAY : HOME)))
                .limit(count)
                .toList();
        if (moving.size() < count) {
            return List.of(); // some workers are moving, or have not handled a task yet
        }
        nextNanos = now + 2 * everyNanos;
        return moving.stream().map(worker -> move(worker, home)).toList();
    }

    private static boolean isAway(MovableWorker worker) {
        return worker.moves() % 2 == 1;
    }

    private static WorkerDecision move(MovableWorker worker, boolean home) {
        return new WorkerDecision.Move(worker.worker(), home ? AWAY : HOME, home ? "there" : "back");
    }
}
