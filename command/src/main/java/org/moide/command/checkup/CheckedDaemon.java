package org.moide.command.checkup;

import org.moide.commlib.registration.NodeReference;

/** A distributed object beside a daemon that reports the state of the daemon's machine. */
public interface CheckedDaemon {
    /** The name under which the object is exported. */
    String NAME = "daemon-checkup";

    /**
     * Checks this machine, and tries to reach the asker. Blocks for some seconds, or longer if the name service does.
     *
     * @param asker the process that asks, which exports {@link Asker}
     */
    DaemonWord checkup(NodeReference asker);

    /** The process that asks. Daemons call it back, since a run needs connections in both directions. */
    interface Asker {
        /** The name under which the object is exported. */
        String NAME = "doctor";

        /** Returns at once; the call shows that the asker can be reached. */
        void hello();
    }
}
