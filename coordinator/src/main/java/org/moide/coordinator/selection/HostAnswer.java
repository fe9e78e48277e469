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
 * The answer of one daemon that was asked about its host, or the reason why the host cannot be used.
 *
 * @param asked the daemon in the user's words
 * @param candidate the host that it reported; null if the host cannot be used
 * @param problem why the host cannot be used, with the addresses that were tried; empty if it can
 * @param nonsense whether the daemon's answer is invalid, so that the host cannot be used
 * @param software the version of MOIDE that the daemon has, if it differs from the version of this process; empty if it
 *     does not, or if it is unknown
 * @param history the load of the host at earlier moments, the oldest first; empty if it was not asked for, or if it is
 *     unknown
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

    /** Returns the other runs that have threads on the host. */
    public List<HostedRun> runs() {
        return candidate == null ? List.of() : candidate.runs();
    }

    /** Returns the state of the host in a word for the user, such as "idle" or "busy". */
    public String state() {
        if (candidate == null) {
            return nonsense ? "nonsense" : "down";
        }
        if (candidate.workload() > Candidate.IDLE_WORKLOAD) {
            return "busy";
        }
        return runs().isEmpty() ? "idle" : "in use";
    }

    /** Returns why the host is in this state; empty if it is idle. */
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

    public HostAnswer having(List<HostMoment> before) {
        return new HostAnswer(asked, candidate, problem, nonsense, software, before);
    }

    /**
     * Returns a copy that contains the daemon's version of MOIDE if it differs from the version of this process.
     *
     * @param version the version in the form that handshakes use; empty if unknown
     */
    public HostAnswer withSoftware(String version) {
        String other = SoftwareVersion.isCurrent(version) ? "" : version;
        return new HostAnswer(asked, candidate, problem, nonsense, other, history);
    }

    /** Returns the answer of a host that can be used. */
    public static HostAnswer usable(String asked, Candidate candidate) {
        return new HostAnswer(asked, candidate, "", false, "", List.of());
    }

    /** Returns the answer for a host that did not answer or cannot be used. */
    public static HostAnswer unusable(String asked, String problem) {
        return new HostAnswer(asked, null, problem, false, "", List.of());
    }

    /** Returns the answer for a host whose daemon sent something invalid. */
    public static HostAnswer nonsense(String asked, String problem) {
        return new HostAnswer(asked, null, problem, true, "", List.of());
    }
}
