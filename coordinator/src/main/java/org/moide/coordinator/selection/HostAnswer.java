package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.coordinator.text.Moments;
import org.moide.coordinator.text.Plural;
import org.moide.monitor.HostMoment;

/**
 * The outcome of asking one daemon for its host.
 *
 * @param asked the daemon, as it was named
 * @param candidate what it reported; null if it cannot be used
 * @param problem why it cannot be used, with the addresses that were tried; empty if it can
 * @param nonsense whether it cannot be used because its answer makes no sense
 * @param software the daemon's version of MOIDE if it is another than ours; empty if it is the same, or is not known
 * @param history what the host did before, the oldest moment first; empty if that was not asked, or is not told
 */
public record HostAnswer(
        String asked,
        @Nullable Candidate candidate,
        String problem,
        boolean nonsense,
        String software,
        List<HostMoment> history) {
    public HostAnswer {
        history = List.copyOf(history);
    }

    /** Returns the runs that have threads there. */
    public List<HostedRun> runs() {
        return candidate == null ? List.of() : candidate.runs();
    }

    /** Returns the state of the host in a word, for the user. */
    public String state() {
        if (candidate == null) {
            return nonsense ? "nonsense" : "down";
        }
        if (candidate.workload() > Candidate.IDLE_WORKLOAD) {
            return "busy";
        }
        return runs().isEmpty() ? "idle" : "in use";
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
        for (HostedRun run : candidate.runs()) {
            reasons.add(run.name() + ": " + Plural.of(run.engines(), "engine") + ", "
                    + Plural.of(run.threads(), "thread") + " since " + Moments.of(run.since()));
        }
        if (!software.isEmpty()) {
            reasons.add("MOIDE " + software);
        }
        return String.join("; ", reasons);
    }

    /** Returns the same answer with the host's history. */
    public HostAnswer having(List<HostMoment> before) {
        return new HostAnswer(asked, candidate, problem, nonsense, software, before);
    }

    /**
     * Returns the same answer of a daemon with this version of MOIDE.
     *
     * @param version as handshakes say it; empty if it is not known
     */
    public HostAnswer withSoftware(String version) {
        String other = SoftwareVersion.isCurrent(version) ? "" : version;
        return new HostAnswer(asked, candidate, problem, nonsense, other, history);
    }

    /** Returns an answer of a host that can be used. */
    public static HostAnswer usable(String asked, Candidate candidate) {
        return new HostAnswer(asked, candidate, "", false, "", List.of());
    }

    /** Returns the outcome for a host that does not answer or cannot be used. */
    public static HostAnswer unusable(String asked, String problem) {
        return new HostAnswer(asked, null, problem, false, "", List.of());
    }

    /** Returns the outcome for a host whose answer makes no sense. */
    public static HostAnswer nonsense(String asked, String problem) {
        return new HostAnswer(asked, null, problem, true, "", List.of());
    }
}
