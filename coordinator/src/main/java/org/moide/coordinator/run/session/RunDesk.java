package org.moide.coordinator.run.session;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Timing;

/**
 * Carries out the orders of {@link RunControl}, which the user gives with other commands while the run goes on. It
 * passes each order as a numbered question to the control thread and waits for the answer. Thread-safe.
 */
public final class RunDesk {
    private final EventLoop<RunCoreEvent> loop;
    private final AtomicLong lastQuestion = new AtomicLong(RunCoreEvent.ChangeWanted.NOBODY_ASKS);
    private final Map<Long, Consumer<ChangeAnswer>> changes = new ConcurrentHashMap<>();
    private final Map<Long, Consumer<RunStatus>> statuses = new ConcurrentHashMap<>();
    private final Timing timing;
    private final Signal.Factory signals;

    RunDesk(EventLoop<RunCoreEvent> loop, Timing timing, Signal.Factory signals) {
        this.loop = loop;
        this.timing = timing;
        this.signals = signals;
    }

    /**
     * Asks the control thread for the run's state and waits for it. If there is no answer in time, the state is
     * "starting".
     */
    public RunStatus status() {
        return asked(statuses, RunCoreEvent.StatusWanted::new, timing.moment(), RunStatus.of(RunStatus.State.STARTING));
    }

    /** Orders a change of the run's engines for the user, and waits until it is done. */
    public ChangeAnswer change(ChangeOrder order) {
        return change(order, ChangeReason.BY_COMMAND);
    }

    /** Ends the run because the user wants that. Does not wait for the end. */
    public void stop() {
        loop.submit(new RunCoreEvent.Interrupted());
    }

    /** Orders a change of the run's engines for the given reason, and waits until it is done. */
    public ChangeAnswer change(ChangeOrder order, ChangeReason why) {
        return asked(
                changes,
                question -> new RunCoreEvent.ChangeWanted(question, order, why),
                timing.change(),
                new ChangeAnswer(
                        false,
                        List.of("not done within " + Figures.span(timing.change())
                                + "; it goes on: 'moide status' shows it")));
    }

    /** Orders these engines to leave because their daemon is about to end. Does not wait. */
    public void leaving(List<Integer> engines) {
        loop.submit(new RunCoreEvent.ChangeWanted(
                RunCoreEvent.ChangeWanted.NOBODY_ASKS,
                new ChangeOrder.Leave(engines),
                ChangeReason.of("its daemon is told to end")));
    }

    /**
     * Orders a change without waiting for it.
     *
     * @param answer receives the answer, once, on the control thread
     */
    public void ask(ChangeOrder order, ChangeReason why, Consumer<ChangeAnswer> answer) {
        long question = lastQuestion.incrementAndGet();
        changes.put(question, answer);
        loop.submit(new RunCoreEvent.ChangeWanted(question, order, why));
    }

    /**
     * Hands the answer to an order to the thread that waits for it. Has no effect if no thread waits for it any more.
     *
     * @param question the number of the order
     */
    void answer(long question, ChangeAnswer answer) {
        pass(changes.remove(question), answer);
    }

    /**
     * Hands the run's state to the thread that has asked for it.
     *
     * @param question the number of the question
     */
    void answer(long question, RunStatus status) {
        pass(statuses.remove(question), status);
    }

    private static <A> void pass(@Nullable Consumer<A> asker, A answer) {
        if (asker != null) {
            asker.accept(answer);
        }
    }

    private <A> A asked(Map<Long, Consumer<A>> askers, LongFunction<RunCoreEvent> event, Duration within, A otherwise) {
        AtomicReference<@Nullable A> answer = new AtomicReference<>();
        Signal answered = signals.create();
        long question = lastQuestion.incrementAndGet();
        askers.put(question, given -> {
            answer.set(given);
            answered.raise();
        });
        loop.submit(event.apply(question));
        try {
            answered.await(() -> answer.get() != null, within.toNanos());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            askers.remove(question);
        }
        A given = answer.get();
        return given == null ? otherwise : given;
    }
}
