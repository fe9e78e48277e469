package org.moide.commlib.message.endpoint;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.link.ReceiveWindow;
import org.moide.commlib.message.link.RendezvousReceiver;
import org.moide.commlib.message.link.SendWindow;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.port.ObjectCodec;

/**
 * The work of one compute thread on messages in a checkpoint: it makes sure that no message is under way, and finds the
 * unreceived ones. All IDs meet and agree, by collectives, on the figures that this class gives:
 * <ol>
 * <li>{@link #requireNothingBegun};
 * <li>the maximum over all IDs of {@link #sent}, together with {@link #handled};
 * <li>{@link #awaitArrived} for that maximum; then again from step 2 while any ID has handled a message since;
 * <li>{@link #unreceived}, before any ID goes on and sends messages that belong to the time after the checkpoint.
 * </ol>
 *
 * <p><b>Threads.</b> Belongs to the compute thread, except for {@link #preload}, which is called before the epoch
 * starts.
 */
public final class SafePoint {
    /** The pause between two checks whether sent messages have arrived; usually the first check succeeds. */
    private static final long LOOK_AGAIN_NANOS = 100_000;

    private static final String CALL = "checkpoint";

    private final ThreadEndpoints endpoints;
    private final Contexts contexts;
    private final List<SendWindow> sendWindows;
    private final ReceiveWindow receiveWindow;
    private final int engine;
    private final RendezvousReceiver rendezvous;
    private final ObjectCodec codec;

    SafePoint(
            ThreadEndpoints endpoints,
            Contexts contexts,
            List<SendWindow> sendWindows,
            ReceiveWindow receiveWindow,
            int engine,
            RendezvousReceiver rendezvous,
            ObjectCodec codec) {
        this.endpoints = endpoints;
        this.contexts = contexts;
        this.sendWindows = List.copyOf(sendWindows);
        this.receiveWindow = receiveWindow;
        this.engine = engine;
        this.rendezvous = rendezvous;
        this.codec = codec;
    }

    /**
     * Checks that this thread has awaited everything it has begun.
     *
     * @throws IllegalStateException naming an operation that it has not awaited
     */
    public void requireNothingBegun() {
        int collectives = endpoints.open().unfinished();
        if (collectives > 0) {
            throw new IllegalStateException(
                    "checkpoint at ID " + endpoints.id() + ": expected nothing begun and not awaited," + " found "
                            + collectives + " open collectives; await them before");
        }
        for (PostedReceives posted : endpoints.posted()) {
            Object begun = posted.unfinished();
            if (begun != null) {
                throw new IllegalStateException("checkpoint at ID " + endpoints.id()
                        + ": expected nothing begun and not awaited, found i" + begun + "; await it before");
            }
        }
    }

    /**
     * Returns the numbers of envelopes that engines have sent to each other: element {@code engines * from + to}. Only
     * this engine's row is filled, so the maximum over all threads gives the whole matrix.
     */
    public long[] sent() {
        int engines = sendWindows.size();
        long[] sent = new long[engines * engines];
        for (int to = 0; to < engines; to++) {
            sent[engines * engine + to] = to == engine ? 0 : sendWindows.get(to).end();
        }
        return sent;
    }

    /**
     * Returns the number of messages that this thread's handlers have handled. Each of these messages may have changed
     * the thread's state, or made a handler send further messages.
     */
    public long handled() {
        return endpoints.requests().stream().mapToLong(RequestService::handled).sum();
    }

    /**
     * Waits until all sent envelopes have arrived at this engine, and until this thread's handlers have handled those
     * for them.
     *
     * @param sent the figures of {@link #sent}, combined over all IDs
     */
    public void awaitArrived(long[] sent) {
        int engines = sendWindows.size();
        Release release = endpoints.messageSender().liveness().ofCollectives();
        while (!hasArrived(sent, engines)) {
            release.check(CALL);
            endpoints.waiter().awaitFor(() -> hasArrived(sent, engines) || release.holds(), LOOK_AGAIN_NANOS, CALL);
        }
    }

    private boolean hasArrived(long[] sent, int engines) {
        for (int from = 0; from < engines; from++) {
            if (from != engine && receiveWindow.expected(from) < sent[engines * from + engine]) {
                return false;
            }
        }
        return endpoints.requests().stream().allMatch(RequestService::isQuiet);
    }

    /**
     * Returns the messages that this thread has not received, in the order in which they arrived. They can still be
     * received afterwards.
     *
     * @throws IllegalStateException if a sender still waits with its data, or a message belongs to a group: such
     * messages could not be delivered in another epoch
     */
    public List<Envelope> unreceived() {
        List<Envelope> saved = new ArrayList<>();
        for (int kind : new int[] {Contexts.MESSAGES, Contexts.SIMPLE}) {
            for (Message message : endpoints.mailboxOf(kind).unreceived()) {
                byte[] bytes = message.saved(codec);
                if (bytes == null) {
                    throw new IllegalStateException(
                            "checkpoint at ID " + endpoints.id() + ": expected nothing begun and not"
                                    + " awaited, found a message from " + message.sender() + ", tag " + message.tag()
                                    + ", whose sender still waits with it; receive it before, or await its isend");
                }
                Envelope eager = new Envelope.Eager(
                        message.sender(), endpoints.id(), message.tag(), message.note(), message.content(), bytes);
                saved.add(kind == Contexts.MESSAGES ? eager : new Envelope.InContext(kind, eager));
            }
        }
        for (int context : contexts.others()) {
            int kind = context % Contexts.KINDS;
            boolean ofGroup = context >= Contexts.KINDS && (kind == Contexts.MESSAGES || kind == Contexts.SIMPLE);
            List<Message> left = ofGroup ? endpoints.mailboxOf(context).unreceived() : List.of();
            if (!left.isEmpty()) {
                throw new IllegalStateException("checkpoint at ID " + endpoints.id()
                        + ": expected all messages of groups to"
                        + " be received, found one from ID " + left.get(0).sender() + ", tag "
                        + left.get(0).tag() + "; groups end with their epoch, so receive it before");
            }
        }
        return saved;
    }

    /**
     * Puts messages into the mailbox as the first ones, in this order. Called before any engine of the epoch has
     * started.
     */
    public void preload(List<Envelope> unreceived) {
        for (Envelope outer : unreceived) {
            if (outer.message() instanceof Envelope.Eager eager && eager.receiver() == endpoints.id()) {
                endpoints.mailboxOf(outer.context()).put(new Message.Arrived(eager, rendezvous, null));
            } else {
                throw new IllegalArgumentException("expected messages to ID " + endpoints.id() + ", found " + outer);
            }
        }
    }

    /** Returns the number of engines. */
    public int engines() {
        return sendWindows.size();
    }
}
