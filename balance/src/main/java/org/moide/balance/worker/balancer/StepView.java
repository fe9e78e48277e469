package org.moide.balance.worker.balancer;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.MovableWorker;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerView;

/** A worker strategy's view of its process and the others, in one step of the balancer. */
record StepView(
        long nowNanos,
        int self,
        List<ProcessPower> powers,
        Set<Integer> gone,
        WorkerLoad own,
        ProcessLoad ownLoad,
        Activity activity,
        List<MovableWorker> movable,
        Set<Integer> neighbourProcesses,
        KnownLoads known,
        AskedQuestions ours,
        OpenQuestions theirs,
        MoveCost cost)
        implements WorkerView {
    @Override
    public int processes() {
        return powers.size();
    }

    @Override
    public boolean isThere(int process) {
        return process >= 0 && process < powers.size() && !gone.contains(process);
    }

    @Override
    public int threads(int process) {
        return powers.get(process).threads();
    }

    @Override
    public double power(int process) {
        return powers.get(process).power();
    }

    @Override
    public long idleNanos() {
        return activity.idleNanos(nowNanos);
    }

    @Override
    public double averageActivity(long overNanos) {
        return activity.average(nowNanos, overNanos);
    }

    @Override
    public double demandOf(MovableWorker worker) {
        return ownLoad.demand(worker.busyNanos(), worker.queuedTasks());
    }

    @Override
    public @Nullable WorkerLoad load(int process) {
        if (process == self) {
            return own;
        }
        return isThere(process) ? known.load(process, nowNanos) : null;
    }

    @Override
    public Collection<Question> questions() {
        return theirs.all(false, nowNanos);
    }

    @Override
    public Collection<Question> offers() {
        return theirs.all(true, nowNanos);
    }

    @Override
    public Asked asked(int process) {
        return ours.state(process, nowNanos);
    }

    @Override
    public long moveNanos(long stateBytes, int process) {
        return cost.nanos(stateBytes, process);
    }
}
