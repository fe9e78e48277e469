package org.moide.coordinator.run.assembly;

import java.util.Map;
import org.moide.coordinator.network.HostMonitors;
import org.moide.coordinator.network.HostSurvey;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.selection.Candidate;
import org.moide.monitor.HostMonitor;

/** This machine as a place for engines of this run. */
final class OwnMachine {
    /** What it is called in the place of a daemon. */
    static final String PLACE = "this JVM";

    private OwnMachine() {}

    /**
     * For runs that use nobody else's machine: all engines share this one, so nothing has to be measured, and a processor
     * counts as one unit of power.
     */
    static Candidate unmeasured(RunContext run) {
        int processors = Runtime.getRuntime().availableProcessors();
        double power = run.plan().engines().powers().getOrDefault(EngineSettings.OWN_HOST, (double) processors);
        return new Candidate(PLACE, run.host(), "this machine", processors, power, 1, MemorySize.ofThisMachine(), 0);
    }

    /** Beside others it is measured as they are. */
    static Candidate measured(RunContext run) {
        double power = run.plan().engines().powers().getOrDefault(EngineSettings.OWN_HOST, 0.0);
        HostMonitor monitor =
                HostMonitors.ofThisHost(power, run.ports().ticker(), run.ports().faults());
        return HostSurvey.candidate(PLACE, monitor.report(), Map.of(), 0);
    }
}
