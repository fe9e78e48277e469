package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.monitor.HostMoment;

/**
 * The outcome of asking one daemon for its host.
 *
 * @param asked the daemon, as it was named
 * @param candidate what it reported; null if it cannot be used
 * @param problem why it cannot be used, with the addresses that were tried; empty if it can
 * @param nonsense whether it cannot be used because its answer makes no sense
 * @param runs the runs that have engines there
 * @param history what the host did before, the oldest moment first; empty if that was not asked, or is not told
 */
public record HostAnswer(
        String asked,
        @Nullable Candidate candidate,
        String problem,
        boolean nonsense,
        List<HostedRun> runs,
        List<HostMoment> history) {
    public HostAnswer {
        runs = List.copyOf(runs);
        history = List.copyOf(history);
    }

    /**
     * A run that has engines on the host.
     *
     * @param id the name of the run
     * @param engines how many engines it has there
     */
    public record HostedRun(String id, int engines) {}

    /** Returns the state of the host in a word, for the user. */
    public String state() {
        if (candidate == null) {
            return nonsense ? "nonsense" : "down";
        }
        if (candidate.workload() > Candidate.IDLE_WORKLOAD) {
            return "busy";
        }
        return runs.isEmpty() ? "idle" : "in use";
    }

    /** Returns why the host is in that state; empty if there is nothing to say. */
    public String reason() {
        if (candidate == null) {
            return problem;
        }
        List<String> reasons = new ArrayList<>();
        if (candidate.workload() > Candidate.IDLE_WORKLOAD) {
            reasons.add(String.format(Locale.ROOT, "others' work: %.1f a processor", candidate.workload() - 1));
        }
        for (HostedRun run : runs) {
            reasons.add("run " + run.id() + ": " + run.engines() + (run.engines() == 1 ? " engine" : " engines"));
        }
        return String.join("; ", reasons);
    }

    /** Returns an answer of a host that can be used. */
    public static HostAnswer usable(String asked, Candidate candidate, List<HostedRun> runs) {
        return new HostAnswer(asked, candidate, "", false, runs, List.of());
    }

    /** Returns the same answer with the host's history. */
    public HostAnswer having(List<HostMoment> before) {
        return new HostAnswer(asked, candidate, problem, nonsense, runs, before);
    }

    /** Returns an answer of a host that can be used and has no engines of any run. */
    public static HostAnswer usable(String asked, Candidate candidate) {
        return usable(asked, candidate, List.of());
    }

    /** Returns the outcome for a host that does not answer or cannot be used. */
    public static HostAnswer unusable(String asked, String problem) {
        return new HostAnswer(asked, null, problem, false, List.of(), List.of());
    }

    /** Returns the outcome for a host whose answer makes no sense. */
    public static HostAnswer nonsense(String asked, String problem) {
        return new HostAnswer(asked, null, problem, true, List.of(), List.of());
    }
}
