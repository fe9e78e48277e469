package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.compute.TaskNotes;

/**
 * Notes which tasks the compute threads of a simulated process are executing. When the process has died, the notes tell
 * which these were. Used by one simulated thread at a time.
 */
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

    /** Removes all notes, because the process ends for a reason that has nothing to do with its tasks. */
    void forget() {
        running.clear();
    }

    /** Returns the tasks that were being executed when the process died. */
    List<BegunTask> begun() {
        return new ArrayList<>(running.values());
    }
}
