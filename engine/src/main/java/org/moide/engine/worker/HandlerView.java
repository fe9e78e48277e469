package org.moide.engine.worker;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.engine.Answer;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerContext;

/** Implements {@link WorkerContext} for one thread that handles tasks. Used by that thread only. */
abstract class HandlerView<S extends Serializable, T extends Serializable> implements WorkerContext<S, T> {
    final Workplace engine;
    final WorkerTable table;
    final Bodies bodies;
    final HandlerAnswers answers;
    final ThreadTrace trace;
    final @Nullable WorkerRow row; // null if the workload is not recorded
    final @Nullable Attempts attempts; // null if a task has only one attempt
    private final GroupChoice choice;

    @Nullable
    Slot slot;

    @Nullable
    S state;

    HandlerView(Workplace engine, int number, WorkerTable table, Bodies bodies, GroupChoice choice) {
        this.engine = engine;
        this.table = table;
        this.bodies = bodies;
        this.row = engine.row();
        this.trace = engine.trace(number);
        this.answers = new HandlerAnswers(engine, table, bodies, row, trace);
        this.choice = choice;
        this.attempts = engine.tries() == 1 ? null : new Attempts(engine.tries());
    }

    private Slot slot() {
        return Objects.requireNonNull(slot, "used by the thread that handles only");
    }

    // --- worker and tasks --------------------------------------------------------------------------------------------

    @Override
    public final long worker() {
        return slot().worker();
    }

    @Override
    public final S state() {
        S now = state;
        if (now == null) {
            throw new IllegalStateException(
                    "state of worker " + worker() + ": it is being made, or no task is handled");
        }
        return now;
    }

    @Override
    public final void become(S now) {
        state();
        state = Objects.requireNonNull(now, "state");
    }

    @Override
    public final void send(long worker, T task) {
        send(worker, WorkerTask.of(worker(), body(task)));
    }

    @Override
    public final void send(long worker, long planned, T task) {
        send(
                worker,
                new WorkerTask(worker(), Rules.requireNumber("planned task", planned), WorkerTask.NONE, 0, body(task)));
    }

    private Bodies.Body body(T sent) {
        return row == null ? bodies.of(sent) : bodies.of(sent, row.current());
    }

    private void send(long worker, WorkerTask task) {
        Rules.requireNumber("worker", worker);
        if (attempts == null) {
            sendNow(worker, task);
        } else {
            attempts.withhold(() -> sendNow(worker, task));
        }
    }

    private void sendNow(long worker, WorkerTask task) {
        table.send(slot(), worker, task);
        engine.flushUrgent();
    }

    /**
     * Performs an act that others can see, such as a send. If the task may be tried again, the act is held back until
     * the handler has returned.
     */
    private void act(Runnable act) {
        if (attempts == null) {
            act.run();
        } else {
            attempts.withhold(act);
        }
    }

    @Override
    public final void sendAfter(long worker, T task, long... after) {
        Rules.requireNumber("worker", worker);
        WorkerTask sent = WorkerTask.of(worker(), body(task));
        List<Long> numbers = Arrays.stream(after).boxed().toList();
        act(() -> table.sendAfter(slot(), worker, sent, numbers));
    }

    @Override
    public final void sendToGroup(long group, T task) {
        send(choice.of(group), task);
    }

    @Override
    public final void broadcast(long group, T task) {
        for (Declarations.Group part : choice.members(group)) {
            for (long worker = part.first(); worker < part.first() + part.count(); worker++) {
                send(worker, task);
            }
        }
    }

    @Override
    public final void await(long planned) {
        Rules.requireNumber("planned task", planned);
        if (attempts == null) {
            slot().await(planned);
        } else {
            attempts.withhold(() -> slot().await(planned));
        }
    }

    @Override
    public final <A extends Serializable> Answer<A> ask(long worker, T request, Class<A> type) {
        if (worker == worker()) {
            throw new IllegalArgumentException(
                    "worker " + worker + " asks itself, and would wait for ever: expected another worker");
        }
        Rules.requireNumber("worker", worker);
        Bodies.Body body = body(request);
        if (attempts != null) {
            attempts.letGo(); // messages that were sent before the request must arrive before it
        }
        PendingAnswer<A> pending = answers.add(slot(), worker, type);
        long ask = engine.asks(pending);
        sendNow(worker, new WorkerTask(worker(), WorkerTask.NONE, ask, engine.number(), body));
        return pending;
    }

    @Override
    public final void start(long worker, Directives directives) {
        WorkerRule rule = Rules.of(directives);
        rule.neighbourGroups().forEach(choice::members); // throws if there is no such group
        engine.requireKnown(rule);
        act(() -> table.start(slot(), worker, rule, engine.placeFor(rule)));
    }

    @Override
    public final void end() {
        state();
        act(() -> slot().end());
    }

    @Override
    public final void active(boolean active) {
        act(() -> table.active(slot(), active));
    }

    @Override
    public final void movable(boolean movable) {
        act(() -> slot().movable(movable));
    }

    // --- engine and application --------------------------------------------------------------------------------------

    @Override
    public final int engine() {
        return engine.number();
    }

    @Override
    public final int engines() {
        return engine.count();
    }

    @Override
    public final Arguments arguments() {
        return engine.outside().arguments();
    }

    @Override
    public final Path file(String name) {
        return engine.outside().file(name);
    }

    @Override
    public final <V> V shared(String name, Class<V> type) {
        return engine.outside().shared(name, type);
    }

    @Override
    public final Report report() {
        return engine.outside().report();
    }
}
