package org.moide.coordinator.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.TaskSettings;

/**
 * The application of a simulated run. It creates the objects of the application that each simulated process needs. Used
 * by one simulated thread at a time.
 */
public interface SimulatedApplication {
    /** Returns the coordinator's object of the application. */
    Program program(SimNode home);

    /** Returns a new object for an engine, or for one of its threads. */
    default Program programOfEngine(SimNode node) {
        return program(node);
    }

    /** Returns the class loader of the application in a process. */
    default ClassLoader classes(SimNode node) {
        return getClass().getClassLoader();
    }

    /** Returns the codec for the application's objects in a process. */
    default ObjectCodec codec(SimNode node) {
        return new StreamCodec(classes(node));
    }

    /** Returns the arguments after the application's name. */
    default Arguments arguments() {
        return Arguments.of();
    }

    /** Returns how the tasks of a bag are executed. */
    default TaskSettings tasks(long seed) {
        return TaskSettings.DEFAULT;
    }

    /** Returns the object that records the application's tasks; null to record none. */
    default @Nullable WorkloadRecorder recorder() {
        return null;
    }

    /** Returns the program whose executor needs the run; null if the run is that of an application. */
    default @Nullable ProgramLink link() {
        return null;
    }

    /** Returns the description of the host on which an engine's process runs. */
    default EngineHost host(SimNode node, String name) {
        return new EngineHost(name, List.of(), Long.MAX_VALUE);
    }
}
