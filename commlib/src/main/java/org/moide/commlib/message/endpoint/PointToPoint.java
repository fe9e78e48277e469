package org.moide.commlib.message.endpoint;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Pending;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Received;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.message.rendezvous.Offer;

/**
 * Sends and receives between two IDs of a group. It compares types and lengths of both sides before data moves.
 * Belongs to a compute thread; the engine's service thread may complete what it has begun.
 */
final class PointToPoint {
    private static final List<ElementType> TYPES = List.of(ElementType.values());

    private final GroupMembers members;
    private final Endpoint self;
    private final MessageSender messageSender;
    private final @Nullable LocalExchange neighbours;
    private final PostedReceives posted;
    private final MessageTrace trace;

    /**
     * Creates the object by which a thread sends and receives in a group.
     *
     * @param neighbours the fast exchange within the engine; null to use messages only
     */
    PointToPoint(
            GroupMembers members,
            Endpoint self,
            MessageSender messageSender,
            @Nullable LocalExchange neighbours,
            PostedReceives posted) {
        this.members = members;
        this.self = self;
        this.messageSender = messageSender;
        this.neighbours = neighbours;
        this.posted = posted;
        this.trace = new MessageTrace(self, messageSender);
    }

    private int id() {
        return members.own();
    }

    private NamedCall call(String name, String direction, int peer, int tag) {
        return new NamedCall(name, direction, peer, tag, members);
    }

    void send(int receiver, int tag, Slice data) {
        NamedCall call = call("send", "to", receiver, tag);
        Release release = checkOther(call);
        finish(sent(receiver, tag, Envelope.NO_NOTE, data), release, call);
    }

    void send(int receiver, int tag, Serializable value) {
        if (ElementType.isArray(value)) {
            send(receiver, tag, Slice.of(value));
            return;
        }
        NamedCall call = call("send", "to", receiver, tag);
        Release release = checkOther(call);
        finish(sent(receiver, tag, Objects.requireNonNull(value, "value")), release, call);
    }

    private @Nullable Offer sent(int receiver, int tag, long note, Slice data) {
        int outside = members.outside(receiver);
        trace.sent(outside, tag, data.bytes());
        return messageSender.send(self, outside, tag, note, data);
    }

    private @Nullable Offer sent(int receiver, int tag, Object value) {
        int outside = members.outside(receiver);
        trace.sent(outside, tag, 0);
        return messageSender.send(self, outside, tag, Envelope.NO_NOTE, value);
    }

    private void finish(@Nullable Offer offer, Release release, NamedCall call) {
        if (offer != null) {
            messageSender.await(offer, release, call);
        }
    }

    /**
     * Takes the next message of one member of the group, or of any member; receives that this thread has begun before
     * get their messages first.
     */
    private Message take(int sender, int tag, @Nullable Slice into, Release release, NamedCall call) {
        Message message = posted.isIdle()
                ? messageSender.take(self, outside(sender), tag, into, release, call)
                : posted.take(outside(sender), tag, release, call);
        trace.taken(message.sender(), message.tag(), into == null ? 0 : into.bytes());
        return message;
    }

    private int outside(int sender) {
        return sender == CommLib.ANY_SENDER ? sender : members.outside(sender);
    }

    private Received describe(Message message) {
        int length = message.content() == Content.OBJECT ? 1 : message.length();
        return new Received(members.inside(message.sender()), message.tag(), length);
    }

    int receive(int sender, int tag, Slice into) {
        NamedCall call = call("receive", "from", sender, tag);
        Release release = checkPattern(call);
        return bringIn(take(sender, tag, into, release, call), into, call, self);
    }

    Received receiveFrom(int sender, int tag, Slice into) {
        NamedCall call = call("receiveFrom", "from", sender, tag);
        Release release = checkPattern(call);
        Message message = take(sender, tag, into, release, call);
        bringIn(message, into, call, self);
        return describe(message);
    }

    private int bringIn(Message message, Slice into, NamedCall call, Endpoint by) {
        if (message.content().elements() != into.type() || message.length() > into.length()) {
            throw refuse(message, call, "expected at most " + describe(into) + ", found " + message.describe(), by);
        }
        message.into(into.part(0, message.length()), by);
        return message.length();
    }

    <T> T receive(int sender, int tag, Class<T> type) {
        NamedCall call = call("receive", "from", sender, tag);
        Release release = checkPattern(call);
        return valueOf(take(sender, tag, null, release, call), type, call, self);
    }

    /** Returns the message's object or array; throws if it is not of the given type. */
    static <T> T valueOf(Message message, Class<T> type, NamedCall call, Endpoint by) {
        ElementType elements = message.content().elements();
        if (elements != null && !type.isInstance(elements.newArray(0))) {
            throw refuse(message, call, "expected a " + type.getName() + ", found " + message.describe(), by);
        }
        Object value = message.value(by);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(call + ": expected a " + type.getName() + ", found a "
                    + value.getClass().getName());
        }
        return type.cast(value);
    }

    Received probe(int sender, int tag) {
        NamedCall call = call("probe", "from", sender, tag);
        Release release = checkPattern(call);
        return describe(posted.probe(outside(sender), tag, release, call));
    }

    Optional<Received> tryProbe(int sender, int tag) {
        checkPattern(call("tryProbe", "from", sender, tag));
        return Optional.ofNullable(posted.tryProbe(outside(sender), tag)).map(this::describe);
    }

    Pending isend(int receiver, int tag, Slice data) {
        NamedCall call = call("isend", "to", receiver, tag);
        Release release = checkOther(call);
        return new PendingSend(sent(receiver, tag, Envelope.NO_NOTE, data), messageSender, release, call);
    }

    Pending isend(int receiver, int tag, Serializable value) {
        if (ElementType.isArray(value)) {
            return isend(receiver, tag, Slice.of(value));
        }
        NamedCall call = call("isend", "to", receiver, tag);
        Release release = checkOther(call);
        Object sent = Objects.requireNonNull(value, "value");
        return new PendingSend(sent(receiver, tag, sent), messageSender, release, call);
    }

    PendingReceive<Received> ireceive(int sender, int tag, Slice into) {
        NamedCall call = call("ireceive", "from", sender, tag);
        Release release = checkPattern(call);
        posted.serve();
        trace.begun(outside(sender), tag);
        return posted.begin(outside(sender), tag, release, call, (message, by) -> {
            bringIn(message, into, call, by);
            return describe(message);
        });
    }

    <T> PendingReceive<T> ireceive(int sender, int tag, Class<T> type) {
        NamedCall call = call("ireceive", "from", sender, tag);
        Release release = checkPattern(call);
        posted.serve();
        trace.begun(outside(sender), tag);
        return posted.begin(outside(sender), tag, release, call, (message, by) -> valueOf(message, type, call, by));
    }

    void exchange(int partner, int tag, Slice out, Slice in) {
        NamedCall call = call("exchange", "with", partner, tag);
        Release release = check(call);
        checkApart(call, out, in);
        if (partner == id()) {
            exchangeWithSelf(call, out, in);
            return;
        }
        if (neighbours != null && posted.isIdle() && neighbours.tryExchange(partner, tag, out, in, call)) {
            return;
        }
        Offer offer = sent(partner, tag, head(in), out);
        boolean received = false;
        try {
            Message message = take(partner, tag, in, release, call);
            checkFits(message, call, out, in);
            message.into(in, self);
            received = true;
        } finally {
            if (offer != null && !received) {
                messageSender.withdraw(offer);
            }
        }
        finish(offer, release, call);
    }

    private static void checkApart(NamedCall call, Slice out, Slice in) {
        boolean overlap = out.array() == in.array()
                && out.offset() < in.offset() + in.length()
                && in.offset() < out.offset() + out.length();
        if (overlap) {
            throw new IllegalArgumentException(call + ": expected slices that do not overlap, found elements "
                    + out.offset() + " to " + (out.offset() + out.length()) + " out and " + in.offset() + " to "
                    + (in.offset() + in.length()) + " in of the same array");
        }
    }

    private static void exchangeWithSelf(NamedCall call, Slice out, Slice in) {
        if (head(out) != head(in)) {
            throw new IllegalArgumentException(
                    call + ": expected as many out as in, found " + describe(out) + " out and " + describe(in) + " in");
        }
        Elements.copy(out, in);
    }

    /**
     * Checks that types and lengths fit. Both sides see the same lengths of both directions, so both find the same
     * error.
     */
    private void checkFits(Message message, NamedCall call, Slice out, Slice in) {
        if (message.content().elements() != in.type() || message.length() != in.length()) {
            throw refuse(message, call, "expected " + describe(in) + ", found " + message.describe(), self);
        }
        if (message.note() != Envelope.NO_NOTE && message.note() != head(out)) {
            throw refuse(
                    message,
                    call,
                    "the other side expected " + describeHead(message.note()) + ", but " + describe(out) + " were sent",
                    self);
        }
    }

    private static IllegalArgumentException refuse(Message message, NamedCall call, String problem, Endpoint by) {
        message.refuse(call + ": " + problem, by);
        return new IllegalArgumentException(call + ": " + problem);
    }

    /** Returns a slice's type and length packed into one number, for comparison with the peer's. */
    private static long head(Slice data) {
        return (long) TYPES.indexOf(data.type()) << Integer.SIZE | data.length();
    }

    private static String describeHead(long head) {
        long type = head >>> Integer.SIZE;
        return type < TYPES.size()
                ? Content.describe(TYPES.get((int) type), head & Integer.MAX_VALUE)
                : "what only a collective sends";
    }

    private static String describe(Slice data) {
        return Content.describe(data.type(), data.length());
    }

    private Release checkOther(NamedCall call) {
        Release release = check(call);
        if (call.rank() == id()) {
            throw new IllegalArgumentException(call + ": expected another ID: it would wait for itself");
        }
        return release;
    }

    private Release check(NamedCall call) {
        return check(call, members, messageSender);
    }

    /** Checks the arguments of a call, and returns the condition that releases waits for its peer. */
    static Release check(NamedCall call, GroupMembers members, MessageSender messageSender) {
        Liveness liveness = messageSender.liveness();
        liveness.checkRunning(call);
        if (call.rank() < 0 || call.rank() >= members.count()) {
            throw new IllegalArgumentException(call + ": expected an ID from 0 to " + (members.count() - 1));
        }
        checkTag(call);
        return liveness.of(messageSender.engineOf(call.peer()));
    }

    private static void checkTag(NamedCall call) {
        if (call.tag() < 0) {
            throw new IllegalArgumentException(call + ": expected a tag from 0 on");
        }
    }

    /** Checks like {@link #checkOther}, but allows wildcards for sender and tag. */
    private Release checkPattern(NamedCall call) {
        if (call.tag() != CommLib.ANY_TAG) {
            checkTag(call);
        }
        if (call.rank() != CommLib.ANY_SENDER) {
            return checkOther(
                    new NamedCall(call.name(), call.direction(), call.rank(), Math.max(0, call.tag()), members));
        }
        messageSender.liveness().checkRunning(call);
        return messageSender.liveness().ofAll();
    }
}
