package org.moide.commlib.message;

import java.util.function.IntUnaryOperator;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Release;
import org.moide.commlib.registration.Registration;

/**
 * The messages of collectives: between the first IDs of engines, with a tag that applications cannot use. Belongs to one
 * compute thread, which uses it while it acts for its engine.
 */
final class ActingLink implements EngineLink {
    private static final String CALL = "collective";

    private final PostOffice office;
    private final Puller puller;
    private final Station station;
    private final IntUnaryOperator idOf;
    private final int tag;

    ActingLink(PostOffice office, Puller puller, Station station) {
        this(office, puller, station, firstIdOf(office.registration()), Envelope.COLLECTIVE_TAG);
    }

    /**
     * Makes a link among whatever takes the place of engines.
     *
     * @param idOf who receives for each
     */
    ActingLink(PostOffice office, Puller puller, Station station, IntUnaryOperator idOf, int tag) {
        this.office = office;
        this.puller = puller;
        this.station = station;
        this.idOf = idOf;
        this.tag = tag;
    }

    private static IntUnaryOperator firstIdOf(Registration registration) {
        return engine -> registration.engines().get(engine).firstId();
    }

    @Override
    public Sent start(int engine, long note, Slice data) {
        Offer offer = office.send(station, idOf.applyAsInt(engine), tag, note, data);
        return () -> {
            if (offer != null) {
                office.await(offer, office.liveness().ofCollectives(), CALL);
            }
        };
    }

    @Override
    public Arrival take(int engine) {
        Message message = office.take(
                station, idOf.applyAsInt(engine), tag, null, office.liveness().ofCollectives(), CALL);
        return new Head(message);
    }

    /** Whoever left a collective did so because it failed somewhere; this engine is being told of that as well. */
    private RuntimeException failureBehind(SenderLeftException left) {
        Release release = office.liveness().ofCollectives();
        station.waiter().awaitFor(release::holds, office.limits().resendFor().toNanos(), CALL);
        release.check(CALL);
        return left;
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
            try {
                message.into(target, station);
            } catch (SenderLeftException left) {
                throw failureBehind(left);
            }
        }
    }

    @Override
    public byte[] encode(Object value) {
        return office.encode(value, station);
    }

    @Override
    public Object decode(byte[] bytes) {
        return puller.decode(bytes, station);
    }

    @Override
    public void breakAll(boolean usage, String why) {
        Liveness liveness = office.liveness();
        if (liveness.breakCollectives(usage, why)) {
            office.tellFailure(usage, why, station);
        }
    }
}
