package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A worker strategy's view with figures that the test sets. It is the view of process 0; each process has one thread of
 * power 1. A worker's demand is its busy time in seconds.
 */
final class WorkersView implements WorkerView {
    static final long MILLI = 1_000_000;

    final int processes;
    long nowNanos;
    long idleNanos;
    double activity;
    double ownDemand;
    long active = 2;
    long moveNanos = MILLI;
    final Map<Integer, Double> powers = new HashMap<>();
    final List<MovableWorker> movable = new ArrayList<>();
    final Map<Integer, WorkerLoad> loads = new HashMap<>();
    final Set<Integer> neighbourProcesses = new HashSet<>();
    final List<Question> questions = new ArrayList<>();
    final List<Question> offers = new ArrayList<>();
    final Map<Integer, Asked> asked = new HashMap<>();

    WorkersView(int processes) {
        this.processes = processes;
    }

    /** Adds to the view a worker that may move to these processes. */
    WorkersView with(long worker, double demand, int... targets) {
        List<MovableWorker.Target> all = new ArrayList<>();
        for (int target : targets) {
            all.add(new MovableWorker.Target(target, 1, false));
        }
        return with(worker, demand, all);
    }

    WorkersView with(long worker, double demand, List<MovableWorker.Target> targets) {
        movable.add(new MovableWorker(worker, 1, (long) (demand * 1e9), 100, 0, 0, 1, targets));
        return this;
    }

    WorkersView load(int process, double demand) {
        loads.put(process, loadOf(process, demand));
        return this;
    }

    WorkersView asking(int process, double demand) {
        questions.add(new Question(loadOf(process, demand), 0));
        return load(process, demand);
    }

    WorkersView offering(int process, double demand) {
        offers.add(new Question(loadOf(process, demand), 0));
        return load(process, demand);
    }

    static WorkerLoad loadOf(int process, double demand) {
        return new WorkerLoad(process, 1, 1, 1, 0, Math.min(1, demand), demand, 0);
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public int self() {
        return 0;
    }

    @Override
    public int processes() {
        return processes;
    }

    @Override
    public int threads(int process) {
        return 1;
    }

    @Override
    public double power(int process) {
        return powers.getOrDefault(process, 1.0);
    }

    @Override
    public WorkerLoad own() {
        return new WorkerLoad(0, 1, movable.size(), active, 0, activity, ownDemand, 0);
    }

    @Override
    public long idleNanos() {
        return idleNanos;
    }

    @Override
    public double averageActivity(long overNanos) {
        return activity;
    }

    @Override
    public List<MovableWorker> movable() {
        return movable;
    }

    @Override
    public double demandOf(MovableWorker worker) {
        return worker.busyNanos() / 1e9;
    }

    @Override
    public @Nullable WorkerLoad load(int process) {
        return process == 0 ? own() : loads.get(process);
    }

    @Override
    public Set<Integer> neighbourProcesses() {
        return neighbourProcesses;
    }

    @Override
    public Collection<Question> questions() {
        return questions;
    }

    @Override
    public Collection<Question> offers() {
        return offers;
    }

    @Override
    public Asked asked(int process) {
        return asked.getOrDefault(process, Asked.NEVER);
    }

    @Override
    public long moveNanos(long stateBytes, int process) {
        return moveNanos;
    }
}
