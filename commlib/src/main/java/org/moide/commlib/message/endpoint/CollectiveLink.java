package org.moide.commlib.message.endpoint;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.channel.Channel;
import org.moide.commlib.collective.EngineLink;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.link.RendezvousReceiver;
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

    private final MessageSender messageSender;
    private final RendezvousReceiver rendezvous;
    private final Endpoint endpoint;
    private final int[] ids;
    private final int tag;
    private final Map<ElementType, Slice> scratches = new EnumMap<>(ElementType.class);
    private long note = ABSENT;
    /** The collectives that other engines have reported, by engine, since this engine began its current wait. */
    private final long[] heard;

    private boolean heardAny;
    private boolean answering;

    CollectiveLink(MessageSender messageSender, RendezvousReceiver rendezvous, Endpoint endpoint) {
        this(messageSender, rendezvous, endpoint, firstIds(messageSender.registration()), Envelope.COLLECTIVE_TAG);
    }

    /**
     * Creates a link between participants, each of which acts as an engine.
     *
     * @param ids the receiving ID of each participant
     */
    CollectiveLink(MessageSender messageSender, RendezvousReceiver rendezvous, Endpoint endpoint, int[] ids, int tag) {
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
        Message message = messageSender.take(
                endpoint, ids[engine], tag, null, messageSender.liveness().ofCollectives(), CALL);
        return new Head(message);
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
            return message.note();
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
