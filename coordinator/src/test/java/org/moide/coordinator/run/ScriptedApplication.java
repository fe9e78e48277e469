package org.moide.coordinator.run;

import java.util.function.Function;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Program;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.TaskSettings;

/**
 * An application that is given as a function. The function creates the application's object for a simulated process.
 */
record ScriptedApplication(Function<SimNode, Program> programs) implements SimulatedApplication {
    @Override
    public Program program(SimNode home) {
        return programs.apply(home);
    }

    /**
     * Returns the settings of tasks. With every fourth seed, objects that do not fit into an engine's memory go to
     * disk. That disk is the real one of this machine, which has no simulated failures.
     */
    @Override
    public TaskSettings tasks(long seed) {
        String folder = seed % 4 == 1 ? System.getProperty("java.io.tmpdir") : null;
        DataSettings data = new DataSettings(SimulatedBag.DATA_MEMORY, folder, false);
        return new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, data, false);
    }

    @Override
    public EngineHost host(SimNode node, String name) {
        return SimulatedWorkers.hostOf(node, name);
    }
}
