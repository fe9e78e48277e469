package org.moide.commlib.system;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** This host, as the system knows it. */
public final class SystemHost {
    private SystemHost() {}

    /** Its name, for messages. May ask the name service, and so block for a while where that is broken. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost"; // a host that does not know its own name has at least this one
        }
    }
}
