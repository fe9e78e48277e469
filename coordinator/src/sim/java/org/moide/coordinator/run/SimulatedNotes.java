package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.compute.TaskNotes;

/** What the compute threads of a simulated process run, to be read when it is dead. Used by the holder of the baton only. */
final class SimulatedNotes implements TaskNotes {
    private final Map<Integer, BegunTask> running = new TreeMap<>();

    @Override
    public void begins(int thread, PooledTask task) {
        begins(thread, task.account(), task.place());
    }

    @Override
    public void closes(int thread, LoanAccount account) {
        begins(thread, account, PooledTask.NO_PLACE);
    }

    private void begins(int thread, LoanAccount account, int place) {
        running.put(thread, new BegunTask(account.lender(), account.lentAs(), place, "without a name"));
    }

    @Override
    public void named(int thread, Object task) {
        running.computeIfPresent(
                thread, (same, begun) -> new BegunTask(begun.lender(), begun.loan(), begun.place(), task.toString()));
    }

    @Override
    public void handles(int thread, long worker, Object task) {}

    @Override
    public void ended(int thread) {
        running.remove(thread);
    }

    /** The process is about to end for a reason that no task has given. */
    void forget() {
        running.clear();
    }

    /** All of them. */
    List<BegunTask> begun() {
        return new ArrayList<>(running.values());
    }
}
