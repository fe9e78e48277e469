package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.Map;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostedRun;
import org.moide.monitor.HostMonitor;

/** This machine as a place for engines of the run. Any thread. */
final class OwnMachine {
    /** The name of this machine in place of a daemon's. */
    static final String PLACE = AssembledEngine.OWN;

    private final RunContext run;
    private double ofOneProcessor = Double.NaN; // guarded by this; until somebody asks
    private List<HostedRun> others = List.of(); // guarded by this; as they were when somebody looked last

    OwnMachine(RunContext run) {
        this.run = run;
    }

    /** Looks which other runs of this user have threads here, in engines that no daemon has made. Some milliseconds. */
    List<HostedRun> lookForOthers() {
        List<HostedRun> found = RunFolders.ofThisUser(run.host()).sharing();
        found(found);
        return found;
    }

    /** Somebody has looked for other runs here. */
    synchronized void found(List<HostedRun> runs) {
        others = runs;
    }

    private synchronized List<HostedRun> others() {
        return others;
    }

    /**
     * Returns this machine for a run that uses no other. All engines share it, so nothing has to be measured. Its power
     * is the one that was measured here before, so that it is the same wherever it is shown.
     */
    Candidate unmeasured() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Candidate(
                        PLACE,
                        run.host(),
                        "this machine",
                        processors,
                        power(processors),
                        1,
                        MemorySize.ofThisMachine(),
                        0)
                .with(others());
    }

    /**
     * Returns the power of this number of processors here: as the user says, as it was measured here before, or that of
     * usual processors. All engines of a run are given the same power, even if another process measures meanwhile.
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

    /**
     * Measures this machine's power if that was never done, since the user is to see it. Takes some tenths of a second
     * in that case.
     */
    void measure() {
        HostMonitors.ofThisHost(
                        0, run.ports().around().ticker(), run.ports().around().faults())
                .report();
    }

    /** Returns this machine, measured in the same way as the other hosts. */
    Candidate measured() {
        double power = run.plan().engines().powers().getOrDefault(EngineSettings.OWN_HOST, 0.0);
        HostMonitor monitor = HostMonitors.ofThisHost(
                power, run.ports().around().ticker(), run.ports().around().faults());
        List<HostedRun> known = others();
        int threads = known.stream().mapToInt(HostedRun::threads).sum();
        return Candidate.of(PLACE, monitor.report().knowing(threads), Map.of(), 0)
                .with(known);
    }
}
