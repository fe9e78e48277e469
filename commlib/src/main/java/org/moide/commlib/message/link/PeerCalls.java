package org.moide.commlib.message.link;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Batch;
import org.moide.commlib.message.Chunk;
import org.moide.commlib.message.ChunkRequest;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.Verdict;

/**
 * The calls of this engine to one other engine. A call without an answer is repeated, with growing delays, for {@link
 * org.moide.commlib.message.CommLimits#resendFor}. After that time a last call is made; if that has no answer either,
 * the engine counts as lost. Repeats are safe, as {@link MessagePort} says.
 *
 * <p><b>Threads.</b> Compute threads, several at once. The other engine's {@link MessagePort} is looked up at the first
 * call, perhaps by two threads at once.
 */
public final class PeerCalls {
    /**
     * How long to wait, after an engine has finally refused this engine's messages, before that engine counts as lost.
     * If it has left the run, this engine is told so within this time.
     */
    private static final long GRACE_NANOS = 1_000_000_000;

    private final int engine;
    private final IntFunction<MessagePort> ports;
    private final CommPorts environment;
    private final Liveness liveness;
    private final AtomicLong resends = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile @Nullable MessagePort port;

    public PeerCalls(int engine, IntFunction<MessagePort> ports, CommPorts environment, Liveness liveness) {
        this.engine = engine;
        this.ports = ports;
        this.environment = environment;
        this.liveness = liveness;
    }

    int engine() {
        return engine;
    }

    public long resends() {
        return resends.get();
    }

    Acknowledgement deliver(Batch batch, Endpoint self) {
        String what = batch.envelopes().size() + " envelopes from number " + batch.firstSequence() + " on";
        return persist(
                () -> port().deliver(batch),
                Acknowledgement::verdict,
                Acknowledgement::explanation,
                self,
                "sending " + what + " to engine " + engine,
                "they may or may not have arrived");
    }

    /** Fetches a piece of a message; its verdict may be {@link Verdict#GONE}. */
    Chunk fetch(ChunkRequest request, Endpoint self) {
        return persist(
                () -> port().fetch(request),
                Chunk::verdict,
                Chunk::explanation,
                self,
                "fetching " + request.bytes() + " bytes of message " + request.messageId() + " from engine " + engine,
                "its sender still waits");
    }

    private MessagePort port() {
        MessagePort found = port;
        if (found == null) {
            found = ports.apply(engine);
            port = found;
        }
        return found;
    }

    private <R> R persist(
            Supplier<R> call,
            Function<R, Verdict> verdictOf,
            Function<R, String> explanationOf,
            Endpoint self,
            String what,
            String unknown) {
        long start = self.ticker().nanoTime();
        long begun = start;
        long delayNanos = environment.limits().firstDelay().toNanos();
        while (true) {
            liveness.of(engine).check(what);
            String problem;
            @Nullable Throwable cause = null;
            try {
                R answer = timed(call, self);
                switch (verdictOf.apply(answer)) {
                    case ACCEPTED, GONE -> {
                        return answer;
                    }
                    case NOT_YET -> problem = explanationOf.apply(answer);
                    default ->
                        throw new RunEndedException(what + ": refused, so this engine has no part in the run any more: "
                                + explanationOf.apply(answer));
                }
            } catch (NotDeliveredException | OutcomeUnknownException noAnswer) {
                problem = String.valueOf(noAnswer.getMessage());
                cause = noAnswer;
            } catch (RemoteCallException hopeless) {
                // If the engine has left, as at the end of a run, the news of that is on its way.
                self.waiter().awaitFor(() -> liveness.of(engine).holds(), GRACE_NANOS, what);
                liveness.of(engine).check(what);
                throw lose(what + " failed: " + hopeless.getMessage() + "; " + unknown, hopeless);
            }
            // A call may wait long for an answer that was lost at once. So what counts is when the call began.
            if (begun - start >= environment.limits().resendFor().toNanos()) {
                long elapsed = self.ticker().nanoTime() - start;
                liveness.of(engine).check(what); // throws if its loss or the end of the epoch is known meanwhile
                throw lose(what + ": no success in " + elapsed / 1_000_000 + " ms: " + problem + "; " + unknown, cause);
            }
            self.waiter().awaitFor(() -> liveness.of(engine).holds(), delayNanos, what);
            begun = self.ticker().nanoTime();
            delayNanos = Math.min(
                    2 * delayNanos, environment.limits().greatestDelay().toNanos());
            resends.incrementAndGet();
        }
    }

    private static <R> R timed(Supplier<R> call, Endpoint self) {
        long start = self.ticker().nanoTime();
        try {
            return call.get();
        } finally {
            self.counters().addCommunicating(self.ticker().nanoTime() - start);
        }
    }

    /** Marks the called engine as lost for all threads, and reports the loss to the fault handler once. */
    MemberLostException lose(String why, @Nullable Throwable cause) {
        MemberLostException lost = new MemberLostException(engine, why);
        if (cause != null) {
            lost.initCause(cause);
        }
        liveness.memberLost(engine, why);
        if (told.compareAndSet(false, true)) {
            environment.around().faults().onFault("messages to engine " + engine, lost);
        }
        return lost;
    }

    /** Marks the called engine as lost after an answer that no correct engine gives; returns the exception to throw. */
    CommException nonsense(String what) {
        return lose("engine " + engine + " answered with " + what, null);
    }
}
