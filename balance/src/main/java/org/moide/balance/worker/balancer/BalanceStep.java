package org.moide.balance.worker.balancer;

import java.util.List;
import org.moide.balance.worker.strategy.WorkerDecision;

/**
 * The orders of one step of a process's balancer.
 *
 * @param letters what others are to be told
 * @param moves which workers are to move; one that has ended or left meanwhile is to be passed over
 */
public record BalanceStep(List<Addressed> letters, List<WorkerDecision.Move> moves) {
    /** A letter and the process that it is for. */
    public record Addressed(int process, BalanceLetter letter) {}

    public BalanceStep {
        letters = List.copyOf(letters);
        moves = List.copyOf(moves);
    }
}
