package org.moide.coordinator.workers;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Answer;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Runs a worker application in one thread, by the rules that the application's interface promises: workers take turns
 * at random, and each handles its tasks in the order in which they were sent. Tests compare the results of other runs
 * with the result of this one.
 */
final class SequentialWorkers<S extends Serializable, T extends Serializable, R extends Serializable> {
    private static final long NONE = -1;

    private final WorkerApplication<S, T, R> application;
    private final RandomGenerator chance;
    private final Map<Long, Worker> workers = new TreeMap<>();
    private final Map<Long, List<Long>> groups = new TreeMap<>();
    private final Set<Long> ended = new TreeSet<>();
    private final Set<Long> handled = new TreeSet<>();
    private final List<Dependent<T>> dependents = new ArrayList<>();
    private @Nullable R result;

    private record Task<T>(T task, long planned, @Nullable Request request) {}

    private record Dependent<T>(long to, T task, Set<Long> after) {}

    SequentialWorkers(WorkerApplication<S, T, R> application, long seed) {
        this.application = application;
        this.chance = new SplittableRandom(seed);
    }

    /** Runs the application and returns the combined result of all workers. */
    R run() {
        try {
            application.begin(new Setup());
            List<Worker> ready = ready();
            while (!ready.isEmpty()) {
                ready.get(chance.nextInt(ready.size())).handleOne();
                ready = ready();
            }
            for (Worker worker : workers.values()) {
                worker.requireNothingLeft();
                add(worker.result());
            }
        } catch (Exception thrown) {
            throw new IllegalStateException(thrown);
        }
        if (result == null || !dependents.isEmpty()) {
            throw new IllegalStateException("expected workers, and every task to be handled, found " + dependents);
        }
        return result;
    }

    private List<Worker> ready() {
        return workers.values().stream().filter(Worker::isReady).toList();
    }

    private void add(R more) {
        result = result == null ? more : application.merge(result, more);
    }

    private void send(long to, Task<T> task) {
        Worker worker = workers.get(to);
        if (worker == null) {
            throw new IllegalStateException("expected a worker " + to + ", found none");
        }
        worker.queue.add(task);
    }

    private void toGroup(long group, T task) {
        List<Long> members = groups.get(group);
        send(members.get(chance.nextInt(members.size())), new Task<>(task, NONE, null));
    }

    private void toAll(long group, T task) {
        groups.get(group).forEach(member -> send(member, new Task<>(task, NONE, null)));
    }

    private void make(long number, Directives directives) {
        if (workers.containsKey(number) || ended.contains(number)) {
            throw new IllegalStateException("expected no worker " + number + " before it starts");
        }
        workers.put(number, new Worker(number, directives));
    }

    private void done(long planned) {
        handled.add(planned);
        Iterator<Dependent<T>> each = dependents.iterator();
        while (each.hasNext()) {
            Dependent<T> dependent = each.next();
            if (handled.containsAll(dependent.after())) {
                each.remove();
                send(dependent.to(), new Task<>(dependent.task(), NONE, null));
            }
        }
    }

    private final class Setup implements WorkerSetup<T> {
        @Override
        public void workers(long first, long count, Directives directives) {
            for (long worker = first; worker < first + count; worker++) {
                make(worker, directives);
            }
        }

        @Override
        public void group(long group, long firstWorker, long count) {
            groups.put(
                    group,
                    Stream.iterate(firstWorker, worker -> worker + 1)
                            .limit(count)
                            .toList());
        }

        @Override
        public void hostDirectives() {
            // There is only one host.
        }

        @Override
        public void dependencies() {
            // Ends of planned tasks are always known here.
        }

        @Override
        public void send(long worker, T task) {
            SequentialWorkers.this.send(worker, new Task<>(task, NONE, null));
        }

        @Override
        public void send(long worker, long planned, T task) {
            SequentialWorkers.this.send(worker, new Task<>(task, planned, null));
        }

        @Override
        public void sendToGroup(long group, T task) {
            toGroup(group, task);
        }

        @Override
        public void broadcast(long group, T task) {
            toAll(group, task);
        }

        @Override
        public int engines() {
            return 1;
        }

        @Override
        public Arguments arguments() {
            return Arguments.of();
        }

        @Override
        public Path file(String name) {
            throw new IllegalStateException("no file " + name);
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            throw new IllegalStateException("no shared object " + name);
        }

        @Override
        public Report report() {
            return new Silent();
        }
    }

    private static final class Silent implements Report {
        @Override
        public void put(String name, Object value) {}

        @Override
        public void print(String line) {}

        @Override
        public void progress(long done, long total, String what) {}
    }

    private static final class Request {
        private @Nullable Serializable answer;
    }

    private final class Worker implements WorkerContext<S, T> {
        private final long number;
        private final Set<Long> after;
        private final Deque<Task<T>> queue = new ArrayDeque<>();
        private @Nullable S state;
        private long awaited = NONE;
        private boolean ending;

        Worker(long number, Directives directives) {
            this.number = number;
            this.after = Set.copyOf(directives.after());
        }

        boolean isReady() {
            return ended.containsAll(after) && next() != null;
        }

        private @Nullable Task<T> next() {
            return awaited == NONE
                    ? queue.peek()
                    : queue.stream()
                            .filter(task -> task.planned() == awaited)
                            .findFirst()
                            .orElse(null);
        }

        void handleOne() throws Exception {
            Task<T> task = next();
            if (task == null || !ended.containsAll(after)) {
                throw new IllegalStateException("worker " + number + " has nothing to handle, awaited " + awaited);
            }
            queue.remove(task);
            awaited = NONE;
            if (state == null) {
                state = application.state(number, this);
            }
            Request request = task.request();
            if (request == null) {
                application.handle(task.task(), this);
            } else {
                request.answer = application.answer(task.task(), this);
            }
            if (task.planned() != NONE) {
                done(task.planned());
            }
            if (ending) {
                requireNothingLeft();
                add(result());
                workers.remove(number);
                ended.add(number);
            }
        }

        void requireNothingLeft() {
            if (!queue.isEmpty() || awaited != NONE) {
                throw new IllegalStateException(
                        "worker " + number + ": expected nothing left, found " + queue + ", awaited " + awaited);
            }
        }

        R result() throws Exception {
            return application.result(number, state == null ? application.state(number, this) : state);
        }

        @Override
        public long worker() {
            return number;
        }

        @Override
        public S state() {
            return Objects.requireNonNull(state);
        }

        @Override
        public void become(S now) {
            state = now;
        }

        @Override
        public void send(long worker, T task) {
            SequentialWorkers.this.send(worker, new Task<>(task, NONE, null));
        }

        @Override
        public void send(long worker, long planned, T task) {
            SequentialWorkers.this.send(worker, new Task<>(task, planned, null));
        }

        @Override
        public void sendAfter(long worker, T task, long... others) {
            Set<Long> all = new TreeSet<>();
            for (long other : others) {
                all.add(other);
            }
            if (handled.containsAll(all)) {
                send(worker, task);
            } else {
                dependents.add(new Dependent<>(worker, task, all));
            }
        }

        @Override
        public void sendToGroup(long group, T task) {
            toGroup(group, task);
        }

        @Override
        public void broadcast(long group, T task) {
            toAll(group, task);
        }

        @Override
        public void await(long planned) {
            awaited = planned;
        }

        @Override
        public <A extends Serializable> Answer<A> ask(long worker, T request, Class<A> type) {
            Request asked = new Request();
            SequentialWorkers.this.send(worker, new Task<>(request, NONE, asked));
            return new Answer<>() {
                @Override
                public boolean isThere() {
                    return asked.answer != null;
                }

                @Override
                public A get() {
                    try {
                        while (!isThere()) {
                            workers.get(worker).handleOne();
                        }
                    } catch (Exception thrown) {
                        throw new IllegalStateException(thrown);
                    }
                    return type.cast(asked.answer);
                }
            };
        }

        @Override
        public void start(long worker, Directives directives) {
            make(worker, directives);
        }

        @Override
        public void end() {
            ending = true;
        }

        @Override
        public void active(boolean active) {
            // There is nothing to balance here.
        }

        @Override
        public void movable(boolean movable) {
            // There is no other engine to move to.
        }

        @Override
        public int engine() {
            return 0;
        }

        @Override
        public int engines() {
            return 1;
        }

        @Override
        public Arguments arguments() {
            return Arguments.of();
        }

        @Override
        public Path file(String name) {
            throw new IllegalStateException("no file " + name);
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            throw new IllegalStateException("no shared object " + name);
        }

        @Override
        public Report report() {
            return new Silent();
        }
    }
}
