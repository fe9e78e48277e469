package org.moide.coordinator.run.assembly;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.SpacePart;
import org.moide.commlib.system.CollectorPauses;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemProcessorClock;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.control.Timing;
import org.moide.engine.core.ComputeEngine;
import org.moide.engine.core.EnginePorts;
import org.moide.engine.spmd.SyncedFiles;

/** The place for the engine in the coordinator's own JVM. */
final class OwnEngine implements EngineSite {
    private final RunContext run;
    private volatile @Nullable ComputeEngine engine;

    OwnEngine(RunContext run) {
        this.run = run;
    }

    @Override
    public AssembledEngine assemble(Assignment assignment, ThreadsThere there) {
        RunPorts ports = run.ports();
        if (ports.space() instanceof RmiSpace space) {
            space.computeThreads(there.all());
        } else if (ports.space() instanceof SpacePart part) {
            part.computeThreads(there.all());
        }
        engine = new ComputeEngine(
                run.setup(assignment.engine()),
                new EnginePorts(
                        ports.space(),
                        new Surroundings(
                                ports.around().ticker(),
                                ports.around().signals(),
                                ports.around().threads(),
                                ports.around().faults()),
                        SpinThenParkSignal.factory(
                                there.before(),
                                assignment.threads(),
                                there.all(),
                                ports.around().threads()),
                        run.application().codec(),
                        run.application().classes(),
                        run.application().programs()::create,
                        new SyncedFiles(),
                        TaskNotes.NONE,
                        new CollectorPauses(ports.around().threads()),
                        new SystemProcessorClock(ports.around().threads()),
                        Timing.USUAL),
                why -> {}); // the engine shares this process, so it need not be told
        return AssembledEngine.made(
                assignment,
                run.host(),
                run.space().self(),
                ProcessHandle.current().pid());
    }

    @Override
    public void close() {
        ComputeEngine made = engine;
        if (made != null) {
            made.close();
        }
    }
}
