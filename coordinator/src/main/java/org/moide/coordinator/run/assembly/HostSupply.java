package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.function.Consumer;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunPorts;

/**
 * Decides which hosts a run may use. The hosts may change while the run computes, for example when a batch system
 * grants or withdraws some.
 */
public interface HostSupply {
    /** Returns the daemons that may start engines now. Thread-safe. */
    List<DaemonAddress> daemons();

    /**
     * Starts to change a run's engines whenever hosts are granted or withdrawn. Called when the run is about to
     * compute.
     *
     * @param notes receives lines for the user about the changes
     * @return an object to be closed when no more changes are wanted
     */
    Changing accompany(RunDesk desk, Consumer<String> notes, RunPorts ports);
}
