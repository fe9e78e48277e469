package org.moide.samples;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Answer;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Runs an application of workers in one thread, but as several engines would. Each engine has an application object of
 * its own; workers move at random between tasks; everything that goes from one engine to another is serialized. Tasks
 * of different senders arrive in any order, tasks of the same sender in the order of sending. If the seed is odd, the
 * results are handled by another application object than the one that began, as after the loss of an engine.
 */
public final class SequentialWorkers<S extends Serializable, T extends Serializable, R extends Serializable> {
    /** The sender's number for tasks that are sent before any worker has begun. */
    private static final long BEGIN = -1;

    private static final long NOT_PLANNED = -1;

    private final List<WorkerApplication<S, T, R>> applications = new ArrayList<>();
    private final Arguments arguments;
    private final Random chance;
    private final SequentialRunner.Said said = new SequentialRunner.Said();
    private final Map<Long, Worker> workers = new LinkedHashMap<>();
    private final Map<Long, List<Long>> groups = new HashMap<>();
    private final Set<Long> planned = new HashSet<>();
    private final List<R> results = new ArrayList<>();

    private SequentialWorkers(
            Supplier<? extends WorkerApplication<S, T, R>> maker, int engines, long seed, Arguments given) {
        for (int engine = 0; engine < engines; engine++) {
            applications.add(maker.get());
        }
        arguments = given;
        chance = new Random(seed);
    }

    /** Runs an application to its end. If the application throws an exception, it is thrown here. */
    public static <S extends Serializable, T extends Serializable, R extends Serializable> SequentialRunner.Said run(
            Supplier<? extends WorkerApplication<S, T, R>> maker, int engines, long seed, String... words)
            throws Exception {
        Arguments given = Arguments.of(words);
        maker.get().check(given);
        SequentialWorkers<S, T, R> all = new SequentialWorkers<>(maker, engines, seed, given);
        all.run(seed % 2 == 0 ? all.applications.get(0) : maker.get());
        return all.said;
    }

    private void run(WorkerApplication<S, T, R> last) throws Exception {
        applications.get(0).begin(new Handling(new Worker(BEGIN, Directives.NONE, 0)));
        List<Worker> all = new ArrayList<>(workers.values());
        for (Worker next = able(all); next != null; next = able(all)) {
            next.handleOne();
        }
        for (Worker worker : workers.values()) {
            if (worker.hasTasks()) {
                throw new AssertionError("expected worker " + worker.id
                        + " to handle all tasks, found that it awaits task " + worker.awaited);
            }
            if (!worker.ended) {
                worker.finish();
            }
        }
        Collections.shuffle(results, chance);
        R merged = results.get(0);
        for (R result : results.subList(1, results.size())) {
            merged = last.merge(merged, result);
        }
        last.handleResults(merged, said);
    }

    /** Returns a worker that has something to do; null if none has. The search begins with a random worker. */
    private @Nullable Worker able(List<Worker> all) {
        int from = chance.nextInt(all.size());
        for (int i = 0; i < all.size(); i++) {
            Worker worker = all.get((from + i) % all.size());
            if (worker.isAble()) {
                return worker;
            }
        }
        return null;
    }

    private void send(long from, int engine, long to, long number, T task, @Nullable Asked<?> asked) {
        Worker worker = workers.get(to);
        if (worker == null || worker.ended) {
            throw new IllegalArgumentException("worker " + to + ": expected one that is there, found none");
        }
        if (number != NOT_PLANNED && !planned.add(number)) {
            throw new IllegalArgumentException("planned task " + number + ": expected a new number");
        }
        byte[] bytes = SequentialRunner.encode(task);
        T sent = engine == worker.engine ? task : SequentialRunner.copy(task);
        worker.queues.computeIfAbsent(from, none -> new ArrayDeque<>()).add(new Item<>(number, sent, bytes, asked));
    }

    private static final class Item<T> {
        private final long planned;
        private final T task;
        private final byte[] bytes;
        private final @Nullable Asked<?> asked;

        Item(long planned, T task, byte[] bytes, @Nullable Asked<?> asked) {
            this.planned = planned;
            this.task = task;
            this.bytes = bytes;
            this.asked = asked;
        }
    }

    private static final class Asked<A extends Serializable> implements Answer<A> {
        private final Class<A> type;
        private final SequentialWorkers<?, ?, ?>.Worker other;
        private @Nullable Serializable answer;

        Asked(Class<A> type, SequentialWorkers<?, ?, ?>.Worker other) {
            this.type = type;
            this.other = other;
        }

        @Override
        public boolean isThere() {
            return answer != null;
        }

        @Override
        public A get() {
            while (answer == null) {
                try {
                    other.handleOne();
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
            }
            return type.cast(answer);
        }
    }

    private final class Worker {
        private final long id;
        private final Directives directives;
        private final Map<Long, Deque<Item<T>>> queues = new LinkedHashMap<>();
        private int engine;
        private @Nullable S state;
        private long awaited = NOT_PLANNED;
        private boolean busy;
        private boolean ended;

        Worker(long id, Directives directives, int engine) {
            this.id = id;
            this.directives = directives;
            this.engine = engine;
        }

        boolean hasTasks() {
            return queues.values().stream().anyMatch(queue -> !queue.isEmpty());
        }

        boolean isAble() {
            return !busy && !ended && hasTasks() && (awaited == NOT_PLANNED || findAwaited() != null);
        }

        private @Nullable Item<T> findAwaited() {
            for (Deque<Item<T>> queue : queues.values()) {
                for (Item<T> item : queue) {
                    if (item.planned == awaited) {
                        return item;
                    }
                }
            }
            return null;
        }

        private Item<T> take() {
            if (awaited != NOT_PLANNED) {
                Item<T> wanted = requireNonNull(findAwaited());
                queues.values().forEach(queue -> queue.remove(wanted));
                awaited = NOT_PLANNED;
                return wanted;
            }
            List<Deque<Item<T>>> any =
                    queues.values().stream().filter(queue -> !queue.isEmpty()).toList();
            return any.get(chance.nextInt(any.size())).remove();
        }

        void handleOne() throws Exception {
            if (!isAble()) {
                throw new AssertionError("expected worker " + id + " to have something to do");
            }
            if (directives.moves() && chance.nextInt(4) == 0) {
                engine = chance.nextInt(applications.size());
                state = state == null ? null : SequentialRunner.copy(state);
            }
            WorkerApplication<S, T, R> application = applications.get(engine);
            Handling context = new Handling(this);
            if (state == null) {
                state = application.state(id, context);
            }
            Item<T> item = take();
            requireUnchanged(item, "before it was handled");
            busy = true;
            Asked<?> asked = item.asked;
            if (asked == null) {
                application.handle(item.task, context);
            } else {
                asked.answer = SequentialRunner.copy(application.answer(item.task, context));
            }
            busy = false;
            requireUnchanged(item, "by its handler");
            if (context.ends) {
                finish();
            }
        }

        private void requireUnchanged(Item<T> item, String when) {
            if (!Arrays.equals(SequentialRunner.encode(item.task), item.bytes)) {
                throw new AssertionError(
                        "expected a task that stays as it was sent, found it changed " + when + ": " + item.task);
            }
        }

        private void finish() throws Exception {
            ended = true;
            if (hasTasks()) {
                throw new AssertionError("expected worker " + id + " to end after its last task");
            }
            WorkerApplication<S, T, R> application = applications.get(engine);
            S last = state == null ? application.state(id, new Handling(this)) : state;
            results.add(SequentialRunner.copy(application.result(id, last)));
        }
    }

    /** The context of one worker, or of {@code begin}. */
    private final class Handling implements WorkerContext<S, T>, WorkerSetup<T> {
        private final Worker self;
        private boolean ends;

        Handling(Worker self) {
            this.self = self;
        }

        @Override
        public long worker() {
            return self.id;
        }

        @Override
        public S state() {
            return requireNonNull(self.state, "state comes before the first task");
        }

        @Override
        public void become(S state) {
            self.state = state;
        }

        @Override
        public void send(long worker, T task) {
            SequentialWorkers.this.send(self.id, self.engine, worker, NOT_PLANNED, task, null);
        }

        @Override
        public void send(long worker, long number, T task) {
            SequentialWorkers.this.send(self.id, self.engine, worker, number, task, null);
        }

        @Override
        public void sendAfter(long worker, T task, long... after) {
            throw new UnsupportedOperationException("samples whose tasks follow others are tried with engines only");
        }

        @Override
        public void sendToGroup(long group, T task) {
            throw new UnsupportedOperationException("samples that let a strategy choose are tried with engines only");
        }

        @Override
        public void broadcast(long group, T task) {
            requireNonNull(groups.get(group)).forEach(worker -> send(worker, task));
        }

        @Override
        public void await(long number) {
            self.awaited = number;
        }

        @Override
        public <A extends Serializable> Answer<A> ask(long worker, T request, Class<A> type) {
            Asked<A> asked = new Asked<>(type, requireNonNull(workers.get(worker)));
            SequentialWorkers.this.send(self.id, self.engine, worker, NOT_PLANNED, request, asked);
            return asked;
        }

        @Override
        public void start(long worker, Directives directives) {
            throw new UnsupportedOperationException("samples that start workers are tried with engines only");
        }

        @Override
        public void end() {
            ends = true;
        }

        @Override
        public void active(boolean active) {
            // nothing is balanced here
        }

        @Override
        public void movable(boolean movable) {
            throw new UnsupportedOperationException("samples that hold workers are tried with engines only");
        }

        @Override
        public int engine() {
            return self.engine;
        }

        @Override
        public void workers(long first, long count, Directives directives) {
            for (long id = first; id < first + count; id++) {
                int engine = directives.startOn().isEmpty()
                        ? (int) (id % applications.size())
                        : directives.startOn().get(0);
                if (workers.put(id, new Worker(id, directives, engine)) != null) {
                    throw new IllegalArgumentException("worker " + id + " is there already");
                }
            }
        }

        @Override
        public void group(long group, long firstWorker, long count) {
            List<Long> members = groups.computeIfAbsent(group, none -> new ArrayList<>());
            for (long id = firstWorker; id < firstWorker + count; id++) {
                members.add(id);
            }
        }

        @Override
        public void hostDirectives() {
            // There is one host.
        }

        @Override
        public void dependencies() {
            throw new UnsupportedOperationException("samples whose tasks follow others are tried with engines only");
        }

        @Override
        public int engines() {
            return applications.size();
        }

        @Override
        public Arguments arguments() {
            return arguments;
        }

        @Override
        public Path file(String name) {
            throw new IllegalArgumentException("samples are run without --files here, found file('" + name + "')");
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            throw new IllegalArgumentException("samples are run without --files here, found shared('" + name + "')");
        }

        @Override
        public Report report() {
            return said;
        }
    }
}
