package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.coordinator.text.Plural;

/**
 * The processors of each machine that are free for this run, because no other run uses them. They decide how many
 * threads an engine gets and what performance it has. A run uses only free processors, unless the user wants it to use
 * all, or no host has a free one. Immutable.
 */
public final class FreeProcessors {
    private final Map<String, List<HostedRun>> others = new HashMap<>();
    private final Map<String, Integer> most = new HashMap<>();
    private final int said;
    private final boolean overcommit;
    private final boolean noneIsFree;

    private FreeProcessors(Collection<Candidate> usable, int said, boolean overcommit) {
        Set<String> asked = new HashSet<>();
        for (Candidate candidate : usable) {
            // The own machine is listed once for each engine there.
            if (asked.add(candidate.machine() + " " + candidate.daemon())) {
                others.computeIfAbsent(candidate.machine(), unseen -> new ArrayList<>())
                        .addAll(candidate.runs());
            }
            most.merge(candidate.machine(), candidate.processors(), Math::max);
        }
        this.said = said;
        this.overcommit = overcommit;
        this.noneIsFree =
                !usable.isEmpty() && usable.stream().allMatch(one -> one.processors() <= taken(one.machine()));
    }

    /**
     * Computes the free processors of these hosts.
     *
     * @param usable all hosts on which engines could be
     * @param said the number of threads that the user wants for each engine; 0 if the user gave none
     * @param overcommit whether the run uses all processors, also those that other runs use ({@code --overcommit})
     */
    public static FreeProcessors of(Collection<Candidate> usable, int said, boolean overcommit) {
        return new FreeProcessors(usable, said, overcommit);
    }

    /** Computes the free processors of those hosts that answered, for a run in which the user has set nothing. */
    public static FreeProcessors among(List<HostAnswer> answers) {
        List<Candidate> usable = new ArrayList<>();
        for (HostAnswer answer : answers) {
            if (answer.candidate() != null) {
                usable.add(answer.candidate());
            }
        }
        return of(usable, 0, false);
    }

    /** Returns the number of threads that other runs have on a machine. */
    public int taken(String machine) {
        return HostedRun.threads(others.getOrDefault(machine, List.of()));
    }

    /** Returns the number of a host's processors that no other run uses. */
    public int free(Candidate candidate) {
        return Math.max(0, candidate.processors() - taken(candidate.machine()));
    }

    /** Returns the other runs that have threads on a machine. */
    public List<HostedRun> runs(String machine) {
        return List.copyOf(others.getOrDefault(machine, List.of()));
    }

    /** Returns whether this run uses all processors, also those that other runs use. */
    private boolean takesAll() {
        return overcommit || noneIsFree;
    }

    /**
     * Returns whether this run leaves a host out because other runs use all of its processors. Returns false if the
     * user has set the number of this run's threads there.
     */
    public boolean isLeft(Candidate candidate) {
        return !isSaid(candidate) && room(candidate) == 0;
    }

    private boolean isSaid(Candidate candidate) {
        return said > 0 || candidate.slots() > 0;
    }

    /** Returns how many processors of a host the engines of this run may use in total. */
    public int room(Candidate candidate) {
        return takesAll() ? candidate.processors() : free(candidate);
    }

    /** Returns the number of compute threads that each engine on a host gets if the user sets none; at least 1. */
    int threads(Candidate candidate, int enginesOnMachine) {
        return Math.max(1, room(candidate) / enginesOnMachine);
    }

    /** Returns whether this run gets fewer threads on a host because of other runs. */
    public boolean isCut(Candidate candidate) {
        return !isSaid(candidate) && room(candidate) < candidate.processors();
    }

    /** Returns whether this run's threads on a host are limited to processors that no other run uses. */
    public boolean takesOnlyFree(Candidate candidate) {
        return !isSaid(candidate) && !takesAll();
    }

    /**
     * Returns the performance that this run can expect on a host, beside other runs and other programs (MOIDE, §3.1.1).
     */
    public double performance(Candidate candidate) {
        int taken = taken(candidate.machine());
        int threads = threads(candidate, 1);
        return taken == 0
                ? candidate.performance()
                : candidate.performance() * threads / Math.max(candidate.processors(), threads + taken);
    }

    /**
     * Returns notes for the user about other runs, to be shown before this run begins: one line for each machine on
     * which other runs have threads. Machines that this run would not use anyway are left out.
     *
     * @param usable all hosts on which engines could be
     * @param engines the engines that the run is about to start
     */
    public List<String> notes(List<Candidate> usable, List<Assignment> engines) {
        Map<String, Candidate> machines = new LinkedHashMap<>();
        usable.forEach(candidate -> machines.putIfAbsent(candidate.machine(), candidate));
        List<String> lines = new ArrayList<>();
        machines.forEach((machine, host) -> {
            int ours = Selection.threadsOn(machine, engines);
            if (taken(machine) > 0 && (ours > 0 || isLeft(host))) {
                lines.add(held(host) + "; " + (ours == 0 ? leftToThem() : "this run " + takes(host, ours)));
            }
        });
        return lines;
    }

    /**
     * Returns the note about other runs for an engine that joins a running run; empty if there are no other runs on its
     * machine.
     */
    public String note(Assignment engine, List<Assignment> present) {
        Candidate host = engine.candidate();
        int ours = engine.threads() + Selection.threadsOn(host.machine(), present);
        return taken(host.machine()) == 0 ? "" : held(host) + "; this run " + takes(host, ours);
    }

    /** Returns a text such as {@code node2: run 62ru of anna@laptop has 7 of its 14 processors}. */
    private String held(Candidate host) {
        return host.host() + ": " + held(others.getOrDefault(host.machine(), List.of()), processors(host));
    }

    /** Returns a text such as {@code run 62ru of anna@laptop has 7 of its 14 processors}. */
    public static String held(List<HostedRun> runs, int processors) {
        int taken = HostedRun.threads(runs);
        String what = taken < processors
                ? taken + " of its " + Plural.of(processors, "processor")
                : taken == processors
                        ? processors == 1 ? "its only processor" : "all " + processors + " of its processors"
                        : Plural.of(taken, "thread") + " on its " + Plural.of(processors, "processor");
        return HostedRun.names(runs) + " " + what;
    }

    private int processors(Candidate host) {
        return most.getOrDefault(host.machine(), host.processors());
    }

    private static String leftToThem() {
        return "this run goes on without that host (--overcommit takes it too)";
    }

    private String takes(Candidate host, int ours) {
        int free = Math.max(0, processors(host) - taken(host.machine()));
        if (ours == free) {
            return free == 1 ? "takes the other one" : "takes the other " + free;
        }
        if (ours < free) {
            return "takes " + ours + " of the other " + free;
        }
        String there = "has " + Plural.of(ours, "thread") + " there all the same";
        if (overcommit) {
            return there + " (--overcommit)";
        }
        if (isSaid(host)) {
            return there + (said > 0 ? " (--threads)" : " (its slots)");
        }
        return noneIsFree ? there + ", since no host has a processor that is free" : there;
    }
}
