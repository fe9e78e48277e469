package org.moide.commlib.gate;

import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.Purpose;

/**
 * The process behind a gate, which receives admitted callers. The gate's thread calls it, or after TLS one of the
 * gate's helper threads. No method may block.
 */
public interface GateHost {
    /** Returns the data that an admitted caller gets with the verdict; at most 64 KiB. */
    byte[] payload(Purpose purpose);

    /**
     * Takes a connection that was admitted with {@link Purpose#CALL}. Its socket is blocking, and this method's
     * implementer must close it.
     *
     * @param caller the caller's node ID, as it gave it
     */
    void called(AdmittedConnection line, String caller);

    /**
     * Takes a connection that was admitted with {@link Purpose#DATA}. Its socket has a channel and is blocking, and
     * this method's implementer must close it.
     *
     * @param name the name of the object inside this process that takes the connection
     */
    void connected(AdmittedConnection line, String name);

    /** Returns whether this process has no room for one more session. */
    boolean full();

    /**
     * Learns that another process opened a lifeline, an idle connection that closes when that process ends; see
     * {@link org.moide.commlib.port.ObjectSpace.LifelineListener}.
     */
    void lifelineOpened(String owner);

    /** Learns that the lifeline that {@code owner} had opened has closed, probably because its process ended. */
    void lifelineClosed(String owner);
}
