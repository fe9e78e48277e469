package org.moide.commlib.message.endpoint;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.channel.Channel;
import org.moide.commlib.collective.EngineLink;
import org.moide.commlib.collective.Hall;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.link.RendezvousReceiver;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.message.rendezvous.Offer;
import org.moide.commlib.registration.Registration;

/**
 * The link of this engine to the others for the messages of collectives. These messages go from the first ID of one
 * engine to the first ID of another, with a tag that applications cannot use. The link belongs to one compute thread,
 * which uses it while it acts for its engine.
 */
final class CollectiveLink implements EngineLink {
    private static final Awaited CALL = new Awaited() {
        @Override
        public String primitive() {
            return "collective";
        }

        @Override
        public int peer() {
            return ALL;
        }

        @Override
        public String toString() {
            return primitive();
        }
    };

    /**
     * The number of parts of the limit of a wait: after each part the waiting thread answers questions of other
     * engines.
     */
    private static final int PARTS_FOR_ANSWERS = 10;

    /**
     * The question in which collective the other engine is. It differs in length from {@code ANSWER}, so that the
     * receiver can distinguish the two without fetching their data.
     */
    private static final Slice QUESTION = Slice.of(new byte[1]);

    private static final Slice ANSWER = Slice.of(new byte[0]);
    private static final long ABSENT = -1;

    /** The message that wakes an engine which sleeps in the hall. */
    private static final Slice WAKES = Slice.of(new byte[0]);

    /** The message of an engine that waits in the hall for the receiver. It differs in length from {@code WAKES}. */
    private static final Slice WAITS = Slice.of(new byte[1]);

    /** The bit of a message's note that tells that its sender waits in the hall; no packed description has it. */
    private static final long IN_HALL = Long.MIN_VALUE;

    private final MessageSender messageSender;
    private final RendezvousReceiver rendezvous;
    private final Endpoint endpoint;
    private final int[] ids;
    private final int tag;
    private final Supplier<@Nullable Hall> hall;
    private final Map<ElementType, Slice> scratches = new EnumMap<>(ElementType.class);
    private long note = ABSENT;
    /** The collectives that other engines have reported, by engine, since this engine began its current wait. */
    private final long[] heard;

    private boolean heardAny;
    private boolean answering;
    /** Whether this engine waits in the hall and has not yet told so those who have not come. */
    private boolean untold;

    /**
     * Creates a link between the engines of the registration.
     *
     * @param hall returns the hall in which these engines meet, or null
     */
    CollectiveLink(
            MessageSender messageSender,
            RendezvousReceiver rendezvous,
            Endpoint endpoint,
            Supplier<@Nullable Hall> hall) {
        this(
                messageSender,
                rendezvous,
                endpoint,
                firstIds(messageSender.registration()),
                Envelope.COLLECTIVE_TAG,
                hall);
    }

    /**
     * Creates a link between participants, each of which acts as an engine.
     *
     * @param ids the receiving ID of each participant
     */
    CollectiveLink(MessageSender messageSender, RendezvousReceiver rendezvous, Endpoint endpoint, int[] ids, int tag) {
        this(messageSender, rendezvous, endpoint, ids, tag, () -> null);
    }

    private CollectiveLink(
            MessageSender messageSender,
            RendezvousReceiver rendezvous,
            Endpoint endpoint,
            int[] ids,
            int tag,
            Supplier<@Nullable Hall> hall) {
        this.hall = hall;
        this.messageSender = messageSender;
        this.rendezvous = rendezvous;
        this.endpoint =
                endpoint.within(messageSender.limits().collectiveWithin().toNanos(), this::answer);
        this.ids = ids;
        this.heard = new long[ids.length];
        Arrays.fill(heard, ABSENT);
        this.tag = tag;
    }

    private static int[] firstIds(Registration registration) {
        return registration.engines().stream()
                .mapToInt(Registration.Member::firstId)
                .toArray();
    }

    @Override
    public Sent start(int engine, long ofCall, Slice data) {
        Offer offer = messageSender.send(endpoint, ids[engine], tag, ofCall, data);
        return () -> {
            if (offer != null) {
                waitsIn(ofCall);
                messageSender.await(offer, messageSender.liveness().ofCollectives(), CALL);
            }
        };
    }

    @Override
    public Arrival take(int engine, long ofCall) {
        waitsIn(ofCall);
        Message message = next(engine);
        while (isNotice(message) && !(message.length() == WAITS.length() && isAhead(engine))) {
            message = next(engine); // it woke this engine, or this engine has come to that meeting since
        }
        return new Head(message);
    }

    private Message next(int engine) {
        return messageSender.take(
                endpoint, ids[engine], tag, null, messageSender.liveness().ofCollectives(), CALL);
    }

    // --- meetings in the hall ---------------------------------------------------------------------------------------

    @Override
    public int meet(Hall where, long ofCall, Slice data) {
        where.come(ofCall, data);
        for (int engine = 0; engine < ids.length; engine++) {
            if (ids[engine] != endpoint.id()) {
                endpoint.counters().countMessage(engine, data.bytes());
            }
        }
        waitsIn(ofCall);
        if (where.allCame()) {
            wakeAll(where);
            return ALL;
        }
        for (int looks = endpoint.waiter().signal().looks(); looks > 0; looks--) {
            if (where.allCame()) {
                return ALL;
            }
            Thread.onSpinWait();
        }
        untold = true;
        try {
            return awaitAll(where);
        } finally {
            untold = false;
        }
    }

    private int awaitAll(Hall where) {
        Release release = messageSender.liveness().ofCollectives();
        BooleanSupplier over = () -> where.allCame() || release.holds() || hasMail();
        while (true) {
            endpoint.counters().meets(missing(where));
            if (!endpoint.waiter().awaitAwake(over)) {
                where.sleeps(true);
                try {
                    endpoint.waiter().await(over, CALL);
                } finally {
                    where.sleeps(false);
                }
            }
            if (where.allCame()) {
                return ALL;
            }
            release.check(CALL);
            int elsewhere = readMail(where);
            if (elsewhere != ALL) {
                return elsewhere;
            }
        }
    }

    private int missing(Hall where) {
        int engine = 0;
        while (engine < ids.length - 1 && where.hasCome(engine)) {
            engine++;
        }
        return engine;
    }

    private boolean hasMail() {
        Mailbox mailbox = messageSender.mailbox(endpoint.id());
        for (int id : ids) {
            if (mailbox.holds(id, tag)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Drops notices. Returns an engine whose message belongs to another collective than that of this meeting; {@link
     * #ALL} if there is none.
     */
    private int readMail(Hall where) {
        Mailbox mailbox = messageSender.mailbox(endpoint.id());
        for (int engine = 0; engine < ids.length; engine++) {
            Message first = mailbox.peek(ids[engine], tag);
            while (first != null && isNotice(first)) {
                mailbox.poll(ids[engine], tag);
                first = mailbox.peek(ids[engine], tag);
            }
            // An engine that sends the first message of the next collective has seen that all have come.
            if (first != null && !where.allCame()) {
                return engine;
            }
        }
        return ALL;
    }

    /** Wakes the engines that sleep in the hall. Called by one that has seen that all have come. */
    private void wakeAll(Hall where) {
        for (int engine = 0; engine < ids.length; engine++) {
            if (ids[engine] != endpoint.id() && where.isAsleep(engine)) {
                notice(engine, WAKES);
            }
        }
    }

    /**
     * Tells the engines that have not come that this one waits for them in the hall: those that wait for a message of
     * this engine then know that it is in another collective.
     */
    private void tellMissing() {
        Hall where = hall.get();
        if (!untold || where == null) {
            return;
        }
        untold = false;
        for (int engine = 0; engine < ids.length; engine++) {
            if (!where.hasCome(engine)) {
                notice(engine, WAITS);
            }
        }
    }

    /**
     * Sends a message of the hall, {@code WAKES} or {@code WAITS}. Its receiver drops it, unless it learns from it that it
     * waits in vain for another message of this engine.
     */
    private void notice(int engine, Slice kind) {
        Offer offer = messageSender.send(endpoint, ids[engine], tag, note | IN_HALL, kind);
        if (offer != null) {
            messageSender.withdraw(offer);
        }
    }

    private static boolean isNotice(Message message) {
        return (message.note() & IN_HALL) != 0;
    }

    private boolean isAhead(int engine) {
        Hall where = hall.get();
        return where != null && where.isAhead(engine);
    }

    // --- the census of a collective ---------------------------------------------------------------------------------

    @Override
    public long[] whoIsThere(long ofCall) {
        for (int engine = 0; engine < ids.length; engine++) {
            if (ids[engine] == endpoint.id()) {
                heard[engine] = ofCall;
            } else {
                tell(ids[engine], ofCall, QUESTION);
            }
        }
        Release release = messageSender.liveness().ofCollectives();
        long patienceNanos = PARTS_FOR_ANSWERS * endpoint.waiter().partNanos();
        BooleanSupplier known = () -> {
            for (Message message = nextOfCensus(); message != null; message = nextOfCensus()) {
                hear(message);
            }
            return release.holds() || Arrays.stream(heard).allMatch(found -> found != ABSENT);
        };
        endpoint.waiter().awaitFor(known, patienceNanos, CALL);
        release.check(CALL);
        return heard.clone();
    }

    /**
     * Answers the questions of other engines in which collective this one is. Called repeatedly while this engine
     * waits.
     */
    private void answer() {
        if (answering) {
            return;
        }
        answering = true;
        try {
            tellMissing();
            for (Message message = nextOfCensus(); message != null; message = nextOfCensus()) {
                hear(message);
                if (message.length() == QUESTION.length()) {
                    tell(message.sender(), note, ANSWER);
                }
            }
        } finally {
            answering = false;
        }
    }

    private void waitsIn(long ofCall) {
        note = ofCall;
        if (heardAny) {
            Arrays.fill(heard, ABSENT);
            heardAny = false;
        }
    }

    private void hear(Message message) {
        heardAny = true;
        int engine = engineOf(message.sender());
        if (engine >= 0) {
            heard[engine] = message.note();
        }
    }

    private @Nullable Message nextOfCensus() {
        return messageSender.mailbox(endpoint.id()).poll(CommLib.ANY_SENDER, Envelope.CENSUS_TAG);
    }

    /** Returns the number of the participant with this ID; -1 if there is none. */
    private int engineOf(int id) {
        return IntStream.range(0, ids.length)
                .filter(engine -> ids[engine] == id)
                .findFirst()
                .orElse(-1);
    }

    private void tell(int id, long what, Slice kind) {
        Offer offer = messageSender.send(endpoint, id, Envelope.CENSUS_TAG, what, kind);
        if (offer != null) { // only if the receiver's credit is used up
            messageSender.withdraw(offer);
        }
    }

    // --- after a failure --------------------------------------------------------------------------------------------

    /**
     * Waits for the failure that made a sender leave the collective: a sender leaves only because the collective
     * failed somewhere, and this engine is told of the failure too.
     */
    private RuntimeException failureBehind(SenderLeftException left) {
        Release release = messageSender.liveness().ofCollectives();
        endpoint.waiter()
                .awaitFor(release::holds, messageSender.limits().resendFor().toNanos(), CALL);
        release.check(CALL);
        return left;
    }

    /** Returns working space for pieces of a message, which stays in the processor's cache from piece to piece. */
    private Slice scratch(Slice like) {
        Slice found = scratches.get(like.type());
        int wanted =
                Math.min(like.length(), Channel.MOST_PAYLOAD_BYTES / like.type().bytes());
        if (found == null || found.length() < wanted) {
            found = Slice.of(like.type().newArray(wanted));
            scratches.put(like.type(), found);
        }
        return found;
    }

    private final class Head implements Arrival {
        private final Message message;

        Head(Message message) {
            this.message = message;
        }

        @Override
        public long note() {
            return message.note() & ~IN_HALL;
        }

        @Override
        public ElementType type() {
            return message.elementType();
        }

        @Override
        public long length() {
            return message.length();
        }

        @Override
        public void into(Slice target) {
            into(Destination.at(target));
        }

        @Override
        public void joinInto(Slice target, BiConsumer<Slice, Slice> join) {
            into(Destination.joined(target, scratch(target), join));
        }

        private void into(Destination destination) {
            try {
                message.into(destination, endpoint);
            } catch (SenderLeftException left) {
                throw failureBehind(left);
            }
        }
    }

    @Override
    public byte[] encode(Object value) {
        return messageSender.encode(value, endpoint);
    }

    @Override
    public Object decode(byte[] bytes) {
        return rendezvous.decode(bytes, endpoint);
    }

    @Override
    public void breakAll(boolean usage, String why) {
        messageSender.breakCollectives(usage, why, endpoint);
    }
}
