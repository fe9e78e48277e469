package org.moide.commlib.message;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.channel.Channel;
import org.moide.commlib.channel.Frame;
import org.moide.commlib.port.DataConnection;

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

    private final Links links;
    private final Channel channel;
    private final AtomicBoolean owes = new AtomicBoolean();
    private final List<Envelope> unacknowledged = new ArrayList<>();
    private volatile @Nullable Frame owed;
    private volatile int engine;
    private volatile boolean ending;
    private int unacknowledgedBytes;
    private boolean backlogged;
    private long next;

    /**
     * A link over this connection.
     *
     * @param engine the other side, or -1 if it has yet to say who it is
     */
    Link(Links links, DataConnection connection, int engine) {
        this.links = links;
        this.engine = engine;
        this.channel = new Channel(connection, this);
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
        boolean urgent = envelope.context() % Contexts.KINDS != Contexts.MESSAGES
                || envelope instanceof Envelope.CollectiveFailed;
        boolean written = channel.write(EnvelopeFrames.encode(envelope, sequence), urgent);
        payDebt();
        return written;
    }

    // --- what comes -----------------------------------------------------------------------------------------------

    @Override
    public void arrived(Frame frame) {
        try {
            if (engine < 0) {
                engine = links.welcome(this, frame);
            } else if (frame.kind() == EnvelopeFrames.ACKNOWLEDGEMENT) {
                links.acknowledged(this, frame.sequence(), EnvelopeFrames.backlogs(frame));
            } else {
                accept(frame);
            }
        } catch (IOException | IllegalArgumentException nonsense) {
            channel.breakOff(new IOException("engine " + engine + " sent what no engine of ours sends", nonsense));
        }
    }

    private void accept(Frame frame) throws IOException {
        Envelope envelope = EnvelopeFrames.decode(frame);
        long expected = links.arrivals().arrived(engine, frame.sequence(), envelope);
        if (expected <= frame.sequence()) {
            throw new IOException("expected envelope " + expected + ", found " + frame.sequence());
        }
        next = expected;
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
            List<Acknowledgement.Backlog> backlogs = links.arrivals().backlogs(unacknowledged);
            backlogged = !backlogs.isEmpty();
            unacknowledged.clear();
            unacknowledgedBytes = 0;
            owed = EnvelopeFrames.acknowledge(next, backlogs);
        }
        payDebt();
    }

    /** Writes the newest acknowledgement, or leaves it to whoever is writing now, or to the next who comes. */
    private void payDebt() {
        while (owed != null && owes.compareAndSet(false, true)) {
            Frame paid = owed;
            boolean written;
            try {
                written = paid == null || channel.writeUnlessBusy(paid);
                if (written && owed == paid) {
                    owed = null;
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
        links.broken(this);
    }
}
