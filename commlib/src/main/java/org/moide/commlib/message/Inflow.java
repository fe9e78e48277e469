package org.moide.commlib.message;

import org.moide.commlib.Slice;
import org.moide.commlib.port.Signal;

/**
 * The data of a long message on its way into its receiver's array.
 *
 * <p><b>Threads.</b> The thread that reads the link moves it on; the receiver looks whether it is over.
 */
final class Inflow {
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
    Inflow(Slice target, Signal signal) {
        this.target = target;
        this.signal = signal;
    }

    /**
     * Where the next piece goes.
     *
     * @throws IllegalArgumentException if it is not the next, or too long
     */
    Slice place(long offsetBytes, int bytes) {
        if (offsetBytes != receivedBytes || bytes > target.bytes() - receivedBytes) {
            throw new IllegalArgumentException("expected at most " + (target.bytes() - receivedBytes) + " bytes from "
                    + receivedBytes + " on, found " + bytes + " from " + offsetBytes + " on");
        }
        return Elements.piece(target, offsetBytes, bytes);
    }

    /** That piece is in its place. */
    void received(int bytes) {
        receivedBytes += bytes;
        if (receivedBytes == target.bytes()) {
            complete = true;
            signal.raise();
        }
    }

    /** The sender has left. */
    void gone() {
        gone = true;
        signal.raise();
    }

    boolean isGone() {
        return gone;
    }

    boolean isOver() {
        return complete || gone;
    }
}
