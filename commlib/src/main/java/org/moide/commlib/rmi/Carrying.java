package org.moide.commlib.rmi;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.gate.DeadlineWatch;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * Makes the carriers of connections that have passed the gate, on both sides. If a ring was agreed on and cannot be
 * made, the acceptor closes the connection, and the caller opens a new one without a ring. Any thread may call it.
 */
final class Carrying {
    private final Carriers carriers;
    private final DeadlineWatch watch;
    private final Ticker ticker;
    private final Duration handshake;

    /**
     * Creates an object that makes carriers for a process's connections.
     *
     * @param handshake how long the peer may take for a ring
     */
    Carrying(Carriers carriers, DeadlineWatch watch, Ticker ticker, Duration handshake) {
        this.carriers = carriers;
        this.watch = watch;
        this.ticker = ticker;
        this.handshake = handshake;
    }

    /** A way to open new connections to the called process. */
    interface Dial {
        /**
         * Opens a connection through the gate.
         *
         * @param ring whether a ring may carry it
         */
        LimitedSocket passage(boolean ring);
    }

    /** The step that makes a carrier (streams or a data connection) of an admitted connection. */
    interface Step<T> {
        T over(AdmittedConnection line) throws IOException;
    }

    /** A connection that passed the gate, and its carrier, which moves its bytes. */
    record Carried<T>(LimitedSocket passage, T carrier) {}

    Carried<CarrierStreams> call(String node, Dial dial) {
        return begin(node, dial, carriers::call);
    }

    Carried<DataConnection> connect(String node, Dial dial) {
        return begin(node, dial, carriers::connect);
    }

    private static <T> Carried<T> begin(String node, Dial dial, Step<T> step) {
        LimitedSocket passage = dial.passage(true);
        try {
            return carried(passage, step);
        } catch (IOException e) {
            if (passage.line().bond() == null || passage.guard().expired()) {
                throw broken(node, e);
            }
        }
        try {
            return carried(dial.passage(false), step);
        } catch (IOException e) {
            throw broken(node, e);
        }
    }

    private static NotDeliveredException broken(String node, IOException why) {
        return new NotDeliveredException("the connection to " + node + " broke before anything was sent over it", why);
    }

    private static <T> Carried<T> carried(LimitedSocket passage, Step<T> step) throws IOException {
        boolean done = false;
        try {
            Carried<T> carried = new Carried<>(passage, step.over(passage.line()));
            done = true;
            return carried;
        } finally {
            if (!done) {
                passage.guard().release();
            }
        }
    }

    CarrierStreams accept(AdmittedConnection line) throws IOException {
        return inTime(line, carriers::accept);
    }

    DataConnection acceptConnection(AdmittedConnection line) throws IOException {
        return inTime(line, carriers::acceptConnection);
    }

    private <T> T inTime(AdmittedConnection line, Step<T> step) throws IOException {
        if (line.bond() == null) {
            return step.over(line);
        }
        DeadlineWatch.Guard guard = watch.guard(line.wire());
        boolean done = false;
        try {
            guard.arm(ticker.nanoTime() + handshake.toNanos());
            T carrier = step.over(line);
            if (!guard.disarm()) {
                throw new SocketTimeoutException("expected a ring within " + handshake + ", found none");
            }
            guard.leave();
            done = true;
            return carrier;
        } finally {
            if (!done) {
                guard.release();
            }
        }
    }
}
