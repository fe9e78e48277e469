package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.moide.balance.worker.strategy.MovableWorker;
import org.moide.balance.worker.strategy.WorkerDecision;
import org.moide.balance.worker.strategy.WorkerStrategy;
import org.moide.balance.worker.strategy.WorkerStrategySetup;
import org.moide.balance.worker.strategy.WorkerView;

/**
 * A strategy to measure the cost of moves: at regular intervals, each process moves a random worker to a random
 * process. Its parameters:
 *
 * <pre>
 * every  seconds from one move of a process to its next (0.02)
 * most   the greatest number of moves of a process in the whole run (250)
 * </pre>
 */
public final class MoveAtRandom implements WorkerStrategy {
    private static final double USUAL_SECONDS = 0.02;
    private static final double LEAST_SECONDS = 0.001;
    private static final double MOST_SECONDS = 3600;
    private static final int USUAL_MOST = 250;

    private final RandomGenerator random;
    private final long everyNanos;
    private long left;
    private long nextNanos;
    private boolean begun;

    /** Creates the strategy, and reads its parameters from the setup. */
    public MoveAtRandom(WorkerStrategySetup setup) {
        random = setup.random();
        everyNanos = setup.parameters().nanosOfSeconds("every", USUAL_SECONDS, LEAST_SECONDS, MOST_SECONDS);
        left = setup.parameters().number("most", USUAL_MOST);
    }

    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        if (!begun) {
            begun = true;
            nextNanos = view.nowNanos() + everyNanos;
        }
        List<MovableWorker> movable = new ArrayList<>(view.movable());
        List<WorkerDecision> moves = new ArrayList<>();
        while (left > 0 && view.nowNanos() >= nextNanos && !movable.isEmpty()) {
            MovableWorker drawn = movable.remove(random.nextInt(movable.size()));
            if (!drawn.targets().isEmpty()) {
                int to = drawn.targets()
                        .get(random.nextInt(drawn.targets().size()))
                        .process();
                moves.add(new WorkerDecision.Move(drawn.worker(), to, "at random"));
                left--;
                nextNanos += everyNanos;
            }
        }
        return moves;
    }
}
