package org.moide.commlib.sim;

import java.time.Duration;
import java.util.function.Consumer;
import org.moide.commlib.port.ObjectSpace;

/** A lifeline between two simulated processes, with both of its ends. Only the holder of the baton uses it. */
final class SimLifeline implements ObjectSpace.Lifeline {
    private final SimNode opener;
    private final SimNode acceptor;
    private final String owner;
    private final Runnable whenClosed;
    private boolean openHere = true;
    private boolean openThere;

    SimLifeline(SimNode opener, SimNode acceptor, String owner, Runnable whenClosed) {
        this.opener = opener;
        this.acceptor = acceptor;
        this.owner = owner;
        this.whenClosed = whenClosed;
    }

    /** Opens the lifeline; blocks until it is open. */
    void connect(Duration deadline) {
        opener.cluster().lifelines().add(this);
        boolean connected = false;
        try {
            new SimCall(opener, acceptor, "lifeline of " + owner + " to " + acceptor, deadline)
                    .make(0, this::accept, false);
            connected = true;
        } finally {
            if (!connected) {
                close();
            }
        }
    }

    /** Accepts the lifeline, at the process to which it is opened. */
    private byte[][] accept() {
        if (openHere) { // otherwise the opener gave up before its request arrived
            openThere = true;
            acceptor.space().tellListener(listener -> listener.opened(owner));
        }
        return Wire.NOTHING;
    }

    @Override
    public boolean isOpen() {
        return openHere;
    }

    @Override
    public void close() {
        if (openHere) {
            openHere = false;
            opener.cluster().lifelines().remove(this);
            endThere();
        }
    }

    /**
     * Ends the lifeline because a process or its space is gone. The other end learns of it as soon as the network
     * delivers that.
     */
    void lost(SimNode process) {
        if (process == opener) {
            openHere = false;
            endThere();
        } else if (process == acceptor) {
            openThere = false;
            opener.cluster()
                    .network()
                    .notify(acceptor, opener, "lifeline closed", false, () -> opener.perform(this::endHere));
        }
    }

    /** Breaks the lifeline, as a network device may do. Each end learns of it after the network's latency. */
    void reset() {
        opener.cluster()
                .network()
                .notify(acceptor, opener, "lifeline reset", false, () -> opener.perform(this::endHere));
        endThere();
    }

    boolean concerns(SimNode process) {
        return process == opener || process == acceptor;
    }

    private void endHere() {
        if (openHere) {
            openHere = false;
            opener.cluster().lifelines().remove(this);
            whenClosed.run();
        }
    }

    private void endThere() {
        Consumer<ObjectSpace.LifelineListener> closed = listener -> listener.closed(owner);
        opener.cluster()
                .network()
                .notify(
                        opener,
                        acceptor,
                        "lifeline closed",
                        false,
                        () -> acceptor.perform(() -> {
                            if (openThere) {
                                openThere = false;
                                acceptor.space().tellListener(closed);
                            }
                        }));
    }
}
