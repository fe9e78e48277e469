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
 * One channel to another engine: envelopes both ways, and the acknowledgements of those that came, some at a time.
 *
 * <p><b>Threads.</b> Any thread writes. What comes is told by one thread at a time, which alone touches {@code engine},
 * {@code unacknowledged}, {@code unacknowledgedBytes} and {@code next}; {@code owed} is handed from there to whoever can
 * write.
 */
final class Link implements Channel.Listener {
    /** An acknowledgement only lets the sender forget, so many messages share one. */
    private static final int ACKNOWLEDGE_ENVELOPES = 64;

    private static final int ACKNOWLEDGE_BYTES = 256 * 1024;

    /**
     * An engine asks once for each thread that receives and each receive that it has begun. More requests than that do
     * not come from an engine of ours.
     */
    private static final int MOST_OUTGOING = 1 << 16;

    /**
     * The owner of a link, which is told how it stands. Must not block. Called by the thread that reads the link;
     * {@link #broken} by one that writes, too.
     */
    interface Owner {
        /** The first frame of a connection that came from elsewhere; returns whose it is. */
        int welcome(Link link, Frame frame) throws IOException;

        /** Hears that something has come from this engine, over whichever of its links. */
        void heard(int engine);

        /** Hears that the other side has all envelopes before this number. */
        void acknowledged(Link link, long nextSequence, List<Acknowledgement.Backlog> backlogs);

        /** The connection is broken; told once. The caller may be holding the link's locks. */
        void broken(Link link);
    }

    private final Owner owner;
    private final ReceiveWindow receiveWindow;
    private final SpareArrays arrays;
    private final Channel channel;
    private final RoomQueue room;
    private final AtomicBoolean owes = new AtomicBoolean();
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
     * A link over this connection.
     *
     * @param receiveWindow takes the envelopes that come
     * @param arrays for their bytes
     * @param engine the other side, or -1 if it has yet to say who it is
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

    /** Writes an envelope if there is room. */
    boolean write(Envelope envelope, long sequence) {
        int kind = envelope.context() % Contexts.KINDS;
        // The receiver of an answer waits for it, and so looks by itself.
        boolean urgent = (kind != Contexts.MESSAGES && kind != Contexts.ANSWERS)
                || envelope instanceof Envelope.CollectiveFailed;
        boolean written = channel.write(EnvelopeFrames.encode(envelope, sequence), urgent);
        payDebt();
        return written;
    }

    /** The threads that wait for room for an envelope. */
    RoomQueue room() {
        return room;
    }

    // --- what comes -----------------------------------------------------------------------------------------------

    @Override
    public void arrived(Frame frame) {
        try {
            if (engine < 0) {
                engine = owner.welcome(this, frame);
                return;
            }
            owner.heard(engine);
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
            return null; // once it has come, it is time to say so
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
            return; // Its receiver has left.
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
     * Moves on what is to be sent; if another thread is at it, has it look again at what there is room for.
     *
     * @return whether anything was sent
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
     * Asks the other side for the data of a message it has announced; returns when all of it is in its place.
     *
     * @return false if the link broke before: then what {@code incoming} has received stays
     * @throws SenderLeftException if the sender has left
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

    /** Writes the newest acknowledgement, or leaves it to whoever is writing now, or to the next who comes. */
    private void payDebt() {
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

    /** Acknowledges all that has come, if nobody is reading now; so the other side need not worry about it. */
    void finish() {
        ending = true;
        channel.finish();
    }

    @Override
    public void broken(IOException why) {
        owner.broken(this);
    }
}
