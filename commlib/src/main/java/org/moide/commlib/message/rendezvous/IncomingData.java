package org.moide.commlib.message.rendezvous;

import org.moide.commlib.Slice;
import org.moide.commlib.message.Destination;
import org.moide.commlib.port.Signal;

/**
 * The data of a long message on its way to its receiver.
 *
 * <p><b>Threads.</b> The thread that reads the link moves it on; the receiver looks whether it is over.
 */
public final class IncomingData {
    private final Destination destination;
    private final Signal signal;
    private long receivedBytes;
    private volatile boolean complete;
    private volatile boolean gone;

    /**
     * Makes data of which nothing has come yet.
     *
     * @param signal where the receiver waits
     */
    public IncomingData(Destination destination, Signal signal) {
        this.destination = destination;
        this.signal = signal;
    }

    /**
     * The place where the next piece goes.
     *
     * @throws IllegalArgumentException if it is not the next, or too long
     */
    public Slice place(long offsetBytes, int bytes) {
        if (offsetBytes != receivedBytes || bytes > destination.bytes() - receivedBytes) {
            throw new IllegalArgumentException("expected at most " + (destination.bytes() - receivedBytes)
                    + " bytes from " + receivedBytes + " on, found " + bytes + " from " + offsetBytes + " on");
        }
        return destination.place(offsetBytes, bytes);
    }

    /** Says that the piece is in its place. */
    public void received(int bytes) {
        destination.placed(receivedBytes, bytes);
        receivedBytes += bytes;
        if (receivedBytes == destination.bytes()) {
            complete = true;
            signal.raise();
        }
    }

    /** The number of bytes that are in their place. Called by the thread that moves it on, or after it. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** The sender has left. */
    public void gone() {
        gone = true;
        signal.raise();
    }

    public boolean isGone() {
        return gone;
    }

    public boolean isOver() {
        return complete || gone;
    }
}
