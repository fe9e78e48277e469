package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;

/**
 * Chooses the places of a run's engines and divides the machines among them. The same candidates always give the same
 * result.
 *
 * <p>Engines on one machine share its processors, its power and 70% of its memory, whichever daemon started them.
 */
public final class Selection {
    /**
     * The fraction of a machine's memory that the heaps of its engines get together. The rest is for the system, for
     * what JVMs need outside of their heaps, and for other programs.
     */
    static final double MEMORY_FOR_ENGINES = 0.7;

    private Selection() {}

    /**
     * Chooses the places of a run's engines.
     *
     * @param own this JVM, if it gets engine 0; null if it only coordinates
     * @param others all other candidates, in the order in which the user named them
     * @param engines the number of all engines; 0 for one on each candidate
     * @param threads the number of compute threads of each engine; 0 for its slots, or else its share of the free
     *     processors
     * @param heapBytes each engine's heap; 0 for its share of the memory
     * @param topology the topology; engines with neighbouring numbers get near hosts
     * @param overcommit whether the run uses processors that other runs use
     * @return the assignments in the order of the engines' numbers, from 0
     * @throws NoHostsException if there are fewer candidates than engines, or none
     */
    public static List<Assignment> select(
            @Nullable Candidate own,
            List<Candidate> others,
            int engines,
            int threads,
            long heapBytes,
            Topology topology,
            boolean overcommit) {
        int all = others.size() + (own == null ? 0 : 1);
        if (all == 0) {
            throw new NoHostsException("expected at least one host to compute on, found none");
        }
        if (engines > all) {
            throw new NoHostsException("expected " + engines + " engines (--engines, --elastic), found only " + all
                    + " that can be used; name more hosts or ask for fewer");
        }
        FreeProcessors free = FreeProcessors.of(all(own, others), threads, overcommit);
        List<Candidate> open =
                others.stream().filter(host -> !free.isLeft(host)).toList();
        int wanted = engines == 0 ? open.size() + (own == null ? 0 : 1) : engines;
        List<Candidate> chosen = topology.nearTogether(chosen(own, open, others, wanted, free));
        int[] threadsOf = new int[chosen.size()];
        Map<String, Integer> onMachine = byMachine(chosen);
        Arrays.setAll(threadsOf, engine -> {
            Candidate candidate = chosen.get(engine);
            return threads(candidate, threads, onMachine.getOrDefault(candidate.machine(), 1), free);
        });
        return cut(chosen, threadsOf, heapBytes, free);
    }

    private static List<Candidate> all(@Nullable Candidate own, List<Candidate> others) {
        List<Candidate> all = new ArrayList<>(others);
        if (own != null) {
            all.add(0, own);
        }
        return all;
    }

    /**
     * Chooses places like {@link #select}, for engines of which each must have a given number of threads.
     *
     * @param threadsOf the number of compute threads of each engine, by the engine's number
     * @return the assignments; empty if there are fewer candidates than engines
     */
    public static List<Assignment> like(
            List<Integer> threadsOf,
            @Nullable Candidate own,
            List<Candidate> others,
            long heapBytes,
            Topology topology,
            boolean overcommit) {
        if (threadsOf.size() > others.size() + (own == null ? 0 : 1)) {
            return List.of();
        }
        FreeProcessors free = FreeProcessors.of(all(own, others), 0, overcommit);
        List<Candidate> chosen = topology.nearTogether(chosen(own, others, others, threadsOf.size(), free));
        return cut(chosen, threadsOf.stream().mapToInt(Integer::intValue).toArray(), heapBytes, free);
    }

    private static Map<String, Integer> byMachine(List<Candidate> candidates) {
        Map<String, Integer> engines = new HashMap<>();
        candidates.forEach(candidate -> engines.merge(candidate.machine(), 1, Integer::sum));
        return engines;
    }

    /**
     * Chooses a candidate for each engine, the best first. On a machine that has engines already, a further engine
     * counts only with its share of the machine.
     *
     * @param first the candidates that are chosen before any of {@code others}
     * @param own this JVM, if it gets engine 0; null if it only coordinates
     */
    private static List<Candidate> chosen(
            @Nullable Candidate own, List<Candidate> first, List<Candidate> others, int engines, FreeProcessors free) {
        List<Candidate> chosen = new ArrayList<>();
        if (own != null) {
            chosen.add(own);
        }
        Map<String, Integer> onMachine = byMachine(chosen);
        List<Candidate> open = new ArrayList<>(first);
        List<Candidate> last = new ArrayList<>(others);
        last.removeAll(first);
        while (chosen.size() < engines) {
            List<Candidate> from = open.isEmpty() ? last : open;
            Candidate best = best(from, onMachine, free);
            from.remove(best);
            onMachine.merge(best.machine(), 1, Integer::sum);
            chosen.add(best);
        }
        return chosen;
    }

    /**
     * Returns the candidate at which a further engine would have the greatest performance. Of equal candidates it
     * returns the first, so the user's order counts.
     */
    static Candidate best(List<Candidate> open, Map<String, Integer> onMachine, FreeProcessors free) {
        Candidate best = open.get(0);
        for (Candidate candidate : open) {
            if (promise(candidate, onMachine, free) > promise(best, onMachine, free)) {
                best = candidate;
            }
        }
        return best;
    }

    /**
     * Returns the performance that a further engine would have at a candidate.
     *
     * @param onMachine the number of engines of this run on each machine, by the machine's identity
     */
    static double promise(Candidate candidate, Map<String, Integer> onMachine, FreeProcessors free) {
        return free.performance(candidate) / (1 + onMachine.getOrDefault(candidate.machine(), 0));
    }

    private static List<Assignment> cut(List<Candidate> chosen, int[] threadsOf, long heapBytes, FreeProcessors free) {
        Map<String, Integer> engines = byMachine(chosen);
        Map<String, Integer> threadsOn = new HashMap<>();
        for (int i = 0; i < threadsOf.length; i++) {
            threadsOn.merge(chosen.get(i).machine(), threadsOf[i], Integer::sum);
        }
        double[] power = new double[chosen.size()];
        double[] performance = new double[chosen.size()];
        double sum = 0;
        for (int i = 0; i < power.length; i++) {
            Candidate candidate = chosen.get(i);
            int ours = threadsOn.getOrDefault(candidate.machine(), 1);
            int running = Math.max(candidate.processors(), ours);
            power[i] = candidate.power() * threadsOf[i] / running;
            performance[i] = power[i] * beside(candidate, ours, free) / workload(candidate.machine(), chosen);
            sum += performance[i];
        }
        List<Assignment> assignments = new ArrayList<>();
        for (int i = 0; i < power.length; i++) {
            Candidate candidate = chosen.get(i);
            int sharers = engines.getOrDefault(candidate.machine(), 1);
            long heap = heapBytes(heapBytes, candidate.memoryBytes(), sharers);
            assignments.add(
                    new Assignment(i, candidate, threadsOf[i], heap, power[i], performance[i], performance[i] / sum));
        }
        return assignments;
    }

    /**
     * Returns the fraction of their power that threads of this run have left when threads of other runs need processors
     * of the same machine.
     *
     * @param ours the number of threads of this run there
     */
    private static double beside(Candidate candidate, int ours, FreeProcessors free) {
        int all = ours + free.taken(candidate.machine());
        return (double) Math.max(candidate.processors(), ours) / Math.max(candidate.processors(), all);
    }

    /**
     * Returns the heap of each engine on a machine.
     *
     * @param asked the heap that the user wants; 0 for the engine's share of the memory
     */
    public static long heapBytes(long asked, long machineBytes, int engines) {
        return asked > 0 ? asked : (long) (machineBytes * MEMORY_FOR_ENGINES / engines);
    }

    /**
     * Returns notes for the user about machines, or containers, that have less memory than their engines' heaps need
     * together.
     */
    public static List<String> notes(List<Assignment> assignments) {
        Map<String, List<Assignment>> byMachine = new LinkedHashMap<>();
        assignments.forEach(one -> byMachine
                .computeIfAbsent(one.candidate().machine(), unseen -> new ArrayList<>())
                .add(one));
        List<String> notes = new ArrayList<>();
        for (List<Assignment> there : byMachine.values()) {
            Candidate host = there.get(0).candidate();
            long heaps = there.stream().mapToLong(Assignment::heapBytes).sum();
            if (heaps > host.memoryBytes()) {
                notes.add(host.host() + " has " + Figures.bytes(host.memoryBytes())
                        + " of memory, or its control group lets us"
                        + " have no more, and the heaps of " + Plural.of(there.size(), "engine") + " there may take "
                        + Figures.bytes(heaps) + ": the system kills what takes more; --engine-memory "
                        + (heapBytes(0, host.memoryBytes(), there.size()) >> 20) + "m leaves room");
            }
        }
        return notes;
    }

    /**
     * Returns how many engines with heaps of this size fit into the memory that {@link #MEMORY_FOR_ENGINES} leaves for
     * engines' heaps on a machine.
     */
    public static long mostEngines(long machineBytes, long heapBytes) {
        return (long) (machineBytes * MEMORY_FOR_ENGINES / heapBytes);
    }

    /**
     * Returns the workload of a machine by other programs. Each daemon on the machine counts the engines of the other
     * daemons as other programs, so the smallest workload that a daemon reports is the best estimate.
     */
    private static double workload(String machine, List<Candidate> candidates) {
        return candidates.stream()
                .filter(candidate -> candidate.machine().equals(machine))
                .mapToDouble(Candidate::workload)
                .min()
                .orElse(1);
    }

    /**
     * Returns the assignment of an engine that joins a running run.
     *
     * @param number the new engine's number
     * @param threads the number of the engine's compute threads; 0 for its slots, or else for the processors of its
     *     machine that are not used
     * @param heapBytes the engine's heap in bytes; 0 for its share of the memory
     * @param present the engines that the run has now, on all machines
     * @param free the processors that other runs leave of the hosts
     */
    public static Assignment another(
            int number,
            Candidate candidate,
            int threads,
            long heapBytes,
            List<Assignment> present,
            FreeProcessors free) {
        int threadsThere = threadsOn(candidate.machine(), present);
        int own = threads > 0 || candidate.slots() > 0
                ? threads(candidate, threads, 1, free)
                : Math.max(1, free.room(candidate) - threadsThere);
        int running = Math.max(candidate.processors(), threadsThere + own);
        double power = candidate.power() * own / running;
        double performance = power * beside(candidate, threadsThere + own, free) / candidate.workload();
        long heapThere = 0;
        double performanceOfAll = performance;
        for (Assignment other : present) {
            performanceOfAll += other.performance();
            heapThere += other.candidate().machine().equals(candidate.machine()) ? other.heapBytes() : 0;
        }
        long forEngines = (long) (candidate.memoryBytes() * MEMORY_FOR_ENGINES);
        // Applies when present engines have all memory, since heaps are seldom full.
        long least = forEngines / (present.size() + 1);
        long heap = heapBytes > 0 ? heapBytes : Math.max(least, forEngines - heapThere);
        return new Assignment(number, candidate, own, heap, power, performance, performance / performanceOfAll);
    }

    /** Returns the number of compute threads of all those engines that are on a machine. */
    public static int threadsOn(String machine, List<Assignment> engines) {
        return engines.stream()
                .filter(engine -> engine.candidate().machine().equals(machine))
                .mapToInt(Assignment::threads)
                .sum();
    }

    private static int threads(Candidate candidate, int asked, int enginesOnMachine, FreeProcessors free) {
        if (asked > 0) {
            return asked;
        }
        if (candidate.slots() > 0) {
            return candidate.slots();
        }
        return free.threads(candidate, enginesOnMachine);
    }
}
