package org.moide.coordinator.run.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.reconfigure.automation.HostSight;
import org.moide.coordinator.selection.HostedRun;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.HostReport;
import org.moide.monitor.HostUse;

/**
 * Lists the places where a run has engines or could have them, its daemons' hosts and this machine, with what is known
 * of each. Not thread-safe.
 */
final class HostSights {
    private final RunContext run;
    private final OwnMachine ownPlace;
    private final String ownMachine;
    private final int ownThreads;
    private final HostSurvey survey;
    private @Nullable HostMonitor ownMonitor;

    /**
     * Creates the object.
     *
     * @param survey asks the daemons
     * @param ownPlace this machine as a place for engines
     * @param ownMachine the identity of this machine if the coordinator has an engine here; otherwise empty
     * @param threads the number of compute threads of each engine; 0 for what suits its place
     */
    HostSights(RunContext run, HostSurvey survey, OwnMachine ownPlace, String ownMachine, int threads) {
        this.run = run;
        this.survey = survey;
        this.ownPlace = ownPlace;
        this.ownMachine = ownMachine;
        this.ownThreads = threads;
    }

    /**
     * Returns the present state of the places. Hosts that do not answer are left out. Blocks until all hosts have
     * answered or failed.
     */
    List<HostSight> look() throws InterruptedException {
        Placement placement = run.plan().placement();
        List<HostSight> sights = new ArrayList<>();
        if (placement.daemons().isEmpty()) {
            sights.add(own());
            return sights;
        }
        for (HostSurvey.Look look : survey.look(placement.daemons())) {
            if (placement.constraints().whyNot(look.candidate()).isEmpty()) {
                sights.add(sight(look));
            }
        }
        // The load that this process causes on its machine does not come from other programs.
        if (sights.stream().anyMatch(sight -> sight.machine().equals(ownMachine))) {
            sights.add(own());
        }
        return sights;
    }

    private HostSight sight(HostSurvey.Look look) {
        HostReport report = look.host();
        int slots = look.asked().slots();
        return new HostSight(
                look.candidate().daemon(),
                look.asked(),
                report.hostName(),
                report.machineId(),
                report.processors(),
                report.machine().machineProcessors(),
                look.candidate().power(),
                report.load(),
                report.ourLoad(),
                ownThreads > 0 ? ownThreads : slots,
                look.candidate().taken(),
                report.use());
    }

    private HostSight own() {
        int taken =
                ownPlace.lookForOthers().stream().mapToInt(HostedRun::threads).sum();
        HostReport report = monitor().report().knowing(taken);
        int processors = report.processors();
        return new HostSight(
                OwnMachine.PLACE,
                null,
                run.host(),
                report.machineId(),
                processors,
                report.machine().machineProcessors(),
                ownPlace.power(processors),
                report.load(),
                report.ourLoad(),
                ownThreads,
                taken,
                // The sums do not tell other runs of this machine from other programs.
                taken > 0 ? HostUse.UNKNOWN : report.use());
    }

    private HostMonitor monitor() {
        if (ownMonitor == null) {
            // Does not measure the power while the run computes, since only the load is needed.
            ownMonitor = HostMonitors.ofThisHost(
                    1, run.ports().around().ticker(), run.ports().around().faults());
        }
        return Objects.requireNonNull(ownMonitor);
    }
}
