package org.moide.commlib.rmi;

import java.rmi.server.RMISocketFactory;
import java.util.logging.Logger;
import org.moide.commlib.security.SerialFilters;
import org.moide.commlib.system.FatalErrors;

/** The settings of a whole JVM before RMI or any object stream is used in it. */
public final class RmiProcess {
    /** RMI would run a full collection every hour for distributed garbage, of which we have none. */
    private static final String NEVER = Long.toString(Long.MAX_VALUE - 1);

    private RmiProcess() {}

    /**
     * Sets the JVM's filter of object streams and RMI's defaults; to be called first thing in every {@code main}. What
     * the user has set by {@code -D} stays.
     *
     * @throws IllegalStateException if the JVM has another filter factory already
     */
    public static void prepare() {
        SerialFilters.install();
        setDefault("sun.rmi.dgc.server.gcInterval", NEVER);
        setDefault("sun.rmi.dgc.client.gcInterval", NEVER);
        // Would be looked up in the name service when RMI starts; no stub of ours carries it anywhere.
        setDefault("java.rmi.server.hostname", RmiSpaceOptions.LOOPBACK);
        acceptAgain();
    }

    /** RMI logs a stack for each connection for which there is no thread: whoever needs that connection says it. */
    static void sayNothingOfThreads() {
        Connections.LOG.setFilter(line -> line.getThrown() == null || !FatalErrors.isOfThreads(line.getThrown()));
    }

    /** RMI would take nobody for ten seconds when some connections in a row could not be given a thread. */
    private static void acceptAgain() {
        try {
            if (RMISocketFactory.getFailureHandler() == null) {
                RMISocketFactory.setFailureHandler(fault -> true);
            }
        } catch (SecurityException others) {
            // Whoever rules this process decides that too.
        }
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** RMI's own logger: held, since one that nobody holds is made anew without its filter. Not before RMI makes it anyway. */
    private static final class Connections {
        private static final Logger LOG = Logger.getLogger("sun.rmi.transport.tcp");
    }
}
