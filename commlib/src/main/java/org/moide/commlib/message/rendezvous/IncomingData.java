package org.moide.commlib.message.rendezvous;

import org.moide.commlib.Slice;
import org.moide.commlib.message.Destination;
import org.moide.commlib.port.Signal;

/**
 * The data of a long message that is arriving over a link.
 *
 * <p><b>Threads.</b> The thread that reads the link adds data; the receiver checks whether it is complete.
 */
public final class IncomingData {
    private final Destination destination;
    private final Signal signal;
    private long receivedBytes;
    private volatile boolean complete;
    private volatile boolean gone;

    /**
     * Creates the state in which no byte of the message has arrived.
     *
     * @param signal the signal on which the receiver waits
     */
    public IncomingData(Destination destination, Signal signal) {
        this.destination = destination;
        this.signal = signal;
    }

    /**
     * Returns the slice to which the caller must copy the next piece.
     *
     * @throws IllegalArgumentException if the piece is not the next one, or is too long
     */
    public Slice place(long offsetBytes, int bytes) {
        if (offsetBytes != receivedBytes || bytes > destination.bytes() - receivedBytes) {
            throw new IllegalArgumentException("expected at most " + (destination.bytes() - receivedBytes)
                    + " bytes from " + receivedBytes + " on, found " + bytes + " from " + offsetBytes + " on");
        }
        return destination.place(offsetBytes, bytes);
    }

    /** Records that the next piece has been copied to its {@link #place}. */
    public void received(int bytes) {
        destination.placed(receivedBytes, bytes);
        receivedBytes += bytes;
        if (receivedBytes == destination.bytes()) {
            complete = true;
            signal.raise();
        }
    }

    /** Returns the number of bytes that have arrived. Called by the thread that adds data, or after it has finished. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** Records that the sender no longer waits, so that the rest of the data will not come. */
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
