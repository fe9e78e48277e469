package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * The end of a tunnel: it accepts connections at Unix domain sockets, reads where each wants to go, and carries its
 * bytes in both directions if that is allowed. It does not interpret the bytes. One thread does all of it.
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>the door's thread</td><td>all of the state but {@code tasks} and {@code doors}; calls each {@link
 * Doorman}</td></tr>
 * <tr><td>any thread</td><td>{@link #open}, {@link #close}</td></tr>
 * </table>
 */
public final class TunnelDoor implements AutoCloseable {
    /**
     * The greatest number of connections through a door at once: some engines' connections to all other engines; each
     * takes two file descriptors.
     */
    private static final int MOST_PASSAGES = 4096;

    /** The bytes read at once: a full TLS record and more. */
    private static final int SCRATCH_BYTES = 256 * 1024;

    /** The longest wait for a request: as long as a gate waits for a caller. */
    private static final long ASKING_NANOS = Duration.ofSeconds(5).toNanos();

    /** The pause between checks for late passages, and for sockets at which accepting failed. */
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long CLOSE_MILLIS = 5_000;

    private final Ticker ticker;
    private final FaultHandler faults;
    private final Selector selector;
    private final Thread thread;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<Path, ServerSocketChannel> doors = new ConcurrentHashMap<>();
    private final List<SelectionKey> resting = new ArrayList<>();
    private long nextLookNanos;
    private volatile boolean closed;

    /** Creates a door without sockets, and starts its thread. */
    public TunnelDoor(String threadName, Ticker ticker, FaultHandler faults) throws IOException {
        this.ticker = ticker;
        this.faults = faults;
        this.selector = Selector.open();
        this.nextLookNanos = ticker.nanoTime() + LOOK_NANOS;
        this.thread = DaemonThreads.named(threadName, Loop.lasting(this::run), faults);
        thread.start();
    }

    /**
     * Begins to accept connections at a Unix domain socket; the doorman decides where each may go.
     *
     * @throws IOException if the door cannot listen there; its message says why
     */
    public void open(Path socket, Doorman doorman) throws IOException {
        ServerSocketChannel listening = UnixPlace.listen(socket);
        listening.configureBlocking(false);
        doors.put(socket, listening);
        tasks.add(() -> {
            try {
                listening.register(selector, SelectionKey.OP_ACCEPT, doorman);
            } catch (IOException impossible) {
                faults.onFault(thread.getName(), impossible);
            }
        });
        selector.wakeup();
    }

    private void run() {
        try {
            Loop.ofRounds(thread.getName(), () -> closed, this::round, faults).run();
        } finally {
            for (SelectionKey key : selector.keys()) {
                closeQuietly(key.channel());
            }
            try {
                selector.close();
            } catch (IOException gone) {
                // It is closed in any case.
            }
        }
    }

    private void round() throws IOException {
        selector.select(Duration.ofNanos(LOOK_NANOS).toMillis());
        Thread.interrupted();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            Loop.piece(thread.getName(), faults, task);
        }
        try {
            for (SelectionKey key : new ArrayDeque<>(selector.selectedKeys())) {
                Loop.piece(thread.getName(), faults, () -> serve(key));
            }
        } finally {
            selector.selectedKeys().clear(); // keys that are still ready are selected again
        }
        look();
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Doorman doorman) {
            accept(key, (ServerSocketChannel) key.channel(), doorman);
        } else if (key.attachment() instanceof Passage passage) {
            boolean goesOn = false;
            try {
                goesOn = passage.ready();
            } catch (IOException | CancelledKeyException gone) {
                // Both ends see the end of the connection.
            } catch (RuntimeException | Error fault) {
                Loop.tell(thread.getName(), fault, faults);
            }
            if (!goesOn) {
                passage.close();
            }
        }
    }

    private void accept(SelectionKey key, ServerSocketChannel listening, Doorman doorman) {
        try {
            for (SocketChannel near = listening.accept(); near != null; near = listening.accept()) {
                take(near, doorman);
            }
        } catch (IOException full) {
            // Probably no file descriptors are left. The door pauses, since the kernel would report the waiting
            // connection again at once.
            key.interestOps(0);
            resting.add(key);
            faults.onFault(thread.getName(), full);
        }
    }

    private void take(SocketChannel near, Doorman doorman) {
        boolean taken = false;
        try {
            UnixPlace.requireOwnPeer(near);
            near.configureBlocking(false);
            if (selector.keys().size() >= 2 * MOST_PASSAGES) {
                near.write(ByteBuffer.wrap(new byte[] {TunnelAnswer.FULL.code()}));
            } else {
                new Passage(near, doorman, selector, scratch, ticker.nanoTime() + ASKING_NANOS);
                taken = true;
            }
        } catch (IOException gone) {
            // The peer belongs to another user, or has ended already.
        } finally {
            if (!taken) {
                closeQuietly(near);
            }
        }
    }

    private void look() {
        long now = ticker.nanoTime();
        if (nextLookNanos - now > 0) {
            return;
        }
        nextLookNanos = now + LOOK_NANOS;
        for (SelectionKey key : resting) {
            if (key.isValid()) {
                key.interestOps(SelectionKey.OP_ACCEPT);
            }
        }
        resting.clear();
        List<Passage> late = new ArrayList<>();
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Passage passage && passage.isLate(now)) {
                late.add(passage);
            }
        }
        late.forEach(Passage::close);
    }

    static void closeQuietly(SelectableChannel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            // It is closed in any case.
        }
    }

    /** Closes all sockets and passages, and removes the sockets' files. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        DaemonThreads.join(thread, CLOSE_MILLIS);
        doors.forEach((socket, listening) -> {
            closeQuietly(listening);
            try {
                Files.deleteIfExists(socket);
            } catch (IOException stays) {
                // The file goes with its owner's folder.
            }
        });
    }
}
