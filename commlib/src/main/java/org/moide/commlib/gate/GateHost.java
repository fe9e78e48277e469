package org.moide.commlib.gate;

import java.net.Socket;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;

/** Whom a gate lets callers in to. Called on the gate's thread (after TLS: on one of its helpers); must not block. */
public interface GateHost {
    /** What a proven caller is told; at most 64 KiB. */
    byte[] payload(Purpose purpose);

    /**
     * A proven caller with {@link Purpose#CALL}. The socket is blocking, and the receiver's to close.
     *
     * @param socket what to read and write
     * @param wire what to close: {@code socket} itself, or what TLS goes over
     * @param caller the node ID that it gave
     */
    void arrived(Socket socket, Socket wire, String caller);

    /**
     * A proven caller with {@link Purpose#DATA}. The socket has a channel, is blocking, and the receiver's to close.
     *
     * @param sealed TLS over the wire's channel; null if that is plain
     * @param name whom it is for
     */
    void arrived(Socket wire, @Nullable ByteChannel sealed, String name);

    /** Whether one more session would be too many. */
    boolean full();

    /** A lifeline that another process opened; see {@link org.moide.commlib.port.ObjectSpace.LifelineListener}. */
    void lifelineOpened(String owner);

    /** The end of what {@link #lifelineOpened} told of. */
    void lifelineClosed(String owner);
}
