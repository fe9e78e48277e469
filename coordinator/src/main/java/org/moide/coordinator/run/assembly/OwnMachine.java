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
     * For runs that use nobody else's machine: all engines share this one, so nothing has to be measured. It has the power that was
     * measured here before, so that it is the same wherever it is shown.
     */
    static Candidate unmeasured(RunContext run) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Candidate(
                PLACE,
                run.host(),
                "this machine",
                processors,
                power(run, processors),
                1,
                MemorySize.ofThisMachine(),
                0);
    }

    /** The power of so many processors here: as the user says, as it was measured here before, or that of usual ones. */
    static double power(RunContext run, int processors) {
        Double said = run.plan().engines().powers().get(EngineSettings.OWN_HOST);
        return said != null ? said : processors * HostMonitors.rememberedPower(run.host());
    }

    /** Has the power measured if it never was, for somebody who is to see it. Takes some tenths of a second then. */
    static void measure(RunContext run) {
        HostMonitors.ofThisHost(0, run.ports().ticker(), run.ports().faults()).report();
    }

    /** Beside others it is measured as they are. */
    static Candidate measured(RunContext run) {
        double power = run.plan().engines().powers().getOrDefault(EngineSettings.OWN_HOST, 0.0);
        HostMonitor monitor =
                HostMonitors.ofThisHost(power, run.ports().ticker(), run.ports().faults());
        return HostSurvey.candidate(PLACE, monitor.report(), Map.of(), 0);
    }
}
