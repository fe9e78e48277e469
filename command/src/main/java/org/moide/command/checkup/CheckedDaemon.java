package org.moide.command.checkup;

import org.moide.commlib.registration.NodeReference;

/** The remote interface of an object in a daemon's process. The object reports the state of the daemon's machine. */
public interface CheckedDaemon {
    /** The name under which the object is exported. */
    String NAME = "daemon-checkup";

    /**
     * Checks this machine, and tries to call back the process that asks. Blocks for some seconds, or longer if the name
     * service is slow.
     *
     * @param asker the process that asks, which exports {@link Asker}
     */
    DaemonWord checkup(NodeReference asker);

    /**
     * The process that asks a daemon for a checkup. Daemons call it back, since a run needs connections in both
     * directions.
     */
    interface Asker {
        /** The name under which the object is exported. */
        String NAME = "doctor";

        /** Returns at once. A successful call shows that the process can be reached. */
        void hello();
    }
}
