package org.moide.command;

import java.util.List;
import org.moide.command.runs.KnownRuns;
import org.moide.command.top.TopData;
import org.moide.commlib.CommException;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;

/**
 * Source of what {@code moide top} shows: it asks what {@code hosts}, {@code runs} and {@code status} ask. One thread.
 */
final class TopSource {
    /** Most runs that are shown. Nobody watches more at a time, and each takes a call. */
    private static final int MOST_RUNS = 20;

    private final HostSource hosts;
    private final KnownRuns known;
    private List<HostAnswer> lastHosts = List.of();

    TopSource(HostSource hosts, KnownRuns known) {
        this.hosts = hosts;
        this.known = known;
    }

    /** Asks the hosts and the runs. If the hosts cannot be asked, the result says so and shows the rest. */
    TopData look() throws InterruptedException {
        String problem = "";
        try {
            lastHosts = hosts.answers();
        } catch (InterruptedException stop) {
            throw stop;
        } catch (NoHostsException noAnswer) {
            problem = String.valueOf(noAnswer.getMessage());
            lastHosts = List.of();
        } catch (Exception unexpected) {
            problem = "hosts cannot be asked: " + unexpected.getMessage();
        }
        List<TopData.Run> runs =
                known.running().stream().limit(MOST_RUNS).map(TopSource::run).toList();
        return new TopData(lastHosts, runs, problem);
    }

    /** Asks a run; one that does not answer may just have begun, or ended. */
    private static TopData.Run run(KnownRuns.Found run) {
        try {
            return new TopData.Run(
                    run.id(),
                    run.sight().words(),
                    run.host().status(run.id()),
                    run.host().times(run.id()));
        } catch (CommException | PlanException noAnswer) {
            return new TopData.Run(run.id(), run.sight().words(), null, List.of());
        }
    }
}
