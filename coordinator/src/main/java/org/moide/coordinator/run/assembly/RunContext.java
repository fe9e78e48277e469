package org.moide.coordinator.run.assembly;

import org.moide.commlib.port.ObjectSpace;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.engine.Application;
import org.moide.engine.control.EngineHost;
import org.moide.engine.core.EngineSetup;

/**
 * What all parts of a run in the coordinator's process share.
 *
 * @param host this machine's name
 */
public record RunContext(String runId, RunPlan plan, LoadedApplication application, RunPorts ports, String host) {
    public ObjectSpace space() {
        return ports.space();
    }

    /** Returns the value of {@code --mode} in the form that orders contain; empty if it was not given. */
    String modeName() {
        Application.Mode mode = plan.mode();
        return mode == null ? "" : mode.name();
    }

    EngineSetup setup(int engine) {
        return new EngineSetup(
                runId,
                engine,
                AssembledEngine.FIRST_INCARNATION,
                EngineHost.ofThisJvm(host),
                space().self(),
                plan.application().arguments(),
                application.data().here(),
                plan.mode());
    }
}
