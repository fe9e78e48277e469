package org.moide.samples;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.moide.commlib.CommLib;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.samples.programs.SmallSystem;

/**
 * Runs a bag of tasks in one thread, but as several engines would. Each engine has an application object of its own,
 * everything that is sent is serialized, tasks run in a shuffled order, and results are merged in groups.
 */
public final class SequentialRunner {
    /** A report that keeps the results and lines that an application has reported. */
    public static final class Said implements Report {
        public final Map<String, Object> results = new LinkedHashMap<>();
        public final List<String> lines = new ArrayList<>();

        /** Returns a result that is a number. */
        public double number(String name) {
            return ((Number) requireNonNull(results.get(name), name)).doubleValue();
        }

        @Override
        public void put(String name, Object value) {
            results.put(name, value);
        }

        @Override
        public void print(String line) {
            lines.add(line);
        }

        @Override
        public void progress(long done, long total, String what) {}
    }

    /** Creates application objects, all of the same kind. */
    @FunctionalInterface
    public interface Maker<T extends Serializable, R extends Serializable> {
        TaskApplication<T, R> make();
    }

    private SequentialRunner() {}

    public static <T extends Serializable, R extends Serializable> Said run(
            Maker<T, R> maker, int engines, long seed, String... words) throws Exception {
        return new Play<>(maker, engines, seed, Arguments.of(words)).run();
    }

    /**
     * Runs an application on simulated engines that can all read the coordinator's files ({@code TaskContext.isLocal}).
     */
    public static <T extends Serializable, R extends Serializable> Said runLocally(
            Maker<T, R> maker, int engines, long seed, String... words) throws Exception {
        Play<T, R> play = new Play<>(maker, engines, seed, Arguments.of(words));
        play.contexts.forEach(context -> context.local = true);
        return play.run();
    }

    /** Runs all tasks that were put so far, which ends a phase of the application. */
    @FunctionalInterface
    private interface Phase {
        void end() throws Exception;
    }

    /** The state of one run. */
    private static final class Play<T extends Serializable, R extends Serializable> {
        private final Said said = new Said();
        private final Set<Long> recomputable = new TreeSet<>();
        private final ArrayDeque<T> pool = new ArrayDeque<>();
        private final List<TaskApplication<T, R>> applications = new ArrayList<>();
        private final List<Context<T>> contexts = new ArrayList<>();
        private final Random order;
        private boolean prepared;
        private R kept;

        Play(Maker<T, R> maker, int engines, long seed, Arguments arguments) {
            maker.make().check(arguments);
            order = new Random(seed);
            Map<String, byte[]> shared = new LinkedHashMap<>();
            Map<Long, byte[]> objects = new HashMap<>();
            for (int engine = 0; engine < engines; engine++) {
                applications.add(maker.make());
                contexts.add(
                        new Context<>(engine, arguments, shared, objects, recomputable, pool, said, this::endPhase));
            }
            kept = applications.get(0).identity();
        }

        Said run() throws Exception {
            TaskApplication<T, R> coordinator = applications.get(0);
            contexts.get(0).creating = true;
            coordinator.createTasks(contexts.get(0));
            contexts.get(0).creating = false;
            prepareAll();
            for (int engine = applications.size() - 1; engine >= 0; engine--) { // backwards: parts are independent
                contexts.get(engine).initializing = true;
                applications.get(engine).initialize(engine, applications.size(), contexts.get(engine));
                contexts.get(engine).initializing = false;
            }
            remake(applications.get(applications.size() - 1), contexts.get(applications.size() - 1));
            runAll();
            coordinator.handleResults(kept, said);
            return said;
        }

        private void endPhase() throws Exception {
            contexts.get(0).creating = false;
            prepareAll();
            runAll();
            contexts.get(0).creating = true;
        }

        private void prepareAll() throws Exception {
            for (int engine = 0; engine < applications.size() && !prepared; engine++) {
                applications.get(engine).prepare(contexts.get(engine));
            }
            prepared = true;
        }

        private void runAll() throws Exception {
            TaskApplication<T, R> coordinator = applications.get(0);
            while (!pool.isEmpty()) {
                List<T> bundle = new ArrayList<>(pool);
                pool.clear();
                Collections.shuffle(bundle, order);
                for (int from = 0; from < bundle.size(); from += 3) {
                    int engine = order.nextInt(applications.size());
                    TaskApplication<T, R> application = applications.get(engine);
                    R result = application.identity();
                    for (T task : bundle.subList(from, Math.min(bundle.size(), from + 3))) {
                        R one = runOnce(application, encode(task), contexts.get(engine));
                        result = application.merge(result, one);
                    }
                    R arrived = copy(result);
                    if (!coordinator.handlePartial(arrived, said)) {
                        kept = coordinator.merge(kept, arrived);
                    }
                }
            }
        }
    }

    /**
     * Recomputes all data objects that can be recomputed, and checks that each equals the one that was written. In a
     * run, an engine may have to recompute objects that it did not write.
     */
    private static <T extends Serializable, R extends Serializable> void remake(
            TaskApplication<T, R> application, Context<T> context) throws Exception {
        for (long id : context.recomputable) {
            context.requireSame(id, encode(application.recompute(id, context)));
        }
    }

    /** Runs a task, and checks that the task itself was not changed by that: a task that is lost is run again. */
    @SuppressWarnings("unchecked")
    private static <T extends Serializable, R extends Serializable> R runOnce(
            TaskApplication<T, R> application, byte[] encoded, Context<T> context) throws Exception {
        T task = (T) decode(encoded);
        R result = application.executeTask(task, context);
        if (!Arrays.equals(encode(task), encoded)) {
            throw new AssertionError("expected a task that stays as it was given, found it changed: " + task);
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    static <V extends Serializable> V copy(V value) {
        return (V) decode(encode(value));
    }

    static byte[] encode(Serializable value) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(value);
            }
            return bytes.toByteArray();
        } catch (java.io.IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static Object decode(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (java.io.IOException | ClassNotFoundException failure) {
            throw new AssertionError(failure);
        }
    }

    private static final class Context<T extends Serializable> implements TaskContext<T> {
        private final int engine;
        private final Arguments arguments;
        private final Map<String, byte[]> shared;
        private final Map<Long, byte[]> objects;
        private final ArrayDeque<T> pool;
        private final Said said;
        private final Set<Long> recomputable;
        private final Phase phase;
        private boolean creating;
        private boolean initializing;
        private boolean local;

        Context(
                int engine,
                Arguments arguments,
                Map<String, byte[]> shared,
                Map<Long, byte[]> objects,
                Set<Long> recomputable,
                ArrayDeque<T> pool,
                Said said,
                Phase phase) {
            this.phase = phase;
            this.engine = engine;
            this.arguments = arguments;
            this.shared = shared;
            this.objects = objects;
            this.recomputable = recomputable;
            this.pool = pool;
            this.said = said;
        }

        @Override
        public void put(T task) {
            pool.add(task);
        }

        /** Puts a task. Whether the task may read these objects is not checked here; tests on real engines do that. */
        @Override
        public void put(T task, long... reads) {
            for (long id : reads) {
                requireNonNull(objects.get(id), () -> "data object " + id);
            }
            pool.add(task);
        }

        @Override
        public void putInto(int queue, T task, long... reads) {
            put(task, reads);
        }

        @Override
        public int queues() {
            return 1;
        }

        @Override
        public void write(long id, Serializable value) {
            if (!creating && !initializing) {
                throw new IllegalStateException("write only in createTasks and initialize");
            }
            byte[] encoded = encode(value);
            if (objects.putIfAbsent(id, encoded) != null) {
                requireSame(id, encoded);
            }
        }

        private void requireSame(long id, byte[] encoded) {
            if (!Arrays.equals(objects.get(id), encoded)) {
                throw new AssertionError("data object " + id + ": expected the same value each time, found another");
            }
        }

        @Override
        public void writeRecomputable(long id, Serializable value) {
            write(id, value);
            recomputable.add(id);
        }

        @Override
        public void declare(long id, long mostBytes) {
            throw new UnsupportedOperationException("samples that declare objects are tried with engines only");
        }

        @Override
        public void release(long... ids) {
            throw new UnsupportedOperationException("samples that release objects are tried with engines only");
        }

        @Override
        public void flush() throws Exception {
            phase.end();
        }

        @Override
        public <V> V read(long id, Class<V> type) {
            return type.cast(decode(requireNonNull(objects.get(id), () -> "data object " + id)));
        }

        @Override
        public boolean isShortOfTasks() {
            return pool.size() < 8;
        }

        @Override
        public Arguments arguments() {
            return arguments;
        }

        @Override
        public CommLib comm() {
            return SmallSystem.alone();
        }

        @Override
        public void share(String name, Serializable value) {
            if (!creating) {
                throw new IllegalStateException("share only in createTasks");
            }
            shared.put(name, encode(value));
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            return type.cast(decode(requireNonNull(shared.get(name), name)));
        }

        @Override
        public Path file(String name) {
            throw new IllegalArgumentException("samples are run without --files here, found file('" + name + "')");
        }

        @Override
        public boolean isLocal() {
            if (!creating) {
                throw new IllegalStateException("isLocal only in createTasks");
            }
            return local;
        }

        @Override
        public int engine() {
            return engine;
        }

        @Override
        public Report report() {
            return said;
        }
    }
}
