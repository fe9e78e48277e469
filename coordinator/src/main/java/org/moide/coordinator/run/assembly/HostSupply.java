package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.function.Consumer;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunPorts;

/**
 * The supply of hosts for a run: it gets more of them or fewer while it goes on, as the owner of the hosts decides,
 * such as a batch system.
 */
public interface HostSupply {
    /** Returns the daemons where engines may be made now. Any thread. */
    List<DaemonAddress> daemons();

    /**
     * Changes the engines of a run, which is about to compute, as hosts come and go from here on.
     *
     * @param notes told in lines for the user what is done
     */
    Changing accompany(RunDesk desk, Consumer<String> notes, RunPorts ports);
}
