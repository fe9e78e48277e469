package org.moide.commlib.message.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.channel.Channel;
import org.moide.commlib.channel.Frame;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.EnvelopeFrames;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.SpareArrays;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.message.rendezvous.IncomingData;
import org.moide.commlib.message.rendezvous.OutgoingData;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * One connection to another engine: envelopes in both directions, and acknowledgements of groups of arrived envelopes.
 *
 * <p><b>Threads.</b> Any thread writes. One thread at a time delivers arrived frames; only it touches {@code engine},
 * {@code unacknowledged}, {@code unacknowledgedBytes} and {@code next}. It leaves an acknowledgement in {@code owed},
 * from where any thread that can write sends it.
 */
final class Link implements Channel.Listener {
    /**
     * The number of envelopes that share an acknowledgement. An acknowledgement lets the sender drop its copies and
     * does nothing else, so it may come late.
     */
    private static final int ACKNOWLEDGE_ENVELOPES = 64;

    private static final int ACKNOWLEDGE_BYTES = 256 * 1024;

    /**
     * The greatest number of messages that the peer may request at once. An engine requests at most one for each
     * receiving thread and each begun receive, so a peer that requests more is not a correct engine.
     */
    private static final int MOST_OUTGOING = 1 << 16;

    /**
     * The owner of a link, which learns what happens on it. The thread that reads the link calls it, and {@link
     * #broken} also a thread that writes. No method may block.
     */
    interface Owner {
        /** Takes the first frame of a connection that another engine opened, and returns that engine's number. */
        int welcome(Link link, Frame frame) throws IOException;

        /** Learns that a frame has arrived from an engine over any of the links to it. */
        void heard(int engine);

        /** Learns that an engine has asked whether the link to it still works, or has answered that question. */
        void holds(int engine);

        /** Learns that the peer has all envelopes with lower numbers than {@code nextSequence}. */
        void acknowledged(Link link, long nextSequence, List<Acknowledgement.Backlog> backlogs);

        /** Learns that the connection is broken; called once. The caller may be holding the link's locks. */
        void broken(Link link);
    }

    private final Owner owner;
    private final ReceiveWindow receiveWindow;
    private final SpareArrays arrays;
    private final Channel channel;
    private final RoomQueue room;
    private final AtomicBoolean owes = new AtomicBoolean();
    private final AtomicBoolean probed = new AtomicBoolean(); // whether the peer has asked and got no answer yet
    private final Map<Long, IncomingData> incomingData = new ConcurrentHashMap<>();
    private final Queue<OutgoingData> outgoingData = new ConcurrentLinkedQueue<>();
    private final AtomicInteger openOutgoing = new AtomicInteger();
    private final ReentrantLock flowing = new ReentrantLock();
    private final AtomicInteger flowsWanted = new AtomicInteger();
    private final List<Envelope> unacknowledged = new ArrayList<>();
    private final AtomicReference<@Nullable Frame> owed = new AtomicReference<>();
    private volatile int engine;
    private volatile boolean ending;
    private int unacknowledgedBytes;
    private boolean backlogged;
    private boolean dataCame;
    private boolean envelopesCame;
    private long next;

    /**
     * Creates a link over a connection.
     *
     * @param receiveWindow takes the envelopes that arrive
     * @param arrays provides arrays for their bytes
     * @param engine the peer's number, or -1 if its first frame will tell it
     */
    Link(
            Owner owner,
            ReceiveWindow receiveWindow,
            SpareArrays arrays,
            DataConnection connection,
            int engine,
            Ticker ticker) {
        this.owner = owner;
        this.receiveWindow = receiveWindow;
        this.arrays = arrays;
        this.engine = engine;
        this.channel = new Channel(connection, this, ticker);
        this.room = new RoomQueue(channel::hasRoom);
    }

    Channel channel() {
        return channel;
    }

    int engine() {
        return engine;
    }

    boolean usable() {
        return !channel.broken();
    }

    /** Writes an envelope to the connection if there is room. Returns whether it was written. */
    boolean write(Envelope envelope, long sequence) {
        int kind = envelope.context() % Contexts.KINDS;
        // The receiver of an answer waits for it, and so polls by itself.
        boolean urgent = (kind != Contexts.MESSAGES && kind != Contexts.ANSWERS)
                || envelope instanceof Envelope.CollectiveFailed;
        boolean written = channel.write(EnvelopeFrames.encode(envelope, sequence), urgent);
        payDebt();
        return written;
    }

    /** Returns the queue of threads that wait until there is room for an envelope. */
    RoomQueue room() {
        return room;
    }

    // --- arriving frames --------------------------------------------------------------------------------------------

    @Override
    public void arrived(Frame frame) {
        try {
            if (engine < 0) {
                engine = owner.welcome(this, frame);
                return;
            }
            switch (frame.kind()) {
                case EnvelopeFrames.PROBE -> {
                    probed.set(true);
                    owner.holds(engine);
                    return;
                }
                case EnvelopeFrames.HOLDS -> {
                    owner.holds(engine);
                    return;
                }
                default -> owner.heard(engine);
            }
            switch (frame.kind()) {
                case EnvelopeFrames.ACKNOWLEDGEMENT ->
                    owner.acknowledged(this, frame.sequence(), EnvelopeFrames.backlogs(frame));
                case EnvelopeFrames.PULL -> {
                    if (openOutgoing.incrementAndGet() > MOST_OUTGOING) {
                        throw new IOException("expected at most " + MOST_OUTGOING + " messages asked for at once");
                    }
                    outgoingData.add(new OutgoingData(frame.note(), receiveWindow.offer(frame.note(), engine)));
                }
                case EnvelopeFrames.DATA -> takeData(frame);
                case EnvelopeFrames.GONE -> {
                    IncomingData incoming = incomingData.get(frame.note());
                    if (incoming != null) {
                        incoming.gone();
                    }
                }
                default -> accept(frame);
            }
        } catch (IOException | IllegalArgumentException nonsense) {
            channel.breakOff(new IOException("engine " + engine + " sent what no engine of ours sends", nonsense));
        }
    }

    @Override
    public @Nullable Slice target(Frame head, int payloadBytes) {
        if (head.kind() != EnvelopeFrames.DATA) {
            return null;
        }
        IncomingData incoming = incomingData.get(head.note());
        try {
            return incoming == null ? null : incoming.place(head.sequence(), payloadBytes);
        } catch (IllegalArgumentException nonsense) {
            return null; // the frame is refused when it has arrived completely
        }
    }

    @Override
    public byte[] array(int payloadBytes) {
        return arrays.take(payloadBytes);
    }

    private void takeData(Frame frame) {
        dataCame = true;
        IncomingData incoming = incomingData.get(frame.note());
        if (incoming == null) {
            return; // Its receiver has stopped waiting.
        }
        Slice place = incoming.place(frame.sequence(), frame.tag());
        if (frame.payload().length > 0) {
            Elements.fill(place, frame.payload(), 0);
        }
        incoming.received(frame.tag());
    }

    private void accept(Frame frame) throws IOException {
        Envelope envelope = EnvelopeFrames.decode(frame);
        long expected = receiveWindow.arrived(engine, frame.sequence(), envelope, arrays);
        if (expected <= frame.sequence()) {
            throw new IOException("expected envelope " + expected + ", found " + frame.sequence());
        }
        next = expected;
        envelopesCame = true;
        unacknowledged.add(envelope);
        unacknowledgedBytes += envelope.weightBytes();
    }

    @Override
    public void drained() {
        boolean due = ending
                || backlogged
                || unacknowledged.size() >= ACKNOWLEDGE_ENVELOPES
                || unacknowledgedBytes >= ACKNOWLEDGE_BYTES;
        if (due && !unacknowledged.isEmpty()) {
            List<Acknowledgement.Backlog> backlogs = receiveWindow.backlogs(unacknowledged);
            backlogged = !backlogs.isEmpty();
            unacknowledged.clear();
            unacknowledgedBytes = 0;
            owed.set(EnvelopeFrames.acknowledge(next, backlogs));
        }
        if (envelopesCame) {
            envelopesCame = false;
            channel.answered();
        }
        if (dataCame) {
            dataCame = false;
            channel.nudge();
        }
        payDebt();
        advance();
    }

    @Override
    public boolean looked() {
        room.looked();
        return advance();
    }

    /**
     * Sends data that the peer has requested, as far as there is room. If another thread is sending it now, that thread
     * checks for room once more.
     *
     * @return whether any data was sent
     */
    private boolean advance() {
        if (outgoingData.isEmpty()) {
            return false;
        }
        boolean moved = false;
        flowsWanted.incrementAndGet();
        int seen;
        do {
            if (!flowing.tryLock()) {
                return moved;
            }
            try {
                seen = flowsWanted.get();
                OutgoingData first = outgoingData.peek();
                while (first != null) {
                    long before = first.sentBytes();
                    boolean over = first.advance(channel);
                    moved |= over || first.sentBytes() != before;
                    if (!over) {
                        break;
                    }
                    outgoingData.remove(first);
                    openOutgoing.decrementAndGet();
                    first = outgoingData.peek();
                }
            } finally {
                flowing.unlock();
            }
        } while (flowsWanted.get() != seen);
        return moved;
    }

    // --- long messages --------------------------------------------------------------------------------------------

    /**
     * Requests the data of a message that the peer has announced; returns when all of it has arrived.
     *
     * @return false if the link broke before: then {@code incoming} keeps the received part
     * @throws SenderLeftException if the sender has stopped waiting
     */
    boolean pull(long messageId, IncomingData incoming, Endpoint receiver, Release release, Object call) {
        incomingData.put(messageId, incoming);
        try {
            Frame ask = Frame.of(EnvelopeFrames.PULL, 0, 0, messageId);
            while (!channel.writeAwaited(ask) && usable()) {
                room.await(receiver, release, call);
            }
            receiver.waiter().await(() -> incoming.isOver() || !usable() || release.holds(), call);
        } finally {
            incomingData.remove(messageId);
            if (!incoming.isOver()) {
                channel.afterReading(() -> {});
            }
        }
        if (incoming.isGone()) {
            throw new SenderLeftException(call + ": " + SenderLeftException.WHY);
        }
        if (!incoming.isOver()) {
            release.check(call);
        }
        return incoming.isOver();
    }

    /**
     * Asks the peer to answer, which shows whether the link still works. Does not block; if there is no room now, other
     * bytes are on their way that show the same.
     */
    void probe() {
        channel.writeUrgentUnlessBusy(Frame.of(EnvelopeFrames.PROBE, 0, 0, 0));
    }

    private void answerProbe() {
        if (probed.compareAndSet(true, false)
                && !channel.writeUrgentUnlessBusy(Frame.of(EnvelopeFrames.HOLDS, 0, 0, 0))) {
            probed.set(true); // the next thread that acknowledges tries again
        }
    }

    /**
     * Writes the latest acknowledgement that has not been sent yet. If another thread is writing, the acknowledgement
     * is left to that thread or to the next one.
     */
    private void payDebt() {
        answerProbe();
        while (owed.get() != null && owes.compareAndSet(false, true)) {
            boolean written;
            try {
                Frame paid = owed.get();
                written = paid == null || channel.writeUnlessBusy(paid);
                if (written) {
                    owed.compareAndSet(paid, null);
                }
            } finally {
                owes.set(false);
            }
            if (!written) {
                return;
            }
        }
    }

    /**
     * Acknowledges everything that has arrived, unless another thread is reading: the peer then need not send it
     * again.
     */
    void finish() {
        ending = true;
        channel.finish();
    }

    @Override
    public void broken(IOException why) {
        owner.broken(this);
    }
}
