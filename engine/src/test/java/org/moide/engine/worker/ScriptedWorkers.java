package org.moide.engine.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskCodec;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * A worker application whose handlers a test defines. Each worker keeps a diary; the results are the diaries, by the
 * workers' numbers. One object serves all engines of a run.
 */
@SuppressWarnings("NonApiType") // a result must be serializable
public final class ScriptedWorkers
        implements WorkerApplication<ScriptedWorkers.Diary, Serializable, TreeMap<Long, ScriptedWorkers.Diary>> {
    private final Begin begin;
    private Handler handler = (task, context) -> note(context, task);
    private Answerer answerer = (request, context) -> "answer to " + request;
    private State state = (worker, context) -> new Diary(List.of());
    private @Nullable TaskCodec<Serializable> codec;

    /** The notes of a worker. Immutable. */
    public record Diary(List<String> entries) implements Serializable {
        private static final long serialVersionUID = 1L;

        Diary plus(String entry) {
            List<String> more = new ArrayList<>(entries);
            more.add(entry);
            return new Diary(more);
        }
    }

    public interface Begin {
        void begin(WorkerSetup<Serializable> setup) throws Exception;
    }

    public interface Handler {
        void handle(Serializable task, WorkerContext<Diary, Serializable> context) throws Exception;
    }

    public interface Answerer {
        Serializable answer(Serializable request, WorkerContext<Diary, Serializable> context) throws Exception;
    }

    public interface State {
        Diary state(long worker, WorkerContext<Diary, Serializable> context) throws Exception;
    }

    private ScriptedWorkers(Begin begin) {
        this.begin = begin;
    }

    /**
     * Returns workers that run this code when they begin. After that they note each task and answer each request, where
     * the test does not set its own {@link #handle} or {@link #answer}.
     */
    public static ScriptedWorkers that(Begin begin) {
        return new ScriptedWorkers(begin);
    }

    public ScriptedWorkers handle(Handler with) {
        handler = with;
        return this;
    }

    public ScriptedWorkers answer(Answerer with) {
        answerer = with;
        return this;
    }

    public ScriptedWorkers state(State with) {
        state = with;
        return this;
    }

    public ScriptedWorkers codec(TaskCodec<Serializable> with) {
        codec = with;
        return this;
    }

    /** Adds an entry to the diary of the worker whose task is handled. */
    static void note(WorkerContext<Diary, Serializable> context, Object entry) {
        context.become(context.state().plus(String.valueOf(entry)));
    }

    @Override
    public void begin(WorkerSetup<Serializable> setup) throws Exception {
        begin.begin(setup);
    }

    @Override
    public Diary state(long worker, WorkerContext<Diary, Serializable> context) throws Exception {
        return state.state(worker, context);
    }

    @Override
    public @Nullable TaskCodec<Serializable> codec(Arguments arguments) {
        return codec;
    }

    @Override
    public void handle(Serializable task, WorkerContext<Diary, Serializable> context) throws Exception {
        handler.handle(task, context);
    }

    @Override
    public Serializable answer(Serializable request, WorkerContext<Diary, Serializable> context) throws Exception {
        return answerer.answer(request, context);
    }

    @Override
    public TreeMap<Long, Diary> result(long worker, Diary state) {
        TreeMap<Long, Diary> result = new TreeMap<>();
        result.put(worker, state);
        return result;
    }

    @Override
    public TreeMap<Long, Diary> merge(TreeMap<Long, Diary> left, TreeMap<Long, Diary> right) {
        right.forEach((worker, diary) -> {
            if (left.put(worker, diary) != null) {
                throw new IllegalStateException("expected one result of worker " + worker + ", found two");
            }
        });
        return left;
    }

    @Override
    public void handleResults(TreeMap<Long, Diary> result, Report report) {
        result.forEach((worker, diary) -> report.put(String.valueOf(worker), String.join(", ", diary.entries())));
    }
}
