package org.moide.commlib.message;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.Release;
import org.moide.commlib.registration.Registration;

/**
 * The way to one other engine. A thread that finds it free makes the call itself and takes along what others have put
 * there meanwhile; who finds it taken waits until its envelope was acknowledged, or until it is its turn to call. So
 * there is one call at a time, which keeps the order, and several messages share it when there are many.
 *
 * <p><b>Threads and fields.</b> Compute threads. {@code queue}, {@code held} and {@code Parcel.turn} are guarded by this;
 * {@code inFlight} and {@code nextSequence} belong to whoever holds the channel, and pass from holder to holder under the
 * lock. Nothing waits or calls out with the lock held. Every thread in here waits for its own one parcel, so the queue is
 * never longer than the engine has threads, and the batch in flight no longer than its limit.
 */
final class Outbound {
    private final Registration.Member self;
    private final long epoch;
    private final Peer peer;
    private final CommLimits limits;
    private final Release release;

    private final Deque<Parcel> queue = new ArrayDeque<>();
    private boolean held;
    private List<Parcel> inFlight = List.of();
    private long nextSequence = 1;

    /** An envelope and who waits for it. */
    private static final class Parcel {
        final Envelope envelope;
        final Station sender;
        boolean abandoned;
        volatile boolean turn;
        volatile boolean done;

        Parcel(Envelope envelope, Station sender) {
            this.envelope = envelope;
            this.sender = sender;
        }
    }

    Outbound(long epoch, Registration.Member self, Peer peer, CommLimits limits, Release release) {
        this.epoch = epoch;
        this.self = self;
        this.peer = peer;
        this.limits = limits;
        this.release = release;
    }

    /** Returns when the receiving engine has the envelope. */
    void send(Envelope envelope, Station sender) {
        Parcel mine = new Parcel(envelope, sender);
        synchronized (this) {
            queue.add(mine);
            if (!held) {
                held = true;
                mine.turn = true;
            }
        }
        try {
            if (!mine.turn) {
                Object call = "sending to engine " + peer.engine();
                sender.waiter().await(() -> mine.done || mine.turn || release.holds(), call);
                if (!mine.done) {
                    release.check(call);
                }
            }
            while (!mine.done) {
                transmit(sender);
            }
        } finally {
            leave(mine);
        }
    }

    /** Makes one call with what is there. Only for the holder. */
    private void transmit(Station holder) {
        if (inFlight.isEmpty()) {
            inFlight = load();
        }
        List<Envelope> envelopes = new ArrayList<>(inFlight.size());
        for (Parcel parcel : inFlight) {
            envelopes.add(parcel.envelope);
        }
        Batch batch = new Batch(epoch, self.engine(), self.incarnation(), nextSequence, envelopes);
        Acknowledgement answer = peer.deliver(batch, holder);
        long arrived = answer.nextSequence() - nextSequence;
        if (arrived < 1 || arrived > inFlight.size()) {
            throw peer.nonsense("number " + answer.nextSequence() + " as the next it expects, but numbers "
                    + batch.firstSequence() + " to " + (batch.nextSequence() - 1) + " were sent");
        }
        nextSequence = answer.nextSequence();
        List<Parcel> finished = inFlight.subList(0, (int) arrived);
        inFlight = List.copyOf(inFlight.subList((int) arrived, inFlight.size()));
        for (Parcel parcel : finished) {
            noteCredit(parcel, answer);
            parcel.done = true;
            if (parcel.sender != holder) {
                parcel.sender.waiter().signal().raise();
            }
        }
    }

    /** Written by the holder before {@code done}, read by the sender after it. */
    private static void noteCredit(Parcel parcel, Acknowledgement answer) {
        int receiver;
        Envelope envelope = parcel.envelope.message();
        if (envelope instanceof Envelope.Eager eager) {
            receiver = eager.receiver();
        } else if (envelope instanceof Envelope.Announce announce) {
            receiver = announce.receiver();
        } else {
            return;
        }
        long bytes = 0;
        for (Acknowledgement.Backlog backlog : answer.backlogs()) {
            if (backlog.sender() == parcel.sender.id() && backlog.receiver() == receiver) {
                bytes = backlog.bytes();
            }
        }
        parcel.sender.setUnreceivedBytes(receiver, bytes);
    }

    private synchronized List<Parcel> load() {
        List<Parcel> batch = new ArrayList<>();
        long bytes = 0;
        Parcel next = queue.peek();
        while (next != null
                && batch.size() < limits.batchEnvelopes()
                && (batch.isEmpty() || bytes + next.envelope.weightBytes() <= limits.batchBytes())) {
            batch.add(next);
            bytes += next.envelope.weightBytes();
            queue.remove();
            next = queue.peek();
        }
        return batch;
    }

    /** Takes back what was not sent and passes the channel on. An envelope that was sent is sent again by the next. */
    private synchronized void leave(Parcel mine) {
        mine.abandoned = true;
        queue.remove(mine);
        if (!mine.turn) {
            return;
        }
        Parcel next = nextHolder();
        if (next == null) {
            held = false;
        } else {
            next.turn = true;
            next.sender.waiter().signal().raise();
        }
    }

    private @Nullable Parcel nextHolder() {
        for (Parcel parcel : inFlight) {
            if (!parcel.abandoned && !parcel.done) {
                return parcel;
            }
        }
        return queue.peek();
    }
}
