package org.moide.command.checkup;

import org.moide.commlib.registration.NodeReference;

/** A daemon that says how its machine is: a distributed object, beside the daemon itself. */
public interface CheckedDaemon {
    /** The name under which it is exported. */
    String NAME = "daemon-checkup";

    /**
     * Looks at this machine, and tries to reach the asker. Blocks for some seconds at most, or for as long as the name
     * service does.
     *
     * @param asker exports {@link Asker}
     */
    DaemonWord checkup(NodeReference asker);

    /** Process that asks. Daemons call it back, since a run needs both ways. */
    interface Asker {
        /** The name under which it is exported. */
        String NAME = "doctor";

        /** Returns at once. */
        void hello();
    }
}
