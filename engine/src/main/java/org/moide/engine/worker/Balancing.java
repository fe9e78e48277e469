package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.balancer.BalanceLimits;
import org.moide.balance.worker.balancer.BalanceStep;
import org.moide.balance.worker.balancer.LocalLoad;
import org.moide.balance.worker.balancer.ProcessPower;
import org.moide.balance.worker.balancer.TableView;
import org.moide.balance.worker.balancer.WorkerBalancer;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerStrategies;

/**
 * The balancing of an engine's workers: shows the balancer what is here, and does what that decides. The control thread's, but for
 * {@link #load}, {@link #why} and {@link #queuedTasks}, which any may ask.
 */
final class Balancing {
    private final WorkerPorts ports;
    private final WorkerTable table;
    private final Supplier<WorkDone.Figures> figures;
    private final Sender sender;
    private final BalanceLimits limits = BalanceLimits.DEFAULT;
    private final WorkerBalancer balancer;
    private final TableView view;
    private final Map<Long, String> reasons = new ConcurrentHashMap<>();
    private final double[] told; // written by one thread; a load that is read late does no harm
    private volatile long queuedTasks;
    private long nextNanos;

    /** Sends a letter to an engine. */
    @FunctionalInterface
    interface Sender {
        void send(int engine, Object message);
    }

    Balancing(
            WorkerPorts ports,
            WorkerTable table,
            Declarations declarations,
            @Nullable ClassLoader classes,
            Outbounds outbounds,
            Supplier<WorkDone.Figures> figures,
            Sender sender) {
        this.ports = ports;
        this.table = table;
        this.view = new TableView(table, declarations, limits);
        this.figures = figures;
        this.sender = sender;
        this.told = new double[ports.engines()];
        this.nextNanos = ports.ticker().nanoTime();
        List<ProcessPower> powers = new ArrayList<>();
        for (int engine = 0; engine < ports.engines(); engine++) {
            int threads = ports.registration().engines().get(engine).threads();
            powers.add(new ProcessPower(threads, ports.powers().get(engine) / threads));
        }
        this.balancer = new WorkerBalancer(
                ports.engine(),
                powers,
                WorkerStrategies.make(
                        ports.settings().strategy(),
                        ports.engine(),
                        new SplittableRandom(ports.settings().seed() + ports.engine()),
                        classes),
                new Activity(powers.get(ports.engine()).threads(), nextNanos),
                (bytes, engine) -> outbounds.nanos(engine, bytes),
                limits,
                nextNanos);
    }

    /** Does what is due; when it wants to be called again at the latest. */
    long step(long now) {
        if (now < nextNanos) {
            return nextNanos;
        }
        nextNanos = now + limits.stepNanos();
        WorkDone.Figures done = figures.get();
        LocalLoad load = view.load(done.busyNanos(), done.handledTasks());
        queuedTasks = load.queuedTasks();
        told[ports.engine()] = load.activeWorkers();
        if (ports.engines() == 1) {
            return nextNanos;
        }
        BalanceStep wanted = balancer.step(load, view, now);
        for (BalanceStep.Addressed letter : wanted.letters()) {
            sender.send(letter.process(), letter.letter());
        }
        wanted.moves().forEach(move -> {
            reasons.put(move.worker(), move.reason());
            if (!table.move(move.worker(), move.process())) {
                reasons.remove(move.worker());
            }
        });
        return nextNanos;
    }

    void heard(BalanceLetter letter, long now) {
        WorkerLoad load = letter.load();
        balancer.heard(letter, now);
        told[load.process()] = load.activeWorkers();
    }

    void came(int engine) {
        balancer.workerCame(engine);
    }

    /** An engine's active workers for each thread, as it told last. */
    double load(int engine) {
        return told[engine] / ports.registration().engines().get(engine).threads();
    }

    /** Why a worker was moved. */
    String why(long worker) {
        String reason = reasons.remove(worker);
        return reason == null ? ports.settings().strategy().name() : reason;
    }

    long queuedTasks() {
        return queuedTasks;
    }
}
