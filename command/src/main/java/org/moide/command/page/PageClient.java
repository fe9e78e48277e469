package org.moide.command.page;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A browser that is told what happens. Its own thread writes to it; others only put events into a short queue. A
 * browser that does not take them as they come is dropped: nobody waits for it.
 *
 * <p>Threads: any; the queue is guarded by this object, and nothing is written under that lock.
 */
final class PageClient {
    /**
     * Most events in the queue. There is an event a second, and one more now and then: a browser with a full queue has
     * taken none for some twenty seconds.
     */
    static final int MOST_EVENTS = 32;

    private final Socket socket;
    private final Deque<byte[]> events = new ArrayDeque<>();
    private boolean ended;

    PageClient(Socket socket) {
        this.socket = socket;
    }

    /** Returns an event as it goes over the wire; {@code data} is one line. */
    static byte[] event(String name, String data) {
        return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Puts an event into the queue. */
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

    /** Ends the connection when the events so far have been written. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Ends the connection at once, without any more words, and in the middle of one too. */
    synchronized void drop() {
        ended = true;
        events.clear();
        notifyAll();
        try {
            socket.close(); // its thread comes back from writing
        } catch (IOException gone) {
            // It is closed one way or another.
        }
    }

    /** Writes events until the end, or until the browser is gone. The client's own thread. */
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
