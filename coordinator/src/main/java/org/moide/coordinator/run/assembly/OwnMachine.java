package org.moide.coordinator.run.assembly;

import java.util.Map;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Candidate;
import org.moide.monitor.HostMonitor;

/** This machine as a place for engines of this run. Any thread. */
final class OwnMachine {
    /** What it is called in the place of a daemon. */
    static final String PLACE = AssembledEngine.OWN;

    private final RunContext run;
    private double ofOneProcessor = Double.NaN; // guarded by this; until somebody asks

    OwnMachine(RunContext run) {
        this.run = run;
    }

    /**
     * For runs that use nobody else's machine: all engines share this one, so nothing has to be measured. It has the
     * power that was measured here before, so that it is the same wherever it is shown.
     */
    Candidate unmeasured() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Candidate(
                PLACE, run.host(), "this machine", processors, power(processors), 1, MemorySize.ofThisMachine(), 0);
    }

    /**
     * The power of so many processors here: as the user says, as it was measured here before, or that of usual ones.
     * All engines of a run are given the same, whoever measures meanwhile.
     */
    synchronized double power(int processors) {
        Double said = run.plan().engines().powers().get(EngineSettings.OWN_HOST);
        if (said != null) {
            return said;
        }
        if (Double.isNaN(ofOneProcessor)) {
            ofOneProcessor = HostMonitors.rememberedPower(run.host());
        }
        return processors * ofOneProcessor;
    }

    /** Has the power measured if it never was, for somebody who is to see it. Takes some tenths of a second then. */
    void measure() {
        HostMonitors.ofThisHost(
                        0, run.ports().around().ticker(), run.ports().around().faults())
                .report();
    }

    /** Beside others it is measured as they are. */
    Candidate measured() {
        double power = run.plan().engines().powers().getOrDefault(EngineSettings.OWN_HOST, 0.0);
        HostMonitor monitor = HostMonitors.ofThisHost(
                power, run.ports().around().ticker(), run.ports().around().faults());
        return Candidate.of(PLACE, monitor.report(), Map.of(), 0);
    }
}
