package org.moide.coordinator.run;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
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

    RunDesk(EventLoop<RunEvent> loop) {
        this.loop = loop;
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
        CompletableFuture<A> answer = new CompletableFuture<>();
        question.accept(answer::complete);
        try {
            return answer.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException none) {
            return otherwise;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }
}
