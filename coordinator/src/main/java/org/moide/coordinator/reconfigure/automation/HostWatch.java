package org.moide.coordinator.reconfigure.automation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.reconfigure.EpochTable;
import org.moide.monitor.HostUse;

/**
 * Observes the places where a run's engines are or could be: for how long each has been idle, or busy with work of
 * other programs. The limits for idle and busy differ, so that a host does not oscillate between them. Not thread-safe.
 */
final class HostWatch {
    /**
     * The difference between the workload up to which a host counts as idle and the workload from which on it counts as
     * busy.
     */
    static final double GAP = 0.25;

    /**
     * The time for which a host is avoided after an engine left it or could not be started there. It doubles each time.
     */
    static final long AWAY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int MOST_STRIKES = 5;

    /** The load per processor above which no processor of a machine counts as free. */
    private static final double SATURATED = 0.9;

    private final double idleWorkload;
    private final Map<String, HostSight> sights = new LinkedHashMap<>();
    private final Map<String, Double> workloads = new HashMap<>();
    private final ConditionTimer<String> idle = new ConditionTimer<>();
    private final ConditionTimer<String> busy = new ConditionTimer<>();
    private final Map<String, HostUse> usedBefore = new HashMap<>(); // when the place became busy
    private final Map<String, Long> notBefore = new HashMap<>();
    private final Map<String, Integer> strikes = new HashMap<>();
    private final Set<String> forbidden = new HashSet<>();

    HostWatch(double idleWorkload) {
        this.idleWorkload = idleWorkload;
    }

    /**
     * Replaces all reports of places by these.
     *
     * @param engines the engines of the run
     */
    void see(List<HostSight> now, List<EngineStatus> engines, long nowNanos) {
        sights.clear();
        now.forEach(sight -> sights.put(sight.daemon(), sight));
        workloads.clear();
        for (HostSight sight : now) {
            double workload = workload(sight, engines);
            workloads.put(sight.daemon(), workload);
            idle.see(
                    sight.daemon(),
                    workload <= idleWorkload && takenOn(sight.machine()) < sight.processors(),
                    nowNanos);
            boolean isBusy = workload >= idleWorkload + GAP;
            busy.see(sight.daemon(), isBusy, nowNanos);
            if (isBusy) {
                usedBefore.putIfAbsent(sight.daemon(), sight.use());
            } else {
                usedBefore.remove(sight.daemon());
            }
        }
        idle.keepOnly(sights.keySet());
        busy.keepOnly(sights.keySet());
        usedBefore.keySet().retainAll(sights.keySet());
    }

    /**
     * Returns the workload of a machine by other programs. If all processors are used, all threads of this run's
     * engines count instead of their measured load.
     */
    private double workload(HostSight of, List<EngineStatus> engines) {
        double others = byOthers(of, engines, seer -> seer.load() - seer.ourLoad(), HostSight::ourLoad);
        return 1 + others / of.machineProcessors();
    }

    /**
     * Returns what other programs do on a machine: what a place takes for other programs' work, minus what the other
     * places there report of this run. Of several places' answers, the least counts.
     *
     * @param engines the engines whose threads all count if all processors are used
     */
    private double byOthers(
            HostSight of,
            List<EngineStatus> engines,
            ToDoubleFunction<HostSight> foreign,
            ToDoubleFunction<HostSight> own) {
        double least = Double.POSITIVE_INFINITY;
        for (HostSight seer : sights.values()) {
            if (!seer.machine().equals(of.machine())) {
                continue;
            }
            boolean saturated = seer.load() >= SATURATED * seer.machineProcessors();
            double others = foreign.applyAsDouble(seer);
            for (HostSight there : sights.values()) {
                if (there.machine().equals(of.machine()) && !there.daemon().equals(seer.daemon())) {
                    int threads = saturated ? threadsAt(there.daemon(), engines) : 0;
                    others -= Math.max(own.applyAsDouble(there), threads);
                }
            }
            least = Math.min(least, others);
        }
        return Math.max(0, least);
    }

    /**
     * Returns the mean of a kind of use of a place since it has been busy, in processors; not a number if it is not
     * known.
     */
    private double mean(HostSight sight, ToDoubleFunction<HostUse> kind) {
        HostUse before = usedBefore.get(sight.daemon());
        HostUse now = sight.use();
        return before == null || before.seconds() == 0 || !(now.seconds() > before.seconds())
                ? Double.NaN
                : (kind.applyAsDouble(now) - kind.applyAsDouble(before)) / (now.seconds() - before.seconds());
    }

    /** Returns how many processors other programs have used since a place has been busy; not a number if unknown. */
    private double usedByOthers(HostSight there) {
        return byOthers(there, List.of(), seer -> mean(seer, HostUse::others), other -> mean(other, HostUse::ours));
    }

    /**
     * Returns how many threads other runs have on a machine. If there are several places on the machine, each reports
     * other runs, so their numbers are added.
     */
    private int takenOn(String machine) {
        return sights.values().stream()
                .filter(sight -> sight.machine().equals(machine))
                .mapToInt(HostSight::taken)
                .sum();
    }

    private static int threadsAt(String daemon, List<EngineStatus> engines) {
        return engines.stream()
                .filter(engine -> engine.isActive() && engine.daemon().equals(daemon))
                .mapToInt(EngineStatus::threads)
                .sum();
    }

    /**
     * Returns how many threads this run's engines have on a machine.
     *
     * @param leaving the number of an engine whose threads are not counted, or {@link EpochTable#NOBODY}
     */
    private int threadsOn(String machine, List<EngineStatus> engines, int leaving) {
        List<EngineStatus> staying =
                engines.stream().filter(engine -> engine.seat() != leaving).toList();
        return sights.values().stream()
                .filter(sight -> sight.machine().equals(machine))
                .mapToInt(sight -> threadsAt(sight.daemon(), staying))
                .sum();
    }

    /** Returns the workload of a place by other programs. If it is unknown, returns 1, the workload of an idle host. */
    double workload(String daemon) {
        return workloads.getOrDefault(daemon, 1.0);
    }

    boolean isBusy(String daemon, long holdNanos, long nowNanos) {
        return busy.is(daemon, holdNanos, nowNanos);
    }

    /** Returns for how long a place has been busy with work of other programs. */
    long busyNanos(String daemon, long nowNanos) {
        return busy.heldNanos(daemon, nowNanos);
    }

    /** Returns the fraction of its full speed that an engine reaches, considering all other threads on its machine. */
    double part(EngineStatus engine, List<EngineStatus> engines) {
        HostSight there = sights.get(engine.daemon());
        if (there == null) {
            return 1;
        }
        int ours = ours(there, engines);
        double fair = there.machineProcessors() / (wantedByOthers(there, engines) + ours);
        double left = (there.machineProcessors() - usedByOthers(there)) / ours;
        // More than its fair part is left to it where others have a lower priority.
        return Math.min(1, left > fair ? left : fair);
    }

    /**
     * Returns the fraction of the processors of an engine's machine that other programs have used since the machine has
     * been busy.
     */
    double othersPart(EngineStatus engine, List<EngineStatus> engines) {
        HostSight there = sights.get(engine.daemon());
        if (there == null) {
            return 0;
        }
        double used = usedByOthers(there);
        double wanted = wantedByOthers(there, engines);
        int processors = there.machineProcessors();
        return Double.isNaN(used)
                ? wanted / Math.max(processors, wanted + ours(there, engines))
                : Math.min(1, used / processors);
    }

    /**
     * Returns how many processors other programs would use on a machine: the mean since it has been busy, or the
     * smoothed figure of the last report.
     */
    private double wantedByOthers(HostSight there, List<EngineStatus> engines) {
        double mean =
                byOthers(there, engines, seer -> mean(seer, HostUse::wanted), other -> mean(other, HostUse::ours));
        return Double.isNaN(mean) ? (workload(there.daemon()) - 1) * there.machineProcessors() : mean;
    }

    /** Returns how many threads this run and other runs have on a machine. */
    private int ours(HostSight there, List<EngineStatus> engines) {
        return takenOn(there.machine()) + threadsOn(there.machine(), engines, EpochTable.NOBODY);
    }

    /**
     * A place for an additional engine.
     *
     * @param power the engine's expected power there beside other programs
     * @param elsewhere whether the place is on another machine than the engine that is to be replaced
     */
    record Target(HostSight sight, double power, boolean elsewhere) {
        private static final Comparator<Target> BY_WORTH =
                Comparator.comparing(Target::elsewhere).thenComparingDouble(Target::power);
    }

    /**
     * Returns the best place for an additional engine; null if none is suitable. It must have been idle for
     * {@code holdNanos}, have no engine of the run and have free processors. If an engine is to be replaced, places on
     * other machines are preferred, since its own machine may be the reason for its slowness.
     *
     * @param local whether the run's engines are on the coordinator's machine, which may have several
     * @param threads the number of threads of the new engine; 0 for what suits the place
     * @param leaving the number of the engine that is to be replaced, or {@link EpochTable#NOBODY}
     */
    @Nullable
    Target best(boolean local, int threads, int leaving, List<EngineStatus> engines, long holdNanos, long nowNanos) {
        String left = machineOf(leaving, engines);
        return sights.values().stream()
                .filter(sight -> local == (sight.address() == null)
                        && idle.is(sight.daemon(), holdNanos, nowNanos)
                        && !forbidden.contains(sight.daemon())
                        && nowNanos >= notBefore.getOrDefault(sight.daemon(), nowNanos)
                        && (local || threadsAt(sight.daemon(), engines) == 0))
                .map(sight -> new Target(
                        sight,
                        power(sight, threads, threadsOn(sight.machine(), engines, leaving)),
                        !sight.machine().equals(left)))
                .filter(target -> target.power() > 0)
                // Of equal places, the first.
                .reduce((one, other) -> Target.BY_WORTH.compare(other, one) > 0 ? other : one)
                .orElse(null);
    }

    private String machineOf(int seat, List<EngineStatus> engines) {
        return engines.stream()
                .filter(engine -> engine.seat() == seat)
                .map(engine -> sights.get(engine.daemon()))
                .filter(Objects::nonNull)
                .map(HostSight::machine)
                .findFirst()
                .orElse("");
    }

    private double power(HostSight sight, int wanted, int there) {
        int taken = takenOn(sight.machine());
        int left = sight.processors() - there - taken;
        int asked = wanted > 0 ? wanted : sight.threads();
        int threads = asked > 0 ? asked : Math.max(1, left);
        if (there + taken > 0 && threads > left) {
            return 0; // its processors are used by this run or by others
        }
        return sight.power()
                * threads
                / Math.max(sight.processors(), there + taken + threads)
                / workload(sight.daemon());
    }

    /**
     * Excludes a place for the rest of the run, because the user or the daemon's owner does not want an engine there.
     */
    void forbid(String daemon) {
        forbidden.add(daemon);
    }

    /** Avoids a place for a while, because an engine left it or could not be started there. */
    void avoid(String daemon, long nowNanos) {
        int before = Math.min(MOST_STRIKES, strikes.merge(daemon, 1, Integer::sum) - 1);
        notBefore.put(daemon, nowNanos + (AWAY_NANOS << before));
        busy.restart(daemon);
        usedBefore.remove(daemon);
    }
}
