package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * On which process each declared worker begins: those that may begin on the same processes are dealt to these in the order of
 * their numbers, by power. Computed, not stored, so that a million workers take no more room than one. Immutable; any thread.
 */
public final class InitialPlaces {
    private final List<Part> parts = new ArrayList<>(); // sorted by their first worker
    private final Map<List<Integer>, Deal> deals = new HashMap<>();

    /** Declared workers, and how many of those that are dealt together come before them. */
    private record Part(Declarations.Workers workers, Deal deal, long before) {}

    /** How workers that may begin on the same processes are dealt to these. */
    private static final class Deal {
        final int[] processes;
        final double[] shares; // the part of all up to and with each process
        long count;

        Deal(int[] processes, List<Double> powers) {
            this.processes = processes;
            this.shares = new double[processes.length];
            double sum = 0;
            for (int index = 0; index < processes.length; index++) {
                sum += powers.get(processes[index]);
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

    /**
     * Deals them.
     *
     * @param powers of the processes, by number
     */
    public InitialPlaces(Declarations declarations, List<Double> powers) {
        List<Declarations.Workers> sorted = new ArrayList<>(declarations.workers());
        sorted.sort(Comparator.comparingLong(Declarations.Workers::first));
        for (Declarations.Workers workers : sorted) {
            List<Integer> allowed = workers.rule().startOn().stream()
                    .filter(process -> process >= 0 && process < powers.size())
                    .distinct()
                    .sorted()
                    .toList();
            int[] processes = allowed.isEmpty()
                    ? IntStream.range(0, powers.size()).toArray()
                    : allowed.stream().mapToInt(Integer::intValue).toArray();
            Deal deal = deals.computeIfAbsent(allowed, any -> new Deal(processes, powers));
            parts.add(new Part(workers, deal, deal.count));
            deal.count += workers.count();
        }
    }

    /** Where a worker begins; null if it was not declared. */
    public @Nullable Place of(long worker) {
        Part part = partOf(worker);
        return part == null
                ? null
                : new Place(
                        part.deal()
                                .processOf(
                                        part.before() + worker - part.workers().first()),
                        0);
    }

    /** A worker with its rule, if it was declared and begins on this process; else null. */
    public Declarations.@Nullable Workers declaredOn(int process, long worker) {
        Part part = partOf(worker);
        if (part == null) {
            return null;
        }
        long position = part.before() + worker - part.workers().first();
        return part.deal().processOf(position) == process ? part.workers() : null;
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

    /** The workers that begin on a process, in the order of their numbers. */
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
        return found;
    }
}
