package org.moide.coordinator.run.assembly;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.host.DaemonNews;
import org.moide.engine.host.RunTerm;

/**
 * Records which other runs have threads on the hosts of this run, now and since this run began. Thread-safe; guarded by
 * this object.
 */
final class Neighbours {
    /**
     * The limit on the number of runs remembered for each host after they have left it. Those with the most
     * thread-seconds are kept.
     */
    private static final int MOST_GONE = 32;

    private final Set<String> own;
    private final InstantSource clock;
    private final Map<String, Host> hosts = new LinkedHashMap<>(); // the hosts by name

    private static final class Host {
        private int processors;
        private boolean cut;
        // Runs at the time when hosts were chosen. Those that are still there are reported again, by the daemon when it
        // starts an engine, or by a run folder.
        private final Map<String, SharedRun> first = new LinkedHashMap<>();
        // The other runs by ID, for each daemon by its number.
        private final Map<Integer, Map<String, HostedRun>> there = new LinkedHashMap<>();
        private final List<SharedRun> gone = new ArrayList<>();

        Host(int processors) {
            this.processors = processors;
        }

        private void left(SharedRun run) {
            gone.add(run);
            if (gone.size() > MOST_GONE) {
                gone.remove(gone.stream()
                        .min(Comparator.comparingDouble(SharedRun::threadSeconds))
                        .orElse(run));
            }
        }

        /**
         * Returns the other runs that are on the host now, by ID. If several daemons of the machine report the same
         * run, the numbers of its engines and threads are added.
         */
        private Map<String, HostedRun> present() {
            Map<String, HostedRun> all = new LinkedHashMap<>();
            there.values().forEach(told -> told.forEach((id, run) -> all.merge(id, run, HostedRun::plus)));
            return all;
        }
    }

    /**
     * Creates the object without any reports.
     *
     * @param own the IDs of this run and of the other runs of the same process, which do not count; the set may change
     *     later
     */
    Neighbours(Set<String> own, InstantSource clock) {
        this.own = own;
        this.clock = clock;
    }

    /** Records that a host was chosen for this run, or left out because of other runs. */
    synchronized void chosen(Candidate candidate, FreeProcessors free) {
        Host host = hosts.computeIfAbsent(candidate.host(), unseen -> new Host(candidate.processors()));
        host.cut |= free.isCut(candidate);
        Instant now = clock.instant();
        candidate.runs().forEach(run -> host.first.putIfAbsent(run.id(), new SharedRun(run, now)));
    }

    /**
     * Records a daemon's report of the other runs on its host. A report of a host that was not chosen is ignored.
     *
     * @param daemon the daemon's number, which no other daemon has
     */
    synchronized void heard(int daemon, DaemonNews.Beside news) {
        Host host = hosts.get(news.hostName());
        if (host == null) {
            return;
        }
        Instant now = clock.instant();
        host.processors = news.processors();
        Map<String, HostedRun> told = new LinkedHashMap<>();
        news.runs().stream()
                .filter(run -> !own.contains(RunTerm.of(run.runId()).run())
                        && !run.engines().isEmpty())
                .limit(Candidate.MOST_RUNS)
                .map(run -> HostedRun.of(run, now))
                .forEach(run -> told.putIfAbsent(run.id(), run));
        Map<String, HostedRun> before = host.there.getOrDefault(daemon, Map.of());
        before.forEach((id, run) -> {
            if (told.containsKey(id)) {
                told.computeIfPresent(id, (same, still) -> still.since(run.since()));
            } else {
                host.left(new SharedRun(run, now));
            }
        });
        told.keySet().forEach(host.first::remove);
        host.there.put(daemon, told);
    }

    /** Returns the other runs that are there now, as daemons report them. */
    synchronized List<RunStatus.Beside> now() {
        List<RunStatus.Beside> all = new ArrayList<>();
        hosts.forEach(
                (name, host) -> host.present().values().forEach(run -> all.add(beside(name, host.processors, run))));
        return all;
    }

    static RunStatus.Beside beside(String host, int processors, HostedRun run) {
        return new RunStatus.Beside(
                host,
                processors,
                run.id(),
                run.owner().text(),
                run.threads(),
                run.since().toEpochMilli());
    }

    /**
     * Returns the other runs that were there since this run began, by host. Hosts without other runs are left out.
     *
     * @param here this machine's name
     * @param folders this user's other runs on this machine, which no daemon reports
     */
    synchronized List<RunReport.SharedHost> all(String here, List<SharedRun> folders) {
        List<RunReport.SharedHost> all = new ArrayList<>();
        hosts.forEach((name, host) -> {
            Map<String, SharedRun> first = new LinkedHashMap<>(host.first);
            List<SharedRun> runs = new ArrayList<>(host.gone);
            host.present().values().forEach(run -> runs.add(new SharedRun(run, null)));
            if (name.equals(here)) {
                folders.forEach(run -> first.remove(run.run().id()));
                runs.addAll(folders);
            }
            runs.addAll(first.values());
            if (!runs.isEmpty()) {
                all.add(new RunReport.SharedHost(name, host.processors, host.cut, runs));
            }
        });
        return all;
    }
}
