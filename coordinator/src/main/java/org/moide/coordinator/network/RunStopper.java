package org.moide.coordinator.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.daemon.EngineDaemon;
import org.moide.engine.daemon.RunView;

/** Ends a run through the daemons of hosts where it has engines, wherever its coordinator is. One thread. */
public final class RunStopper {
    private final ObjectSpace space;
    private final Duration within;

    /** By daemon, as the user called it. */
    private final Map<String, EngineDaemon> daemons = new LinkedHashMap<>();

    /**
     * Prepares to ask.
     *
     * @param within how long a daemon may take to answer
     */
    public RunStopper(ObjectSpace space, Duration within) {
        this.space = space;
        this.within = within;
    }

    /**
     * Asks for the end of the only run that there is, or that is called so. Returns when its coordinator is being told.
     *
     * @param name the beginning of its ID; null for the only one
     * @return its ID
     * @throws NoHostsException if no daemon answers
     * @throws PlanException if there is no such run there, or several
     */
    public String stop(List<DaemonAddress> asked, @Nullable String name) {
        List<String> problems = new ArrayList<>();
        Map<String, List<String>> runs = new LinkedHashMap<>();
        for (DaemonAddress address : asked) {
            String called = address.toString();
            try {
                EngineDaemon daemon = space.proxy(
                        space.find(address.host(), address.port(), within),
                        EngineDaemon.class,
                        EngineDaemon.NAME,
                        within);
                for (RunView run : daemon.runs()) {
                    runs.computeIfAbsent(run.runId(), id -> new ArrayList<>()).add(called);
                }
                daemons.put(called, daemon);
            } catch (CommException noAnswer) {
                problems.add(called + ": " + noAnswer.getMessage());
            }
        }
        if (daemons.isEmpty()) {
            throw new NoHostsException("none of the daemons answers\n" + String.join("\n", problems));
        }
        String id = only(runs, name);
        for (String called : runs.getOrDefault(id, List.of())) {
            try {
                if (daemon(called).stopRun(id)) {
                    return id;
                }
            } catch (CommException noAnswer) {
                problems.add(called + ": " + noAnswer.getMessage());
            }
        }
        throw new PlanException("run " + id + " has no engine there any more: it has ended, or goes on elsewhere"
                + String.join(
                        "", problems.stream().map(problem -> "\n" + problem).toList()));
    }

    static String only(Map<String, List<String>> runs, @Nullable String name) {
        List<String> called = runs.keySet().stream()
                .filter(run -> name == null || run.startsWith(name))
                .toList();
        if (called.size() == 1) {
            return called.get(0);
        }
        String there = runs.isEmpty()
                ? "no run has engines there"
                : "there are " + String.join(", ", new TreeSet<>(runs.keySet()));
        throw new PlanException("expected the ID of one run with engines on these hosts, found "
                + (name == null ? "none" : "'" + name + "'") + ": " + there);
    }

    private EngineDaemon daemon(String called) {
        EngineDaemon daemon = daemons.get(called);
        if (daemon == null) {
            throw new IllegalStateException("no daemon is called " + called);
        }
        return daemon;
    }

    /** Whether the run has engines on none of these hosts any more, as far as their daemons answer. */
    public boolean isGone(String run) {
        return daemons.values().stream().noneMatch(daemon -> {
            try {
                return daemon.runs().stream().anyMatch(view -> view.runId().equals(run));
            } catch (CommException noAnswer) {
                return false;
            }
        });
    }
}
