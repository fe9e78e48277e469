package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.strategy.MovePermits;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.port.FixedOrder;

/**
 * A formula for the process on which each declared worker begins: workers that may begin on the same processes are
 * distributed over them by number and power. Places are computed and not stored, so a million declared workers need no
 * more memory here than one. Immutable, for any thread.
 */
public final class InitialPlaces {
    private final List<Part> parts; // sorted by their first worker
    private final List<Integer> processes;
    private final WorkerRule.Fitness fitness;
    private final List<Left> left;

    /** A process that has left, with the formula for the workers that would have begun on it. */
    private record Left(int process, InitialPlaces heirs) {}

    /**
     * A range of declared workers with one rule for where they begin.
     *
     * @param before the number of workers in earlier ranges that are distributed over the same processes
     */
    private record Part(Declarations.Workers workers, Deal deal, long before) {}

    /** The distribution, by number and power, of workers that may begin on the same processes. */
    private static final class Deal {
        final int[] processes;
        final double[] shares; // share of the total power up to and including each process
        long count;

        Deal(int[] processes, IntToDoubleFunction powers) {
            this.processes = processes;
            this.shares = new double[processes.length];
            double sum = 0;
            for (int index = 0; index < processes.length; index++) {
                sum += powers.applyAsDouble(processes[index]);
                shares[index] = sum;
            }
            for (int index = 0; index < processes.length; index++) {
                shares[index] /= sum;
            }
        }

        int processOf(long position) {
            int low = 0;
            int high = processes.length - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (position < end(middle)) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return processes[low];
        }

        long end(int index) {
            return index == processes.length - 1 ? count : Math.round(shares[index] * count);
        }

        int indexOf(int process) {
            return Arrays.binarySearch(processes, process);
        }
    }

    /** The parts of a rule that decide where a worker begins. */
    private record Start(List<Integer> named, WorkerRule.@Nullable Needs needs, Map<Integer, Double> weights) {
        static Start of(WorkerRule rule) {
            return new Start(rule.startOn(), rule.needs(), rule.weights());
        }
    }

    /** Creates the formula for workers whose rules need nothing of their processes. */
    public InitialPlaces(Declarations declarations, List<Double> powers) {
        this(declarations, powers, WorkerRule.Fitness.ALL);
    }

    /**
     * Creates the formula.
     *
     * @param powers the processes' powers, by number
     * @param fitness tells which processes have what workers need
     */
    public InitialPlaces(Declarations declarations, List<Double> powers, WorkerRule.Fitness fitness) {
        this(
                parts(
                        declarations.workers(),
                        IntStream.range(0, powers.size()).boxed().toList(),
                        powers::get,
                        fitness),
                IntStream.range(0, powers.size()).boxed().toList(),
                fitness,
                List.of());
    }

    private InitialPlaces(List<Part> parts, List<Integer> processes, WorkerRule.Fitness fitness, List<Left> left) {
        this.parts = parts;
        this.processes = processes;
        this.fitness = fitness;
        this.left = left;
    }

    private static List<Part> parts(
            List<Declarations.Workers> declared,
            List<Integer> processes,
            IntToDoubleFunction powers,
            WorkerRule.Fitness fitness) {
        List<Part> parts = new ArrayList<>();
        Map<Start, Deal> byStart = new HashMap<>();
        Map<List<Integer>, Deal> deals = new HashMap<>();
        List<Declarations.Workers> sorted = new ArrayList<>(declared);
        sorted.sort(Comparator.comparingLong(Declarations.Workers::first));
        for (Declarations.Workers workers : sorted) {
            Deal deal = byStart.computeIfAbsent(
                    Start.of(workers.rule()),
                    any -> deals.computeIfAbsent(
                            MovePermits.startProcesses(workers.rule(), processes, fitness),
                            allowed -> new Deal(
                                    allowed.stream().mapToInt(Integer::intValue).toArray(), powers)));
            parts.add(new Part(workers, deal, deal.count));
            deal.count += workers.count();
        }
        return parts;
    }

    /**
     * Returns the places after a process has left: the workers that would have begun on it are distributed over the
     * processes that {@code departure} names as its heirs.
     */
    public InitialPlaces without(Departure departure) {
        Map<Integer, Double> powers = new HashMap<>();
        for (int index = 0; index < departure.heirs().size(); index++) {
            powers.put(departure.heirs().get(index), departure.powers().get(index));
        }
        InitialPlaces heirs = new InitialPlaces(
                parts(on(departure.process()), departure.heirs(), heir -> powers.getOrDefault(heir, 1.0), fitness),
                departure.heirs(),
                fitness,
                List.of());
        List<Left> all = new ArrayList<>(left);
        all.add(new Left(departure.process(), heirs));
        return new InitialPlaces(parts, processes, fitness, List.copyOf(all));
    }

    Set<Integer> left() {
        return FixedOrder.copyOf(left.stream().map(Left::process).toList());
    }

    /** Returns the numbers of the processes over which declared workers were distributed. */
    List<Integer> processes() {
        return processes;
    }

    /** Returns the processes on which a worker of this rule begins, by number; at least one. */
    List<Integer> startProcesses(WorkerRule rule) {
        return MovePermits.startProcesses(rule, processes, fitness);
    }

    WorkerRule.Fitness fitness() {
        return fitness;
    }

    /** Returns the place where a worker begins; null if it was not declared. */
    public @Nullable WorkerPlace of(long worker) {
        Part part = partOf(worker);
        return part == null ? null : new WorkerPlace(processOf(part, worker), 0);
    }

    private int processOf(Part part, long worker) {
        int process =
                part.deal().processOf(part.before() + worker - part.workers().first());
        for (Left gone : left) {
            WorkerPlace heir = gone.process() == process ? gone.heirs().of(worker) : null;
            process = heir == null ? process : heir.process();
        }
        return process;
    }

    /** Returns the declared range to which a worker belongs, if the worker begins on this process; otherwise null. */
    public Declarations.@Nullable Workers declaredOn(int process, long worker) {
        Part part = partOf(worker);
        return part != null && processOf(part, worker) == process ? part.workers() : null;
    }

    private @Nullable Part partOf(long worker) {
        int low = 0;
        int high = parts.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Declarations.Workers workers = parts.get(middle).workers();
            if (worker < workers.first()) {
                high = middle - 1;
            } else if (worker >= workers.end()) {
                low = middle + 1;
            } else {
                return parts.get(middle);
            }
        }
        return null;
    }

    /** Returns the ranges of declared workers that begin on a process. */
    public List<Declarations.Workers> on(int process) {
        List<Declarations.Workers> found = new ArrayList<>();
        for (Part part : parts) {
            Deal deal = part.deal();
            int index = deal.indexOf(process);
            if (index >= 0) {
                long from = Math.max(part.before(), index == 0 ? 0 : deal.end(index - 1));
                long end = Math.min(part.before() + part.workers().count(), deal.end(index));
                if (from < end) {
                    long first = part.workers().first() + from - part.before();
                    found.add(new Declarations.Workers(
                            first, end - from, part.workers().rule()));
                }
            }
        }
        for (Left gone : left) {
            if (gone.process() == process) {
                found.clear();
            }
            found.addAll(gone.heirs().on(process));
        }
        return found;
    }
}
