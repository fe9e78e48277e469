package org.moide.commlib.message.rendezvous;

import org.moide.commlib.Slice;
import org.moide.commlib.message.Elements;
import org.moide.commlib.port.Signal;

/**
 * The data of a long message on its way into its receiver's array.
 *
 * <p><b>Threads.</b> The thread that reads the link moves it on; the receiver looks whether it is over.
 */
public final class IncomingData {
    private final Slice target;
    private final Signal signal;
    private long receivedBytes;
    private volatile boolean complete;
    private volatile boolean gone;

    /**
     * Nothing has come yet.
     *
     * @param signal where the receiver waits
     */
    public IncomingData(Slice target, Signal signal) {
        this.target = target;
        this.signal = signal;
    }

    /**
     * Where the next piece goes.
     *
     * @throws IllegalArgumentException if it is not the next, or too long
     */
    public Slice place(long offsetBytes, int bytes) {
        if (offsetBytes != receivedBytes || bytes > target.bytes() - receivedBytes) {
            throw new IllegalArgumentException("expected at most " + (target.bytes() - receivedBytes) + " bytes from "
                    + receivedBytes + " on, found " + bytes + " from " + offsetBytes + " on");
        }
        return Elements.piece(target, offsetBytes, bytes);
    }

    /** That piece is in its place. */
    public void received(int bytes) {
        receivedBytes += bytes;
        if (receivedBytes == target.bytes()) {
            complete = true;
            signal.raise();
        }
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
