package org.moide.test.paced;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskCodec;
import org.moide.engine.TaskContext;
import org.moide.engine.TaskRepository;

/** A bag of tasks, with a pause before and after each task, and before each call in one. */
record PacedBag<T extends Serializable, R extends Serializable>(TaskApplication<T, R> bag, Pace pace)
        implements TaskApplication<T, R> {
    @Override
    public void createTasks(TaskContext<T> context) throws Exception {
        bag.createTasks(context);
    }

    @Override
    public void initialize(int part, int parts, TaskContext<T> context) throws Exception {
        pace.pause();
        bag.initialize(part, parts, paced("part " + part, context));
    }

    @Override
    public Serializable recompute(long id, TaskContext<T> context) throws Exception {
        pace.pause();
        return bag.recompute(id, context);
    }

    @Override
    public void prepare(TaskContext<T> context) throws Exception {
        pace.pause();
        bag.prepare(paced("engine " + context.engine(), context));
    }

    @Override
    public R identity() {
        return bag.identity();
    }

    @Override
    public R executeTask(T task, TaskContext<T> context) throws Exception {
        pace.pause();
        String who = "task " + PacedCalls.shown(task);
        pace.does(() -> who + " begins on engine " + context.engine());
        R result = bag.executeTask(task, paced(who, context));
        pace.pause();
        pace.does(() -> who + " is done: " + PacedCalls.shown(result));
        return result;
    }

    @Override
    public @Nullable TaskRepository<T> repository() {
        return bag.repository();
    }

    @Override
    public double priority(T task) {
        return bag.priority(task);
    }

    @Override
    public @Nullable TaskCodec<T> codec(Arguments arguments) {
        return bag.codec(arguments);
    }

    @Override
    public R merge(R left, R right) {
        return bag.merge(left, right);
    }

    @Override
    public boolean equivalent(R left, R right) {
        return bag.equivalent(left, right);
    }

    @Override
    public boolean handlePartial(R partial, Report report) throws Exception {
        return bag.handlePartial(partial, report);
    }

    @Override
    public void handleResults(R result, Report report) throws Exception {
        bag.handleResults(result, report);
    }

    @SuppressWarnings("unchecked")
    private TaskContext<T> paced(String who, TaskContext<T> context) {
        return PacedCalls.paced(who, TaskContext.class, context, pace);
    }
}
