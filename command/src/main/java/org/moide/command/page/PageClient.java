package org.moide.command.page;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A browser that receives events. Its own thread writes them; other threads only add them to a short queue. A browser
 * that does not read them in time is disconnected, so no thread waits for it.
 *
 * <p>Thread-safe; this object guards the queue, and its lock is not held while an event is written.
 */
final class PageClient {
    /**
     * The greatest number of events in the queue. About one event is sent each second, so a browser with a full queue
     * has read nothing for some twenty seconds.
     */
    static final int MOST_EVENTS = 32;

    private final Socket socket;
    private final Deque<byte[]> events = new ArrayDeque<>();
    private boolean ended;

    PageClient(Socket socket) {
        this.socket = socket;
    }

    /**
     * Encodes an event for the connection.
     *
     * @param name the kind of event
     * @param data the event's data, which must be one line
     */
    static byte[] event(String name, String data) {
        return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Adds an event to the queue. */
    synchronized void tell(byte[] event) {
        if (ended) {
            return;
        }
        if (events.size() == MOST_EVENTS) {
            drop();
            return;
        }
        events.add(event);
        notifyAll();
    }

    /** Ends the connection after the queued events are written. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Closes the connection at once, even in the middle of an event. */
    synchronized void drop() {
        ended = true;
        events.clear();
        notifyAll();
        try {
            socket.close(); // ends its thread's blocked write
        } catch (IOException gone) {
            // It is closed in any case.
        }
    }

    /** Writes events until the connection is to end or the browser is gone. Called by the client's own thread. */
    void serve(OutputStream out) throws IOException, InterruptedException {
        for (byte[] next = next(); next != null; next = next()) {
            out.write(next);
            out.flush();
        }
    }

    private synchronized byte @Nullable [] next() throws InterruptedException {
        while (events.isEmpty() && !ended) {
            wait();
        }
        return events.poll();
    }
}
