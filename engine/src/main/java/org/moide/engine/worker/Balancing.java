package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.balancer.BalanceLimits;
import org.moide.balance.worker.balancer.BalanceStep;
import org.moide.balance.worker.balancer.FirstShare;
import org.moide.balance.worker.balancer.LocalLoad;
import org.moide.balance.worker.balancer.ProcessPower;
import org.moide.balance.worker.balancer.TableView;
import org.moide.balance.worker.balancer.WorkerBalancer;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.engine.control.ProcessNumber;

/**
 * Connects the balancing strategy with an engine's workers: it shows the balancer the engine's workers, and carries out
 * its decisions. Used by the control thread, except {@link #load}, {@link #why} and {@link #queuedTasks}, which any
 * thread may call.
 */
final class Balancing {
    /** Placeholder in {@code powers} for a process that had left before this engine joined. Its value is never read. */
    private static final ProcessPower HAS_LEFT = new ProcessPower(1, 1);

    private final WorkerPorts ports;
    private final WorkerTable table;
    private final Supplier<WorkDone.Figures> figures;
    private final Sender sender;
    private final BalanceLimits limits = BalanceLimits.DEFAULT;
    private final WorkerBalancer balancer;
    private final TableView view;
    private final Map<Long, String> reasons = new ConcurrentHashMap<>();
    /**
     * The load of each engine as it was last reported: the number of active workers for each thread. Only the control
     * thread writes it; a stale value does no harm.
     */
    private volatile double[] told;

    private final List<ProcessPower> powers = new ArrayList<>();
    private final Set<Integer> leaving = new HashSet<>();
    private final FirstShare share;
    private volatile long queuedTasks;
    private long nextNanos;

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
        this.told = new double[ports.processes().last().value() + 1];
        this.nextNanos = ports.around().ticker().nanoTime();
        for (int process = 0; process < told.length; process++) {
            boolean isThere = ports.processes().engineOf(new ProcessNumber(process)) != null;
            powers.add(isThere ? ports.power(process) : HAS_LEFT);
            if (!isThere) {
                leaving.add(process);
            }
        }
        this.share =
                new FirstShare(table, WorkerStrategies.balances(ports.settings().strategy()));
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
        balancer.leave(leaving);
    }

    /**
     * Takes the next balancing step if its time has come: notes this engine's load, and sends the letters and begins
     * the moves of workers that the strategy wants.
     *
     * @return the time by which this method must be called again
     */
    long step(long now) {
        if (now < nextNanos) {
            return nextNanos;
        }
        nextNanos = now + limits.stepNanos();
        WorkDone.Figures done = figures.get();
        LocalLoad load = view.load(done.busyNanos(), done.handledTasks());
        queuedTasks = load.queuedTasks();
        tell(ports.engine(), load.activeWorkers());
        if (powers.size() == 1 || leaving.contains(ports.engine())) {
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
        share.step();
        return nextNanos;
    }

    private void tell(int engine, long activeWorkers) {
        told[engine] = (double) activeWorkers / powers.get(engine).threads();
    }

    /**
     * Takes a balancing letter of another engine. Ignores a letter from or about an engine that this one does not know
     * yet; lost letters do no harm.
     */
    void heard(BalanceLetter letter, long now) {
        if (balancer.isAmongThose(letter)) {
            WorkerLoad load = letter.load();
            balancer.heard(letter, now);
            tell(load.process(), load.activeWorkers());
        }
    }

    void came(int engine) {
        if (engine < powers.size()) {
            balancer.workerCame(engine);
        }
    }

    /**
     * Adds an engine that has joined. It gets its share of the workers that do not move, and the strategy includes it.
     */
    void joined(int threads, double power) {
        int engine = powers.size();
        powers.add(new ProcessPower(threads, power / threads));
        told = Arrays.copyOf(told, powers.size());
        balancer.joins(powers.get(engine));
        double all = table.crew().staying().stream().mapToDouble(this::power).sum();
        share.joined(engine, power / all);
    }

    /** Excludes an engine that is leaving from the balancing. */
    void leaves(int engine) {
        leaving.add(engine);
        balancer.leave(Set.of(engine));
    }

    /** Returns the power of an engine, summed over its threads. */
    double power(int engine) {
        return powers.get(engine).threads() * powers.get(engine).power();
    }

    /** Returns an engine's number of active workers for each thread, as it reported them last. */
    double load(int engine) {
        double[] now = told;
        return engine < now.length ? now[engine] : 0;
    }

    /** Returns the reason for which a worker was moved, and forgets it. */
    String why(long worker) {
        String reason = reasons.remove(worker);
        return reason == null ? ports.settings().strategy().name() : reason;
    }

    long queuedTasks() {
        return queuedTasks;
    }
}
