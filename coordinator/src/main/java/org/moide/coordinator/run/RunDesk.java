package org.moide.coordinator.run;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunStatus;
import org.moide.engine.control.EventLoop;

/** What answers the user's other commands: passes them to the control thread and waits for its word. Any thread. */
final class RunDesk implements RunControl {
    /** Why something is changed that the user has ordered. */
    static final String BY_COMMAND = "by command";

    private static final long STATUS_SECONDS = 5;

    /** A JVM on a loaded host takes up to a minute; what leaves has tasks to end first. */
    private static final long CHANGE_SECONDS = 100;

    private final EventLoop<RunEvent> loop;
    private final Signal.Factory signals;

    RunDesk(EventLoop<RunEvent> loop, Signal.Factory signals) {
        this.loop = loop;
        this.signals = signals;
    }

    @Override
    public RunStatus status() {
        return asked(
                answer -> loop.submit(new RunEvent.StatusWanted(answer)),
                STATUS_SECONDS,
                RunStatus.of(RunStatus.STARTING));
    }

    @Override
    public ChangeAnswer change(ChangeOrder order) {
        return change(order, BY_COMMAND);
    }

    /** As {@link RunControl#change}, for this reason. */
    ChangeAnswer change(ChangeOrder order, String why) {
        return asked(
                answer -> ask(order, why, answer),
                CHANGE_SECONDS,
                new ChangeAnswer(
                        false,
                        List.of("not done within " + CHANGE_SECONDS + " s; it goes on: 'moide status' shows it")));
    }

    /** The daemon of these engines is about to end. */
    void leaving(List<Integer> engines) {
        loop.submit(
                new RunEvent.ChangeWanted(new ChangeOrder.Leave(engines), "its daemon is told to end", answer -> {}));
    }

    /** As the other, for a caller that does not wait: {@code answer} is told once, on the control thread. */
    void ask(ChangeOrder order, String why, Consumer<ChangeAnswer> answer) {
        loop.submit(new RunEvent.ChangeWanted(order, why, answer));
    }

    private <A> A asked(Consumer<Consumer<A>> question, long seconds, A otherwise) {
        AtomicReference<@Nullable A> answer = new AtomicReference<>();
        Signal answered = signals.create();
        question.accept(given -> {
            answer.set(given);
            answered.raise();
        });
        try {
            answered.await(() -> answer.get() != null, TimeUnit.SECONDS.toNanos(seconds));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        A given = answer.get();
        return given == null ? otherwise : given;
    }
}
