package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.function.Consumer;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunPorts;

/** Has hosts for a run while it goes on, more of them or fewer, as those say to whom they belong: a batch system. */
public interface HostSupply {
    /** The daemons where engines may be made now. Any thread. */
    List<DaemonAddress> daemons();

    /**
     * A run is about to compute; from here on its engines are changed as hosts come and go.
     *
     * @param notes told what is done, for the user
     */
    Changing accompany(RunDesk desk, Consumer<String> notes, RunPorts ports);
}
