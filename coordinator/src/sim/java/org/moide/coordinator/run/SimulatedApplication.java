package org.moide.coordinator.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.TaskSettings;

/** What a simulated run computes, for each of its processes. Used by the holder of the baton only. */
public interface SimulatedApplication {
    /** The coordinator's own object of it. */
    Program program(SimNode home);

    /** An object for an engine, or for one of its threads. */
    default Program programOfEngine(SimNode node) {
        return program(node);
    }

    /** What loads the application in a process. */
    default ClassLoader classes(SimNode node) {
        return getClass().getClassLoader();
    }

    /** Makes bytes of the application's objects, and back. */
    default ObjectCodec codec(SimNode node) {
        return new StreamCodec(classes(node));
    }

    /** What stands after its name on the command line. */
    default Arguments arguments() {
        return Arguments.of();
    }

    /** How its tasks are treated. */
    default TaskSettings tasks(long seed) {
        return TaskSettings.DEFAULT;
    }

    /** Where its tasks are recorded; null if they are not. */
    default @Nullable WorkloadRecorder recorder() {
        return null;
    }

    /** The host of a process, as the engine there knows it. */
    default EngineHost host(SimNode node, String name) {
        return new EngineHost(name, List.of(), Long.MAX_VALUE);
    }
}
