package org.moide.commlib.sim;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.port.Signal;

/**
 * One simulated remote call: its request, the work at the target, its answer, and what the caller learns about it.
 * Only the holder of the baton uses it.
 */
final class SimCall {
    /** The time after which a caller gives up on a host that does not answer, if the call's deadline is not earlier. */
    private static final long CONNECT_NANOS = Duration.ofSeconds(1).toNanos();

    private final SimNode caller;
    private final SimNode target;
    private final String what;
    private final Signal answered;
    private final Duration deadline;
    private final boolean quick;
    private @Nullable Answer answer;

    /** The outcome that the caller learns: a result or an exception. */
    private sealed interface Answer {
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Result(byte[][] pieces) implements Answer {}

        record Failure(Supplier<CommException> exception) implements Answer {}
    }

    /**
     * Thrown by the work at the target if the target refuses this call, for instance because it has no object of the
     * called name; the caller gets a {@link RefusedException}.
     */
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refusal(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * Creates a call.
     *
     * @param what the call's name in messages, such as {@code fetch of 'messages' on engine-2}
     */
    SimCall(SimNode caller, SimNode target, String what, Duration deadline) {
        this(caller, target, what, deadline, false);
    }

    /** Creates a call; a {@code quick} one never blocks at its target. */
    SimCall(SimNode caller, SimNode target, String what, Duration deadline, boolean quick) {
        this.quick = quick;
        this.caller = caller;
        this.target = target;
        this.what = what;
        this.deadline = deadline;
        this.answered = caller.signals().create();
    }

    SimNode caller() {
        return caller;
    }

    SimNode target() {
        return target;
    }

    /**
     * Makes the call and waits for the answer.
     *
     * @param requestBytes the length of the request
     * @param work runs at the target and returns the answer, encoded by {@link Wire}, or throws {@link Refusal}
     * @param repeatable whether the network may duplicate it
     */
    byte[][] make(long requestBytes, Supplier<byte[][]> work, boolean repeatable) {
        caller.requireAlive();
        SimNetwork network = caller.cluster().network();
        NetworkModel model = network.model();
        caller.cluster().calls().add(this);
        try {
            if (network.isCut(caller, target) && network.happens(0.5)) {
                long giveUpNanos = Math.min(CONNECT_NANOS, deadline.toNanos());
                caller.cluster()
                        .queue()
                        .after(
                                giveUpNanos,
                                "connecting takes too long",
                                () -> fail(notDelivered("no answer while connecting")))
                        .plain();
            } else if (network.happens(model.reset())) {
                if (network.happens(0.5)) {
                    request(requestBytes, work, false);
                }
                network.send(
                        target, caller, 0, "connection reset", true, () -> fail(unknown("the connection was reset")));
            } else if (network.happens(model.loseRequest())) {
                tell(() -> caller + ": " + what + " is lost on its way");
            } else {
                request(requestBytes, work, true);
                if (repeatable && network.happens(model.duplicate())) {
                    request(requestBytes, work, true);
                }
            }
            return awaitAnswer();
        } finally {
            caller.cluster().calls().remove(this);
        }
    }

    private void request(long bytes, Supplier<byte[][]> work, boolean answers) {
        SimNetwork network = caller.cluster().network();
        network.send(caller, target, bytes, what, quick, () -> {
            if (target.isAlive() && target.space().isOpen()) {
                target.perform(() -> run(work, answers));
            } else {
                network.send(
                        target, caller, 0, "connection refused", true, () -> fail(notDelivered("connection refused")));
            }
        });
    }

    /** Runs the work at the target, and sends its result back if {@code answers}. */
    private void run(Supplier<byte[][]> work, boolean answers) {
        Answer own;
        try {
            own = new Answer.Result(work.get());
        } catch (Refusal refusal) {
            String why = what + ": refused by " + target.reference() + ": " + refusal.getMessage();
            own = new Answer.Failure(() -> new RefusedException(why, null));
        } catch (SimulationException | SimulatedDeath endOfRun) {
            throw endOfRun;
        } catch (RuntimeException | Error failed) {
            String why = what + " failed there: " + failed;
            own = new Answer.Failure(() -> new RemoteFailureException(why, null));
        }
        SimNetwork network = target.cluster().network();
        if (answers && network.happens(network.model().loseAnswer())) {
            tell(() -> target + ": the answer to " + caller + " for " + what + " is lost on its way");
        } else if (answers) {
            long bytes = own instanceof Answer.Result result ? Wire.length(result.pieces()) : 0;
            Answer sent = own;
            network.send(target, caller, bytes, "answer", true, () -> answer(sent));
        }
    }

    /** Breaks the connection while the call is on its way, because the target's process ended or closed it. */
    void reset() {
        caller.cluster()
                .network()
                .notify(target, caller, "connection reset", true, () -> fail(unknown("the connection was reset")));
    }

    private byte[][] awaitAnswer() {
        EventQueue queue = caller.cluster().queue();
        long endNanos = queue.later(deadline.toNanos());
        boolean interrupted = false;
        while (answer == null) {
            try {
                if (!answered.await(() -> answer != null, endNanos - queue.nanoTime())) {
                    fail(unknown("no answer in " + deadline));
                }
            } catch (InterruptedException later) {
                interrupted = true; // as over RMI, only an answer or the deadline ends a call
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (answer instanceof Answer.Result result) {
            return result.pieces();
        }
        throw ((Answer.Failure) answer).exception().get();
    }

    private void answer(Answer first) {
        if (answer == null) {
            answer = first;
            answered.raise();
        }
    }

    private void fail(Supplier<CommException> why) {
        if (answer == null) {
            tell(() -> caller + ": " + why.get().getMessage());
        }
        answer(new Answer.Failure(why));
    }

    private void tell(Supplier<String> line) {
        caller.cluster().queue().tell(line);
    }

    private Supplier<CommException> notDelivered(String why) {
        return () -> new NotDeliveredException(
                what + ": expected an answer of " + target.reference() + ", found " + why + "; it did not run", null);
    }

    private Supplier<CommException> unknown(String why) {
        return () -> new OutcomeUnknownException(
                what + ": expected an answer of " + target.reference() + ", found " + why
                        + ": it may or may not have run; repeat it only if the receiver drops repeats",
                null);
    }
}
