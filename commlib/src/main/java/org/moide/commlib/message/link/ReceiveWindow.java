package org.moide.commlib.message.link;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Batch;
import org.moide.commlib.message.Chunk;
import org.moide.commlib.message.ChunkRequest;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.SpareArrays;
import org.moide.commlib.message.Verdict;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.message.mailbox.MessageFetcher;
import org.moide.commlib.message.rendezvous.Offer;
import org.moide.commlib.message.rendezvous.Offers;
import org.moide.commlib.registration.Registration;

/**
 * The receiving end of an engine: takes the envelopes of each other engine in the order of their numbers, each once.
 *
 * <p><b>Threads.</b> Threads of the object space. {@code expected[e]} is guarded by {@code locks[e]}. A mailbox's lock
 * is taken with it held, never the other way round. No method waits.
 */
public final class ReceiveWindow implements MessagePort {
    private final Registration registration;
    private final Registration.Member self;
    private final Contexts contexts;
    private final Offers offers;
    private final MessageFetcher fetcher;
    private final Liveness liveness;
    private final CommLimits limits;
    private final Object[] locks;
    private final long[] expected;
    private final AtomicLong repeats = new AtomicLong();

    public ReceiveWindow(
            Registration registration,
            Registration.Member self,
            Contexts contexts,
            Offers offers,
            MessageFetcher fetcher,
            Liveness liveness,
            CommLimits limits) {
        this.registration = registration;
        this.self = self;
        this.contexts = contexts;
        this.offers = offers;
        this.fetcher = fetcher;
        this.liveness = liveness;
        this.limits = limits;
        this.locks = new Object[registration.engines().size()];
        this.expected = new long[locks.length];
        for (int engine = 0; engine < locks.length; engine++) {
            locks[engine] = new Object();
            expected[engine] = 1;
        }
    }

    public long repeatsDropped() {
        return repeats.get();
    }

    /** Returns the number of the first envelope from {@code engine} that has not arrived. */
    public long expected(int engine) {
        synchronized (locks[engine]) {
            return expected[engine];
        }
    }

    @Override
    public Acknowledgement deliver(Batch batch) {
        Refusal refusal = refusal(batch.epoch(), batch.fromEngine(), batch.incarnation());
        if (refusal != null) {
            return new Acknowledgement(refusal.verdict, 0, List.of(), refusal.why);
        }
        batch.envelopes().forEach(envelope -> check(envelope, batch.fromEngine()));
        long next;
        synchronized (locks[batch.fromEngine()]) {
            next = expected[batch.fromEngine()];
            long known = Math.max(0, next - batch.firstSequence());
            repeats.addAndGet(Math.min(known, batch.envelopes().size()));
            if (batch.firstSequence() <= next) {
                for (long i = known; i < batch.envelopes().size(); i++) {
                    accept(batch.envelopes().get((int) i), batch.fromEngine(), null);
                    next++;
                }
                expected[batch.fromEngine()] = next;
            }
        }
        return new Acknowledgement(Verdict.ACCEPTED, next, backlogs(batch.envelopes()), "");
    }

    /**
     * Takes one envelope that arrived over a link.
     *
     * @param arrays takes the array of its bytes back after the message was received
     * @return the number of the first envelope that is missing here; if that is {@code sequence}, this one was not
     *     taken
     */
    long arrived(int engine, long sequence, Envelope envelope, SpareArrays arrays) {
        if (refuses(
                registration.epoch(), engine, registration.engines().get(engine).incarnation())) {
            return sequence;
        }
        check(envelope, engine);
        synchronized (locks[engine]) {
            if (sequence < expected[engine]) {
                repeats.incrementAndGet();
            } else if (sequence == expected[engine]) {
                accept(envelope, engine, arrays);
                expected[engine]++;
            }
            return expected[engine];
        }
    }

    /** Returns the offer of an announced message that an engine requests; null if its sender no longer waits. */
    @Nullable
    Offer offer(long messageId, int engine) {
        return offers.find(messageId, engine);
    }

    /** Returns whether this engine refuses an engine's messages, in general or in the given epoch. */
    boolean refuses(long epoch, int engine, long incarnation) {
        return engine < 0 || refusal(epoch, engine, incarnation) != null;
    }

    @Override
    public Chunk fetch(ChunkRequest request) {
        Refusal refusal = refusal(request.epoch(), request.fromEngine(), request.incarnation());
        if (refusal != null) {
            return new Chunk(refusal.verdict, new byte[0], refusal.why);
        }
        Offer offer = offers.find(request.messageId(), request.fromEngine());
        if (offer == null || !offer.isOpen()) {
            return new Chunk(Verdict.GONE, new byte[0], SenderLeftException.WHY);
        }
        if (request.bytes() > limits.chunkBytes()) {
            throw new IllegalArgumentException(
                    "expected at most " + limits.chunkBytes() + " bytes in a chunk, found " + request.bytes());
        }
        byte[] encoded = Elements.encode(offer.data(), request.offsetBytes(), request.bytes());
        if (!offer.isOpen()) {
            // The sender stopped waiting and may have changed the array before it was read.
            return new Chunk(Verdict.GONE, new byte[0], SenderLeftException.WHY);
        }
        return new Chunk(Verdict.ACCEPTED, encoded, "");
    }

    private record Refusal(Verdict verdict, String why) {}

    private @Nullable Refusal refusal(long epoch, int engine, long incarnation) {
        String here = "engine " + self.engine() + " is in epoch " + registration.epoch();
        if (epoch > registration.epoch()) {
            return new Refusal(Verdict.NOT_YET, here + ", not yet in " + epoch);
        }
        if (epoch < registration.epoch()) {
            return new Refusal(Verdict.OVER, here + ", " + epoch + " is over");
        }
        if (engine >= expected.length
                || registration.engines().get(engine).incarnation() != incarnation
                || engine == self.engine()) {
            return new Refusal(
                    Verdict.STRANGER, here + " and does not know an engine " + engine + ", incarnation " + incarnation);
        }
        String ended = liveness.ended();
        if (ended != null) {
            return new Refusal(Verdict.OVER, here + ", which is over: " + ended);
        }
        String lost = liveness.lost(engine);
        if (lost != null) {
            return new Refusal(Verdict.STRANGER, here + " and counts engine " + engine + " as lost: " + lost);
        }
        return null;
    }

    private void check(Envelope outer, int fromEngine) {
        Envelope envelope = outer.message();
        if (envelope instanceof Envelope.Eager eager) {
            checkIds(eager.sender(), eager.receiver(), fromEngine);
            eager.content().checkBytes(eager.bytes().length);
        } else if (envelope instanceof Envelope.Announce announce) {
            checkIds(announce.sender(), announce.receiver(), fromEngine);
            announce.content().checkBytes(announce.bytes());
        }
    }

    private void checkIds(int sender, int receiver, int fromEngine) {
        if (registration.memberOf(sender).engine() != fromEngine
                || registration.memberOf(receiver).engine() != self.engine()) {
            throw new IllegalArgumentException("expected a message from an ID of engine " + fromEngine
                    + " to one of engine " + self.engine() + ", found one from " + sender + " to " + receiver);
        }
    }

    private void accept(Envelope outer, int fromEngine, @Nullable SpareArrays arrays) {
        outer.message().handle(new Accepting(outer.context(), fromEngine, arrays));
    }

    private Mailbox mailbox(int context, int id) {
        return contexts.mailboxes(context).get(id - self.firstId());
    }

    /** Returns the pairs of IDs among these envelopes that have many unreceived bytes. */
    List<Acknowledgement.Backlog> backlogs(List<Envelope> envelopes) {
        List<Acknowledgement.Backlog> backlogs = new ArrayList<>();
        for (Envelope outer : envelopes) {
            Envelope envelope = outer.message();
            if (envelope instanceof Envelope.Eager eager) {
                addBacklog(outer.context(), eager.sender(), eager.receiver(), backlogs);
            } else if (envelope instanceof Envelope.Announce announce) {
                addBacklog(outer.context(), announce.sender(), announce.receiver(), backlogs);
            }
        }
        return backlogs;
    }

    private void addBacklog(int context, int sender, int receiver, List<Acknowledgement.Backlog> backlogs) {
        long bytes = mailbox(context, receiver).unreceivedBytes(sender);
        if (bytes >= limits.backlogStepBytes()) {
            backlogs.add(new Acknowledgement.Backlog(sender, receiver, bytes));
        }
    }

    /** The handler that accepts the next envelope in order; what it does depends on the envelope's kind. */
    private final class Accepting implements Envelope.Handler {
        private final int context;
        private final int fromEngine;
        private final @Nullable SpareArrays arrays;

        Accepting(int context, int fromEngine, @Nullable SpareArrays arrays) {
            this.context = context;
            this.fromEngine = fromEngine;
            this.arrays = arrays;
        }

        @Override
        public void eager(Envelope.Eager eager) {
            mailbox(context, eager.receiver()).put(new Message.Arrived(eager, fetcher, arrays));
        }

        @Override
        public void announce(Envelope.Announce announce) {
            mailbox(context, announce.receiver()).put(new Message.Announced(announce, fetcher));
        }

        @Override
        public void taken(Envelope.Taken taken) {
            Offer offer = offers.find(taken.messageId(), fromEngine);
            if (offer != null) {
                offer.close(taken.complaint());
            }
        }

        @Override
        public void collectiveFailed(Envelope.CollectiveFailed failed) {
            liveness.breakCollectives(failed.usage(), failed.why());
        }

        @Override
        public void inContext(Envelope.InContext inner) {
            throw new IllegalArgumentException("expected a message in one context, found " + inner);
        }
    }
}
