package org.moide.hosts.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.host.EngineDaemon;

/** Ends a run through the daemons of hosts where it has engines, wherever its coordinator is. One thread. */
public final class RunStopper {
    private final DaemonSurvey survey;
    private final List<DaemonAddress> daemons;

    /** Prepares to ask these. */
    public RunStopper(DaemonSurvey survey, List<DaemonAddress> daemons) {
        this.survey = survey;
        this.daemons = List.copyOf(daemons);
    }

    /**
     * Asks for the end of the only run that there is, or that is called so. Returns when its coordinator is being told.
     *
     * @param name the beginning of its ID; null for the only one
     * @return its ID
     * @throws NoHostsException if no daemon answers
     * @throws PlanException if there is no such run there, or several
     */
    public String stop(@Nullable String name) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        Set<String> runs = new TreeSet<>();
        List<DaemonSurvey.Hosted> answers = survey.runs(daemons);
        for (DaemonSurvey.Hosted host : answers) {
            host.runs().forEach(run -> runs.add(run.runId()));
            if (host.daemon() == null) {
                problems.add(host.asked() + ": " + host.problem());
            }
        }
        if (problems.size() == answers.size()) {
            throw new NoHostsException("none of the daemons answers\n" + String.join("\n", problems));
        }
        String id = only(runs, name);
        for (DaemonSurvey.Hosted host : answers) {
            EngineDaemon daemon = host.daemon();
            try {
                if (daemon != null && has(host, id) && daemon.stopRun(id)) {
                    return id;
                }
            } catch (CommException noAnswer) {
                problems.add(host.asked() + ": " + noAnswer.getMessage());
            }
        }
        throw new PlanException("run " + id + " has no engine there any more: it has ended, or goes on elsewhere"
                + String.join(
                        "", problems.stream().map(problem -> "\n" + problem).toList()));
    }

    /** @param runs all that there are, in order */
    static String only(Set<String> runs, @Nullable String name) {
        List<String> called = runs.stream()
                .filter(run -> name == null || run.startsWith(name))
                .toList();
        if (called.size() == 1) {
            return called.get(0);
        }
        String there = runs.isEmpty() ? "no run has engines there" : "there are " + String.join(", ", runs);
        throw new PlanException("expected the ID of one run with engines on these hosts, found "
                + (name == null ? "none" : "'" + name + "'") + ": " + there);
    }

    private static boolean has(DaemonSurvey.Hosted host, String run) {
        return host.runs().stream().anyMatch(view -> view.runId().equals(run));
    }

    /** Returns whether the run has engines on none of these hosts any more, as far as their daemons answer. */
    public boolean isGone(String run) throws InterruptedException {
        return survey.runs(daemons).stream().noneMatch(host -> has(host, run));
    }
}
