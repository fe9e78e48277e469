package org.moide.balance.worker.balancer;

import java.util.List;
import org.moide.balance.worker.strategy.WorkerDecision;

/**
 * The result of one step of a process's balancer.
 *
 * @param letters the letters to send
 * @param moves the workers to move; a move of a worker that has ended or left meanwhile is ignored
 */
public record BalanceStep(List<Addressed> letters, List<WorkerDecision.Move> moves) {
    /** A letter, with the process to which it is sent. */
    public record Addressed(int process, BalanceLetter letter) {}

    public BalanceStep {
        letters = List.copyOf(letters);
        moves = List.copyOf(moves);
    }
}
