package org.moide.commlib.message.endpoint;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.channel.Channel;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.link.SendWindow;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.message.rendezvous.Offer;
import org.moide.commlib.message.rendezvous.Offers;
import org.moide.commlib.registration.Registration;

/**
 * Decides how a message is sent: into a mailbox of this engine, or to another engine, either with its data or as an
 * announcement.
 *
 * <p><b>Threads.</b> Compute threads, each with its own {@link Endpoint}. All fields are final.
 */
final class MessageSender {
    private final Registration registration;
    private final Registration.Member self;
    /** The engine of each logical ID, in an array because every message needs it. */
    private final int[] engineOfId;

    private final int context;
    private final Contexts contexts;
    private final List<Mailbox> mailboxes;
    private final List<SendWindow> sendWindows;
    private final Offers offers;
    private final CommPorts ports;
    private final Liveness liveness;

    MessageSender(
            Registration registration,
            Registration.Member self,
            int context,
            Contexts contexts,
            List<SendWindow> sendWindows,
            Offers offers,
            CommPorts ports,
            Liveness liveness) {
        this.registration = registration;
        this.self = self;
        engineOfId = IntStream.range(0, registration.count())
                .map(id -> registration.memberOf(id).engine())
                .toArray();
        this.context = context;
        this.contexts = contexts;
        this.mailboxes = contexts.mailboxes(context);
        this.sendWindows = List.copyOf(sendWindows);
        this.offers = offers;
        this.ports = ports;
        this.liveness = liveness;
    }

    /** Returns a sender for the messages of another context, for instance those of a group. */
    MessageSender in(int other) {
        return new MessageSender(registration, self, other, contexts, sendWindows, offers, ports, liveness);
    }

    private Envelope inContext(Envelope message) {
        return context == 0 ? message : new Envelope.InContext(context, message);
    }

    /** Returns whether this sender is for messages between all IDs, and not for those of a group or a service. */
    boolean isOfAll() {
        return context == 0;
    }

    Registration registration() {
        return registration;
    }

    CommLimits limits() {
        return ports.limits();
    }

    Liveness liveness() {
        return liveness;
    }

    int engineOf(int id) {
        boolean known = id >= 0 && id < engineOfId.length;
        return known ? engineOfId[id] : registration.memberOf(id).engine();
    }

    /** Returns the mailbox of one of this engine's threads in this context, by the thread's ID. */
    Mailbox mailbox(int id) {
        return mailboxes.get(id - self.firstId());
    }

    /**
     * Sends elements of a primitive array to the thread with ID {@code receiver}.
     *
     * @return null if the data may change at once; otherwise an offer: the data must not change until {@link #await} or
     *     {@link #withdraw} has returned
     */
    @Nullable
    Offer send(Endpoint from, int receiver, int tag, long note, Slice data) {
        int engine = engineOf(receiver);
        if (engine == self.engine()) {
            return sendHere(from, mailbox(receiver), tag, note, data);
        }
        from.counters().countMessage(engine, data.bytes());
        if (!isEager(data.bytes(), from.unreceivedBytes(receiver))) {
            return announce(from, receiver, tag, note, Content.of(data.type()), data);
        }
        from.counters().countEncoding();
        SendWindow window = sendWindows.get(engine);
        byte[] bytes = window.copy(data);
        window.send(
                inContext(new Envelope.Eager(from.id(), receiver, tag, note, Content.of(data.type()), bytes)), from);
        return null;
    }

    private @Nullable Offer sendHere(Endpoint from, Mailbox to, int tag, long note, Slice data) {
        from.counters().countMessage(self.engine(), data.bytes());
        Mailbox.Posted waiting = to.claim(from.id(), tag, data);
        if (waiting != null) {
            to.complete(waiting, note, data);
            return null;
        }
        if (isEager(data.bytes(), to.unreceivedBytes(from.id()))) {
            Slice copy = Slice.of(data.type().newArray(data.length()));
            Elements.copy(data, copy);
            to.put(new Message.Copied(from.id(), tag, note, copy));
            return null;
        }
        Offer offer = new Offer(0, data, self.engine(), from);
        to.put(new Message.Offered(from.id(), tag, note, offer));
        return offer;
    }

    /** Sends an object. The result means the same as that of {@link #send(Endpoint, int, int, long, Slice)}. */
    @Nullable
    Offer send(Endpoint from, int receiver, int tag, long note, Object value) {
        int engine = engineOf(receiver);
        if (engine == self.engine()) {
            from.counters().countMessage(self.engine(), 0);
            Mailbox to = mailbox(receiver);
            boolean eager = isEager(0, to.unreceivedBytes(from.id()));
            Offer offer = eager ? null : new Offer(0, Slice.of(new byte[0]), engine, from);
            to.put(new Message.Handed(from.id(), tag, note, value, offer));
            return offer;
        }
        byte[] bytes = encode(value, from);
        from.counters().countMessage(engine, bytes.length);
        if (!isEager(bytes.length, from.unreceivedBytes(receiver))) {
            return announce(from, receiver, tag, note, Content.OBJECT, Slice.of(bytes));
        }
        sendWindows
                .get(engine)
                .send(inContext(new Envelope.Eager(from.id(), receiver, tag, note, Content.OBJECT, bytes)), from);
        return null;
    }

    private boolean isEager(long bytes, long unreceivedBytes) {
        CommLimits limits = ports.limits();
        return bytes <= Math.min(limits.eagerBytes(), Channel.MOST_PAYLOAD_BYTES)
                && unreceivedBytes + bytes + Envelope.FRAME_BYTES <= limits.creditBytes();
    }

    private Offer announce(Endpoint from, int receiver, int tag, long note, Content content, Slice data) {
        int engine = engineOf(receiver);
        Offer offer = new Offer(offers.nextMessageId(), data, engine, from);
        offers.add(offer);
        boolean sent = false;
        try {
            sendWindows
                    .get(engine)
                    .send(
                            inContext(new Envelope.Announce(
                                    from.id(), receiver, tag, note, content, data.bytes(), offer.messageId())),
                            from);
            sent = true;
        } finally {
            if (!sent) {
                withdraw(offer);
            }
        }
        return offer;
    }

    /**
     * Waits until the receiver has the data.
     *
     * @param release the condition under which it stops waiting
     * @throws IllegalArgumentException if the receiver did not want the message
     */
    void await(Offer offer, Release release, Object call) {
        offer.sender().counters().meets(offer.receiverEngine());
        try {
            offer.await(release, call);
        } finally {
            offers.remove(offer);
        }
    }

    /** Takes back an offer; the receiver can no longer fetch its data. */
    void withdraw(Offer offer) {
        offer.withdraw();
        offers.remove(offer);
    }

    /** Takes the next message of a sender and tag that arrives at {@code at}; waits for it. */
    Message take(Endpoint at, int sender, int tag, @Nullable Slice into, Release release, Object call) {
        if (sender != CommLib.ANY_SENDER) {
            at.counters().meets(engineOf(sender));
        }
        return mailbox(at.id()).take(sender, tag, into, at.waiter(), release, call);
    }

    byte[] encode(Object value, Endpoint from) {
        from.counters().countEncoding();
        long start = from.ticker().nanoTime();
        byte[] bytes = ports.codec().encode(value);
        from.counters().addCommunicating(from.ticker().nanoTime() - start);
        return bytes;
    }

    /**
     * Makes the current or next collective of every thread of every engine fail. Only the first failure is reported.
     */
    void breakCollectives(boolean usage, String why, Endpoint from) {
        if (liveness.breakCollectives(usage, why)) {
            boolean interrupted = Thread.interrupted(); // the flag would keep this thread from sending
            try {
                tellFailure(usage, why, from);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /**
     * Tells the other engines that a collective has failed on this engine. An engine that cannot be reached counts as
     * lost anyway.
     */
    private void tellFailure(boolean usage, String why, Endpoint from) {
        Envelope.CollectiveFailed envelope = new Envelope.CollectiveFailed(usage, why);
        for (Registration.Member member : registration.engines()) {
            if (member.engine() != self.engine()
                    && !liveness.of(member.engine()).holds()) {
                try {
                    sendWindows.get(member.engine()).send(envelope, from);
                } catch (RunEndedException | MemberLostException gone) {
                    // An engine whose run has ended need not know, and a loss is reported elsewhere.
                } catch (CommException unreachable) {
                    ports.around().faults().onFault("telling engine " + member.engine() + " of a failure", unreachable);
                }
            }
        }
    }
}
