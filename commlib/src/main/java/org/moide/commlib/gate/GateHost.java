package org.moide.commlib.gate;

import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.Purpose;

/**
 * The host behind a gate, to which it lets callers in. Called on the gate's thread (after TLS: on one of its helpers);
 * must not block.
 */
public interface GateHost {
    /** The words that a proven caller is told; at most 64 KiB. */
    byte[] payload(Purpose purpose);

    /**
     * A proven caller with {@link Purpose#CALL}. The line's socket is blocking, and the receiver's to close.
     *
     * @param caller the node ID that it gave
     */
    void called(AdmittedConnection line, String caller);

    /**
     * A proven caller with {@link Purpose#DATA}. The line's socket has a channel, is blocking, and the receiver's to close.
     *
     * @param name whom it is for
     */
    void connected(AdmittedConnection line, String name);

    /** Returns whether one more session would be too many. */
    boolean full();

    /** A lifeline that another process opened; see {@link org.moide.commlib.port.ObjectSpace.LifelineListener}. */
    void lifelineOpened(String owner);

    /** The end of what {@link #lifelineOpened} told of. */
    void lifelineClosed(String owner);
}
