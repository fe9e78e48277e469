package org.moide.commlib.gate;

import org.moide.commlib.port.ObjectSpace;

/**
 * The opener's end of a lifeline, an idle connection that closes when one of its two processes ends. Any thread may
 * call it.
 */
public final class OpenLifeline implements ObjectSpace.Lifeline {
    private final Gate gate;
    private final LifelineEnd end;

    OpenLifeline(Gate gate, LifelineEnd end) {
        this.gate = gate;
        this.end = end;
    }

    @Override
    public boolean isOpen() {
        return end.isOpen();
    }

    @Override
    public void close() {
        gate.abandon(end);
    }
}
