package org.moide.commlib.gate;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.Refusal;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * The entrance of a process: it listens for connections and admits only callers that prove that they know the
 * cluster's secret. Each handshake has a deadline and needs no thread of its own. No code behind the gate sees a byte
 * of a caller without the secret. The gate also watches lifelines.
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>gate thread</td><td>all of the state but {@code tasks}; calls {@link GateHost}</td></tr>
 * <tr><td>any thread</td><td>{@link #watch}, {@link #abandon}, {@link #counters}, {@link #close}</td></tr>
 * </table>
 */
public final class Gate implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("org.moide.gate");

    /** The greatest number of connections that are accepted in a row before the gate serves the other connections. */
    private static final int ACCEPT_BATCH = 64;
    /**
     * The number of first messages that are remembered: more than arrive while a few handshakes last. An attacker who
     * can record more could cut connections anyway.
     */
    private static final int SAID_REMEMBERED = 4_096;
    /** The pause in accepting when the process has no file descriptors left. */
    private static final long REST_MILLIS = 100;
    /** The longest time that {@link #close} waits for the gate's thread. */
    private static final long CLOSE_MILLIS = 5_000;

    private final HandshakeTerms terms;
    private final GateHost host;
    private final ServerSocketChannel listening;
    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final GateCounters counters = new GateCounters();
    /**
     * The connections whose first message has not yet shown that they know the secret, in the order of arrival, which
     * is the order of their deadlines.
     */
    private final Set<ArrivingConnection> strangers = new LinkedHashSet<>();
    /**
     * The connections whose first message shows that they know the secret, in the order in which these messages
     * arrived.
     */
    private final Set<ArrivingConnection> knowing = new LinkedHashSet<>();
    /**
     * The latest first messages that have shown that their callers know the secret. A repeated message is a replay: its
     * sender may have recorded it.
     */
    private final Set<ByteBuffer> said = new LinkedHashSet<>();

    private final TlsStep tls;
    private final Set<LifelineEnd> lifelines = new HashSet<>();
    private boolean resting;
    private long restsUntilNanos;

    /**
     * Creates a gate on a bound channel. It opens with {@link #start}.
     *
     * @param watch limits the TLS handshakes
     * @param threadName the name of the gate's thread
     */
    public Gate(
            HandshakeTerms terms, GateHost host, ServerSocketChannel listening, DeadlineWatch watch, String threadName)
            throws IOException {
        this.terms = terms;
        this.host = host;
        this.listening = listening;
        this.selector = Selector.open();
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT);
        this.thread = DaemonThreads.named(threadName, Loop.lasting(this::run), terms.faults());
        this.tls = new TlsStep(terms, host, watch, threadName + "-tls");
    }

    /** Begins to accept callers. */
    public void start() {
        thread.start();
    }

    /** Returns the counters of connections at this gate. */
    public GateCounters counters() {
        return counters;
    }

    /**
     * Watches the opener's end of a lifeline, an idle connection that closes when one of its two processes ends. The
     * channel belongs to the gate from now on.
     */
    LifelineEnd watch(SocketChannel channel, Runnable whenClosed) {
        LifelineEnd end = new LifelineEnd(channel, whenClosed);
        execute(() -> adopt(end));
        return end;
    }

    /** Closes the opener's end of a lifeline, without running the action that was to run when it closes. */
    void abandon(LifelineEnd end) {
        if (end.abandon()) {
            execute(() -> {
                lifelines.remove(end);
                closeQuietly(end.channel());
            });
        }
    }

    private void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void run() {
        try {
            Loop.ofRounds(thread.getName(), closing::get, this::round, terms.faults())
                    .run();
        } finally {
            strangers.forEach(arrival -> closeQuietly(arrival.channel()));
            knowing.forEach(arrival -> closeQuietly(arrival.channel()));
            lifelines.forEach(end -> closeQuietly(end.channel()));
            tasks.clear();
            closeQuietly(listening);
            closeQuietly(selector);
        }
    }

    private void round() throws IOException {
        selector.select(millisToNextDeadline());
        // Clears the interrupt flag: no code ends this thread by interruption, and with the flag set it would never
        // sleep again.
        Thread.interrupted();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            Loop.piece(thread.getName(), terms.faults(), task);
        }
        try {
            for (SelectionKey key : new ArrayDeque<>(selector.selectedKeys())) {
                serve(key);
            }
        } finally {
            selector.selectedKeys().clear(); // keys that are still ready are selected again
        }
        expire();
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (!(key.attachment() instanceof ReadyHandler ready)) {
            accept(key);
            return;
        }
        try {
            ready.ready(key);
        } catch (IOException | CancelledKeyException e) {
            key.cancel();
            closeQuietly(key.channel());
            end(ready, e);
        } catch (RuntimeException | Error fault) {
            // Threads or memory were short for this connection; the gate still serves the others.
            key.cancel();
            closeQuietly(key.channel());
            Loop.tell(thread.getName(), fault, terms.faults());
            // The connection may have become a lifeline meanwhile.
            end(key.attachment() instanceof ReadyHandler now ? now : ready, fault);
        }
    }

    private void end(ReadyHandler ready, Throwable why) {
        if (ready instanceof LifelineEnd lifeline) {
            lifelines.remove(lifeline);
        }
        Loop.piece(thread.getName(), terms.faults(), () -> ready.ended(why));
    }

    private void accept(SelectionKey key) {
        for (int count = 0; count < ACCEPT_BATCH; count++) {
            try {
                SocketChannel channel = listening.accept();
                if (channel == null) {
                    return;
                }
                arrive(channel);
            } catch (IOException e) {
                // Probably no file descriptors are left. Closing the oldest connection frees one. The gate pauses,
                // because the kernel would report the waiting connection again at once.
                counters.acceptFailed();
                terms.faults().onFault(thread.getName(), e);
                dropOldest();
                key.interestOps(0);
                resting = true;
                restsUntilNanos = terms.ticker().nanoTime() + TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
                return;
            }
        }
    }

    private void arrive(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            KeepAlive.enable(channel);
            if (strangers.size() + knowing.size() >= terms.limits().waiting()) {
                dropOldest();
            }
            long deadline =
                    terms.ticker().nanoTime() + terms.limits().handshake().toNanos();
            ArrivingConnection arrival = new ArrivingConnection(this, terms, channel, deadline);
            channel.register(selector, SelectionKey.OP_READ, arrival);
            strangers.add(arrival);
            counters.arrived();
        } catch (IOException e) {
            // The caller has closed the connection already.
            closeQuietly(channel);
        } catch (RuntimeException | Error fault) {
            closeQuietly(channel);
            Loop.tell(thread.getName(), fault, terms.faults());
        }
    }

    private void dropOldest() {
        Set<ArrivingConnection> from = strangers.isEmpty() ? knowing : strangers;
        if (!from.isEmpty()) {
            drop(from.iterator().next(), new TimeoutException("dropped for a newer one"));
        }
    }

    /**
     * Takes the first message of a connection. If the message shows knowledge of the secret, the connection is not
     * dropped in favour of strangers.
     */
    void heard(ArrivingConnection arrival, byte[] nonce) {
        if (terms.isKnowing(nonce) && said.add(ByteBuffer.wrap(nonce)) && strangers.remove(arrival)) {
            knowing.add(arrival);
            if (said.size() > SAID_REMEMBERED) {
                said.remove(said.iterator().next());
            }
        }
    }

    private void drop(ArrivingConnection arrival, Exception why) {
        closeQuietly(arrival.channel());
        dropped(arrival, why);
    }

    /** Removes a connection that ended before the gate gave its verdict, and counts it. */
    void dropped(ArrivingConnection arrival, Throwable why) {
        forget(arrival);
        counters.dropped(why);
    }

    private void forget(ArrivingConnection arrival) {
        strangers.remove(arrival);
        knowing.remove(arrival);
    }

    private long millisToNextDeadline() {
        long now = terms.ticker().nanoTime();
        long nanos = Long.MAX_VALUE;
        if (!strangers.isEmpty()) {
            nanos = strangers.iterator().next().deadlineNanos() - now;
        }
        for (ArrivingConnection arrival : knowing) {
            nanos = Math.min(nanos, arrival.deadlineNanos() - now);
        }
        if (resting) {
            nanos = Math.min(nanos, restsUntilNanos - now);
        }
        if (nanos == Long.MAX_VALUE) {
            return 0; // select takes 0 as no limit
        }
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void expire() {
        long now = terms.ticker().nanoTime();
        List<ArrivingConnection> late = new ArrayList<>();
        for (ArrivingConnection stranger : strangers) {
            if (stranger.deadlineNanos() - now > 0) {
                break;
            }
            late.add(stranger);
        }
        for (ArrivingConnection arrival : knowing) {
            if (arrival.deadlineNanos() - now <= 0) {
                late.add(arrival);
            }
        }
        for (ArrivingConnection arrival : late) {
            drop(
                    arrival,
                    new TimeoutException("no proof within " + terms.limits().handshake()));
        }
        if (resting && restsUntilNanos - now <= 0) {
            resting = false;
            listening.keyFor(selector).interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    /**
     * Makes this node's TLS key on another thread. After success or failure, runs {@code then} on the gate's thread.
     */
    void whenKeyed(Runnable then) {
        terms.encryption().whenTried(problem -> {
            if (problem != null) {
                LOG.log(System.Logger.Level.WARNING, "callers are refused: {0}", problem.getMessage());
            }
            execute(then);
        });
    }

    boolean full() {
        return lifelines.size() >= terms.limits().sessions() || host.full();
    }

    GateHost host() {
        return host;
    }

    /** Hands on a connection that passed, and closes any other; the verdict has been sent to the caller. */
    void leave(ArrivingConnection arrival, SelectionKey key, Refusal verdict) throws IOException {
        forget(arrival);
        counters.judged(verdict);
        SocketChannel channel = arrival.channel();
        if (verdict != Refusal.NONE || arrival.purpose() == Purpose.FIND) {
            key.cancel();
            closeQuietly(channel);
            return;
        }
        if (arrival.purpose() == Purpose.LIFELINE) {
            String owner = arrival.subject();
            LifelineEnd end = new LifelineEnd(channel, () -> host.lifelineClosed(owner));
            lifelines.add(end);
            key.attach(end);
            host.lifelineOpened(owner);
            return;
        }
        key.cancel();
        // A channel can become blocking only after no selector has it registered.
        selector.selectNow();
        channel.configureBlocking(true);
        if (arrival.tls()) {
            tls.begin(channel.socket(), arrival);
        } else if (arrival.purpose() == Purpose.DATA) {
            host.connected(arrival.line(), arrival.subject());
        } else {
            host.called(arrival.line(), arrival.subject());
        }
    }

    private void adopt(LifelineEnd end) {
        try {
            end.channel().configureBlocking(false);
            end.channel().register(selector, SelectionKey.OP_READ, end);
            lifelines.add(end);
        } catch (IOException e) {
            closeQuietly(end.channel());
            end(end, new EOFException("closed before it was watched: " + e));
        }
    }

    private static void closeQuietly(AutoCloseable what) {
        try {
            what.close();
        } catch (Exception e) {
            // The resource counts as closed anyway.
        }
    }

    /**
     * Closes the port, all connections in their handshake, and all lifelines. The gate's threads do nothing more after
     * that.
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        tls.close();
        if (thread.getState() == Thread.State.NEW) {
            closeQuietly(listening);
            closeQuietly(selector);
            return;
        }
        selector.wakeup();
        if (Thread.currentThread() == thread) {
            return;
        }
        DaemonThreads.join(thread, CLOSE_MILLIS);
        tls.awaitEnd(CLOSE_MILLIS);
    }
}
