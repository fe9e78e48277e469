package org.moide.balance.worker.simulation;

import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.balancer.BalanceLimits;
import org.moide.balance.worker.balancer.BalanceStep;
import org.moide.balance.worker.balancer.TableView;
import org.moide.balance.worker.balancer.WorkerBalancer;
import org.moide.commlib.sim.EventQueue;

/** The balancing of one member, stepped as an engine's control thread does it. */
final class SimulatedControl {
    private final EventQueue queue;
    private final WorkerTable table;
    private final TableView view;
    private final WorkerBalancer balancer;
    private final Parcels parcels;
    private long busyNanos;
    private long handledTasks;

    SimulatedControl(EventQueue queue, WorkerTable table, TableView view, WorkerBalancer balancer, Parcels parcels) {
        this.queue = queue;
        this.table = table;
        this.view = view;
        this.balancer = balancer;
        this.parcels = parcels;
    }

    /** Steps now and every while; others do so at other times. */
    void step() {
        BalanceStep wanted = balancer.step(view.load(busyNanos, handledTasks), view, queue.nanoTime());
        for (BalanceStep.Addressed letter : wanted.letters()) {
            parcels.add(letter.process(), letter.letter());
        }
        wanted.moves().forEach(move -> table.move(move.worker(), move.process()));
        parcels.flush();
        queue.after(BalanceLimits.DEFAULT.stepNanos(), "step", this::step);
    }

    void heard(BalanceLetter letter) {
        balancer.heard(letter, queue.nanoTime());
    }

    void workerCame(int from) {
        balancer.workerCame(from);
    }

    /** So many tasks were handled in so long a turn. */
    void turnEnded(int tasks, long nanos) {
        handledTasks += tasks;
        busyNanos += nanos;
    }
}
