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

/** This machine as a place for engines of the run. Thread-safe. */
final class OwnMachine {
    /** The name that stands for this machine where other machines are named by their daemons. */
    static final String PLACE = AssembledEngine.OWN;

    private final RunContext run;
    private double ofOneProcessor = Double.NaN; // guarded by this; not a number until it is first asked for
    private List<HostedRun> others = List.of(); // guarded by this; the result of the last search

    OwnMachine(RunContext run) {
        this.run = run;
    }

    /**
     * Searches for other runs of this user that have threads here in engines that no daemon started. Takes some
     * milliseconds.
     */
    List<HostedRun> lookForOthers() {
        List<HostedRun> found = RunFolders.ofThisUser(run.host()).sharing();
        found(found);
        return found;
    }

    /** Sets the other runs that have threads on this machine, as a search outside of this object has found them. */
    synchronized void found(List<HostedRun> runs) {
        others = runs;
    }

    private synchronized List<HostedRun> others() {
        return others;
    }

    /**
     * Returns this machine as a candidate for a run that uses no other machine. Since all engines are on this machine,
     * its power matters little: it is not measured, but taken from an earlier measurement.
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
     * Returns the power of this number of processors here: the user's value, the remembered measurement, or 1 for each
     * processor. It stays the same for all engines of the run, even if another process measures meanwhile.
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
     * Measures this machine's power, unless it was measured before, so that it can be shown. Takes some tenths of a
     * second.
     */
    void measure() {
        HostMonitors.ofThisHost(
                        0, run.ports().around().ticker(), run.ports().around().faults())
                .report();
    }

    /** Returns this machine as a candidate, with its power measured in the same way as that of other hosts. */
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
