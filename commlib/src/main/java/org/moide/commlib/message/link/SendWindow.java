package org.moide.commlib.message.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Batch;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.port.GrowingPause;
import org.moide.commlib.registration.Registration;

/**
 * The way to one other engine: over a link while there is one, otherwise by calls. Envelopes are numbered and kept
 * until they are acknowledged. Envelopes that a broken link had not delivered are sent by calls, in the old order and
 * before any new one.
 *
 * <p>Over a link, each sending thread writes its envelope and goes on. If there is no link or no room in it, one thread
 * becomes the holder: it sends its own envelope and those that other threads have queued meanwhile. Every other thread
 * waits until its envelope is sent, or until it becomes the holder. So there is one call at a time, which keeps the
 * order, and queued messages share calls.
 *
 * <p><b>Threads and fields.</b> Any. {@code lock} guards all fields except {@code said}; only the holder calls
 * {@code transmit}. A thread that holds the lock neither waits nor calls other engines; it may write to a link, which
 * does not block while there is room. Every thread that waits here does so for one {@code Parcel}, so the queue is
 * never longer than the engine has threads. The credit of each pair of IDs bounds what is not acknowledged.
 */
public final class SendWindow {
    /**
     * The first pause of a thread that waits for another thread to retransmit. Each further pause is longer, up to the
     * longest one.
     */
    private static final long FIRST_LOOK_NANOS = 100_000;

    /** The longest pause of a thread that waits for another thread to retransmit. */
    private static final long LONGEST_LOOK_NANOS = 100 * FIRST_LOOK_NANOS;

    private final Registration.Member self;
    private final long epoch;
    private final PeerCalls peer;
    private final Links links;
    private final CommLimits limits;
    private final Release release;
    /**
     * The text by which error messages name a send to this engine. It is made only once, because the arguments of every
     * message are checked with it.
     */
    private final String sending;

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Said> said = new ConcurrentLinkedQueue<>();
    private final Deque<Parcel> queue = new ArrayDeque<>();
    private final Deque<Parcel> unacknowledged = new ArrayDeque<>();
    private @Nullable Link unacknowledgedOver;
    private boolean held;
    private long nextSequence = 1;

    /** An acknowledgement that was read and not processed yet. */
    private record Said(Link link, long next, List<Acknowledgement.Backlog> backlogs) {}

    /** An envelope to be sent, and its sending thread, which waits until it is sent or becomes the holder. */
    private static final class Parcel {
        final Envelope envelope;
        final Endpoint sender;
        long sequence;
        boolean called;
        boolean abandoned;
        volatile boolean turn;
        volatile boolean done;

        Parcel(Envelope envelope, Endpoint sender) {
            this.envelope = envelope;
            this.sender = sender;
        }

        void done(@Nullable Endpoint by) {
            done = true;
            if (sender != by) {
                sender.waiter().signal().raise();
            }
        }
    }

    public SendWindow(
            long epoch, Registration.Member self, PeerCalls peer, Links links, CommLimits limits, Release release) {
        this.epoch = epoch;
        this.self = self;
        this.peer = peer;
        this.links = links;
        this.limits = limits;
        this.release = release;
        this.sending = "sending to engine " + peer.engine();
    }

    /** Returns the bytes of these elements, for an envelope that is sent by this window. */
    public byte[] copy(Slice data) {
        return Elements.encode(data, links.arrays().take(Math.toIntExact(data.bytes())));
    }

    /** Sends an envelope; returns when it has been written to a link, or the receiving engine has it. */
    public void send(Envelope envelope, Endpoint sender) {
        release.check(sending);
        Parcel mine = new Parcel(envelope, sender);
        Link link = links.to(peer.engine());
        lock.lock();
        try {
            hear();
            if (link != null && !held && queue.isEmpty() && write(link, mine)) {
                mine.done = true;
                return;
            }
            queue.add(mine);
            if (!held) {
                held = true;
                mine.turn = true;
            }
        } finally {
            lock.unlock();
        }
        try {
            if (!mine.turn) {
                sender.waiter().await(() -> mine.done || mine.turn || release.holds(), sending);
                if (!mine.done) {
                    release.check(sending);
                }
            }
            while (!mine.done) {
                transmit(sender);
            }
        } finally {
            leave(mine);
        }
    }

    // --- over a link ----------------------------------------------------------------------------------------------

    /**
     * Writes an envelope to the link if there is room and no earlier envelope must be sent by calls. Returns whether it
     * did. Called with the lock held.
     */
    private boolean write(Link current, Parcel parcel) {
        if (isToRecover()) {
            return false;
        }
        Link before = unacknowledged.isEmpty() ? null : unacknowledgedOver;
        Link link = before == null ? current : before;
        if (!link.write(parcel.envelope, nextSequence)) {
            return false;
        }
        unacknowledgedOver = link;
        parcel.sequence = nextSequence++;
        unacknowledged.add(parcel);
        countInFlight(parcel, 1);
        if (!link.usable()) {
            links.toCalls(link); // the link was reported as broken before this parcel was counted
        }
        return true;
    }

    private static void countInFlight(Parcel parcel, int sign) {
        Envelope envelope = parcel.envelope.message();
        if (envelope instanceof Envelope.Eager eager) {
            parcel.sender.addInFlightBytes(eager.receiver(), (long) sign * eager.weightBytes());
        }
    }

    /** Takes an acknowledgement. Called by a thread that reads the link; does not wait for a thread that writes. */
    void acknowledged(Link link, long next, List<Acknowledgement.Backlog> backlogs) {
        said.add(new Said(link, next, backlogs));
        if (lock.tryLock()) {
            try {
                hear();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Processes the acknowledgements that were read. Called with the lock held. */
    private void hear() {
        for (Said heard = said.poll(); heard != null; heard = said.poll()) {
            if (heard.link == unacknowledgedOver && heard.next <= nextSequence) {
                forget(heard.next, heard.backlogs, null);
            }
        }
    }

    /**
     * Sends, by calls, the envelopes that a broken link had not delivered. Blocks until all have arrived, or the other
     * engine is lost.
     */
    void recover(Endpoint endpoint) {
        Object call = "sending again to engine " + peer.engine();
        GrowingPause looks = new GrowingPause(FIRST_LOOK_NANOS, LONGEST_LOOK_NANOS);
        while (!takeToRecover()) {
            if (!isToRecover()) {
                return;
            }
            // The holder retransmits before it sends its own envelope; that may take as long as the peer is silent.
            endpoint.waiter().awaitFor(() -> !isToRecover() || release.holds(), looks.take(), call);
            release.check(call);
        }
        try {
            while (isToRecover()) {
                call(endpoint);
            }
        } finally {
            passOn();
        }
    }

    private boolean takeToRecover() {
        lock.lock();
        try {
            if (held || !isToRecover()) {
                return false;
            }
            held = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isToRecover() {
        lock.lock();
        try {
            Link over = unacknowledgedOver;
            return !unacknowledged.isEmpty() && (over == null || !over.usable());
        } finally {
            lock.unlock();
        }
    }

    // --- for the holder -------------------------------------------------------------------------------------------

    /** Sends queued envelopes, over the link or by one call. */
    private void transmit(Endpoint holder) {
        Link link = isToRecover() ? null : links.to(peer.engine());
        if (link == null) {
            call(holder);
        } else if (!writeQueue(link, holder)) {
            link.room().await(holder, release, sending);
        }
    }

    /** Writes queued envelopes as long as there is room. Returns false if there was no room for any. */
    private boolean writeQueue(Link link, Endpoint holder) {
        lock.lock();
        try {
            boolean any = false;
            for (Parcel next = queue.peek(); next != null && write(link, next); next = queue.peek()) {
                queue.remove();
                next.done(holder);
                any = true;
            }
            return any;
        } finally {
            lock.unlock();
        }
    }

    /** Makes one call that carries the first envelopes: unacknowledged ones, then queued ones. */
    private void call(Endpoint holder) {
        Batch batch = load();
        Acknowledgement answer = peer.deliver(batch, holder);
        long arrived = answer.nextSequence() - batch.firstSequence();
        if (arrived < 1 || answer.nextSequence() > end()) {
            throw peer.nonsense("number " + answer.nextSequence() + " as the next it expects, but numbers "
                    + batch.firstSequence() + " to " + (batch.nextSequence() - 1) + " were sent");
        }
        lock.lock();
        try {
            forget(answer.nextSequence(), answer.backlogs(), holder);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the number that the next envelope will have. All envelopes that the calling thread has sent have lower
     * numbers.
     */
    public long end() {
        lock.lock();
        try {
            return nextSequence;
        } finally {
            lock.unlock();
        }
    }

    private Batch load() {
        lock.lock();
        try {
            if (unacknowledged.isEmpty()) {
                unacknowledgedOver = null;
            }
            List<Envelope> batch = new ArrayList<>();
            long bytes = 0;
            for (Parcel parcel : unacknowledged) {
                if (!fits(batch, bytes, parcel)) {
                    break;
                }
                parcel.called = true;
                batch.add(parcel.envelope);
                bytes += parcel.envelope.weightBytes();
            }
            boolean all = batch.size() == unacknowledged.size();
            for (Parcel next = queue.peek(); all && next != null && fits(batch, bytes, next); next = queue.peek()) {
                queue.remove();
                next.sequence = nextSequence++;
                next.called = true;
                unacknowledged.add(next);
                countInFlight(next, 1);
                batch.add(next.envelope);
                bytes += next.envelope.weightBytes();
            }
            Parcel first = unacknowledged.getFirst();
            return new Batch(epoch, self.engine(), self.incarnation(), first.sequence, batch);
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(List<Envelope> batch, long bytes, Parcel parcel) {
        return batch.size() < limits.batchEnvelopes()
                && (batch.isEmpty() || bytes + parcel.envelope.weightBytes() <= limits.batchBytes());
    }

    /** Drops acknowledged envelopes. Called with the lock held. */
    private void forget(long next, List<Acknowledgement.Backlog> backlogs, @Nullable Endpoint holder) {
        for (Parcel parcel = unacknowledged.peek();
                parcel != null && parcel.sequence < next;
                parcel = unacknowledged.peek()) {
            unacknowledged.remove();
            countInFlight(parcel, -1);
            noteBacklog(parcel, backlogs);
            if (!parcel.called) { // otherwise a call may still be reading the array
                links.arrays().giveBack(parcel.envelope);
            }
            if (!parcel.done) {
                parcel.done(holder);
            }
        }
    }

    private static void noteBacklog(Parcel parcel, List<Acknowledgement.Backlog> backlogs) {
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
        for (Acknowledgement.Backlog backlog : backlogs) {
            if (backlog.sender() == parcel.sender.id() && backlog.receiver() == receiver) {
                bytes = backlog.bytes();
            }
        }
        parcel.sender.setBacklogBytes(receiver, bytes);
    }

    /**
     * Takes back an envelope whose thread stops waiting. If that thread is the holder, makes another thread the holder.
     * If the envelope was sent already, the next holder retransmits it.
     */
    private void leave(Parcel mine) {
        lock.lock();
        try {
            mine.abandoned = true;
            queue.remove(mine);
            if (mine.turn) {
                passOn();
            }
        } finally {
            lock.unlock();
        }
    }

    private void passOn() {
        lock.lock();
        try {
            Parcel next = nextHolder();
            if (next == null) {
                held = false;
            } else {
                next.turn = true;
                next.sender.waiter().signal().raise();
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Parcel nextHolder() {
        for (Parcel parcel : unacknowledged) {
            if (!parcel.abandoned && !parcel.done) {
                return parcel;
            }
        }
        return queue.peek();
    }
}
