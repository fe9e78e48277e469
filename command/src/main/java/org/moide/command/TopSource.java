package org.moide.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.command.top.TopData;
import org.moide.commlib.CommException;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunState;
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
    private final MoideActions actions;
    private List<HostAnswer> lastHosts = List.of();

    TopSource(HostSource hosts, MoideActions actions) {
        this.hosts = hosts;
        this.actions = actions;
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
        List<TopData.Run> runs = new ArrayList<>();
        for (RunFolder folder : actions.runs().all()) {
            if (runs.size() < MOST_RUNS && folder.state() == RunState.RUNNING) {
                runs.add(run(folder));
            }
        }
        return new TopData(lastHosts, runs, problem);
    }

    private TopData.Run run(RunFolder folder) {
        LiveRun live = live(folder);
        String words;
        try {
            words = folder.description().words();
        } catch (PlanException unreadable) {
            words = "";
        }
        return live == null
                ? new TopData.Run(folder.id(), words, null, List.of())
                : new TopData.Run(folder.id(), words, live.status(), live.times());
    }

    /** Asks one run; returns null if it does not answer: it may just have begun, or ended. */
    private @Nullable LiveRun live(RunFolder folder) {
        try {
            return actions.live(folder);
        } catch (CommException | PlanException noAnswer) {
            return null;
        }
    }
}
