package org.moide.command;

import java.util.List;
import org.moide.command.runs.KnownRuns;
import org.moide.command.top.TopData;
import org.moide.commlib.CommException;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;

/**
 * The source of the figures for {@code moide top}, from the same calls as {@code hosts}, {@code runs} and
 * {@code status}. Used by one thread.
 */
final class TopSource {
    /** The greatest number of runs that are shown. The figures of each run take a call. */
    private static final int MOST_RUNS = 20;

    private final HostSource hosts;
    private final KnownRuns known;
    private List<HostAnswer> lastHosts = List.of();

    TopSource(HostSource hosts, KnownRuns known) {
        this.hosts = hosts;
        this.known = known;
    }

    /**
     * Asks the hosts and the runs for their figures. If the hosts cannot be asked, the result contains the reason, and
     * the figures of the runs.
     */
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

    /**
     * Asks a run for its state. If the run does not answer, perhaps because it has just begun or ended, the state is
     * missing in the result.
     */
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
