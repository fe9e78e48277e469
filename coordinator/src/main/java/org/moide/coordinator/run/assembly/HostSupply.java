package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.function.Consumer;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunPorts;

/** Decides which hosts a run may use while it computes, for example as a batch system grants and withdraws them. */
public interface HostSupply {
    /** Returns the daemons that may start engines now. Thread-safe. */
    List<DaemonAddress> daemons();

    /**
     * Starts to change a run's engines whenever hosts are granted or withdrawn. Called when the run is about to
     * compute.
     *
     * @param notes receives lines for the user about the changes
     * @return the mechanism; closing it ends the changes
     */
    Changing accompany(RunDesk desk, Consumer<String> notes, RunPorts ports);
}
