package org.moide.commlib.rmi;

import java.rmi.server.RMISocketFactory;
import java.util.logging.Logger;
import org.moide.commlib.security.SerialFilters;
import org.moide.commlib.system.FatalErrors;

/** The settings of a whole JVM, made before it uses RMI or any object stream. */
public final class RmiProcess {
    /**
     * The interval between the full garbage collections that RMI requests, by default an hour. Here it is so long that
     * it never passes, since MOIDE has no distributed garbage.
     */
    private static final String NEVER = Long.toString(Long.MAX_VALUE - 1);

    private RmiProcess() {}

    /**
     * Sets the JVM's filter of object streams and RMI's defaults. Every {@code main} must call it first. Values that
     * the user has set by {@code -D} stay.
     *
     * @throws IllegalStateException if the JVM has another filter factory already
     */
    public static void prepare() {
        SerialFilters.install();
        setDefault("sun.rmi.dgc.server.gcInterval", NEVER);
        setDefault("sun.rmi.dgc.client.gcInterval", NEVER);
        // RMI would look this name up in the name service when it starts; no stub of ours carries it anywhere.
        setDefault("java.rmi.server.hostname", RmiSpaceOptions.LOOPBACK);
        acceptAgain();
    }

    /**
     * Keeps RMI from logging a stack trace for each connection that gets no thread: the code that uses the connection
     * reports that.
     */
    static void sayNothingOfThreads() {
        Connections.LOG.setFilter(line -> line.getThrown() == null || !FatalErrors.isOfThreads(line.getThrown()));
    }

    /** Prevents RMI's pause of ten seconds in accepting connections after several connections got no thread. */
    private static void acceptAgain() {
        try {
            if (RMISocketFactory.getFailureHandler() == null) {
                RMISocketFactory.setFailureHandler(fault -> true);
            }
        } catch (SecurityException others) {
            // The process's security manager decides that.
        }
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * The holder of RMI's own logger. Its field keeps the logger alive: a logger that was collected would be made anew,
     * without the filter. The logger is made only when this class is first used.
     */
    private static final class Connections {
        private static final Logger LOG = Logger.getLogger("sun.rmi.transport.tcp");
    }
}
