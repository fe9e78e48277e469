package org.moide.bench.papers.trees;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.system.SpinThenParkSignal;

/**
 * The simulation of one pass's tasks on several engines, with the pools of real engines. If the pools do not choose
 * victims at random, the same arguments always give the same times.
 */
final class PlayedPass {
    private static final int NOBODY = -1;

    private final Shape shape;
    private final Network network;
    private final long besideNanos;
    private final double[] longer;
    private final List<Engine> engines = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final IdentityHashMap<Task, Moved> moved = new IdentityHashMap<>();
    private final IdentityHashMap<Task, Integer> putBy = new IdentityHashMap<>();
    private int undone;
    private int movedTasks;
    private long now;
    private long numbered;
    private long end;

    private enum Kind {
        PUT,
        DONE,
        ASKED,
        ANSWERED
    }

    /** An event: an action of thread {@code which}, or a request by or an answer from engine {@code which}. */
    private record Event(
            long at,
            long number,
            Kind kind,
            int engine,
            int which,
            @Nullable Task task) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    private static final class Engine {
        private final EnginePool pool;
        private final LoanAccount account;
        private final boolean[] isBusy;
        /** For each thread, the time that it has lost by putting tasks within its present task. */
        private final long[] lostNanos;
        /** The thread that used the central queue last. */
        private int user = NOBODY;
        /** The time from which on the central queue is free. */
        private long free;

        private int victim;
        private boolean isAsking;

        Engine(Shape shape) {
            account = new LoanAccount(1, shape.threads(), 1);
            pool = new EnginePool(
                    shape.pool(),
                    shape.threads(),
                    shape.threads(),
                    SpinThenParkSignal.factory(1).create(),
                    () -> {},
                    () -> 0);
            isBusy = new boolean[shape.threads()];
            lostNanos = new long[shape.threads()];
        }
    }

    /** Tasks that were moved to another engine together. They return together, when the last of them is done. */
    private static final class Moved {
        private final long bytes;
        private final @Nullable Moved outer;
        private int left;

        Moved(Task task, @Nullable Moved outer) {
            bytes = task.bytes();
            left = task.below();
            this.outer = outer;
        }
    }

    /**
     * Creates a simulation that has not begun.
     *
     * @param besideNanos the time that a thread needs between two tasks
     * @param longer how much longer tasks take on each engine than recorded
     */
    PlayedPass(Shape shape, Network network, long besideNanos, double[] longer) {
        this.shape = shape;
        this.network = network;
        this.besideNanos = besideNanos;
        this.longer = longer.clone();
    }

    /**
     * Runs the simulation.
     *
     * @param roots the root tasks of each engine, in the order of its pool
     * @return the simulated time
     */
    long play(List<List<Task>> roots) {
        for (int engine = 0; engine < shape.engines(); engine++) {
            Engine made = new Engine(shape);
            made.victim = (engine + 1) % shape.engines();
            List<PooledTask> tasks = new ArrayList<>();
            for (Task root : roots.get(engine)) {
                tasks.add(new PooledTask(made.account, root, false));
                undone += root.below();
            }
            made.pool.refill(tasks);
            engines.add(made);
        }
        IntStream.range(0, engines.size()).forEach(this::begin);
        while (undone > 0) {
            Event event = events.remove();
            now = event.at;
            happen(event);
        }
        return Math.max(end, now);
    }

    /** Returns the number of tasks that were moved to another engine. */
    int movedTasks() {
        return movedTasks;
    }

    private void happen(Event event) {
        Engine engine = engines.get(event.engine);
        Task task = event.task;
        switch (event.kind) {
            case PUT -> {
                putBy.put(requireTask(task), event.which);
                engine.lostNanos[event.which] += shape.pool().isCentral() ? useQueue(engine, event.which) : 0;
                engine.pool.put(event.which, new PooledTask(engine.account, requireTask(task), false));
                begin(event.engine);
            }
            case DONE -> {
                long lost = engine.lostNanos[event.which];
                if (lost > 0) {
                    engine.lostNanos[event.which] = 0;
                    after(lost, Kind.DONE, event.engine, event.which, task);
                    return;
                }
                engine.isBusy[event.which] = false;
                undone--;
                goHome(moved.get(requireTask(task)));
                begin(event.engine);
            }
            case ASKED -> {
                List<PooledTask> given = engine.pool.takeOut(account -> true, 1);
                Task found = given.isEmpty() ? null : (Task) given.get(0).task();
                if (found != null) {
                    moved.put(found, new Moved(found, moved.get(found)));
                    movedTasks++;
                }
                after(
                        network.nanos(found == null ? 0 : found.bytes()),
                        Kind.ANSWERED,
                        /* engine= */ event.which,
                        /* which= */ event.engine,
                        found);
            }
            case ANSWERED -> {
                engine.isAsking = false;
                if (task != null) {
                    engine.pool.refill(List.of(new PooledTask(engine.account, task, false)));
                } else {
                    engine.victim = (engine.victim + 1) % engines.size();
                    if (engine.victim == event.engine) {
                        engine.victim = (engine.victim + 1) % engines.size();
                    }
                }
                begin(event.engine);
            }
        }
    }

    private static Task requireTask(@Nullable Task task) {
        if (task == null) {
            throw new IllegalStateException("expected a task with this event");
        }
        return task;
    }

    private void after(long nanos, Kind kind, int engine, int which, @Nullable Task task) {
        events.add(new Event(now + nanos, numbered++, kind, engine, which, task));
    }

    /** Gives tasks to those threads of an engine that have none. */
    private void begin(int number) {
        Engine engine = engines.get(number);
        boolean isDry = false;
        for (int thread = 0; thread < engine.isBusy.length; thread++) {
            if (!engine.isBusy[thread]) {
                PooledTask taken = engine.pool.take(thread);
                if (taken == null) {
                    isDry = true;
                } else {
                    run((Task) taken.task(), number, thread);
                }
            }
        }
        if (isDry && !engine.isAsking && shape.placement() == Shape.Placement.TASKS && engines.size() > 1) {
            engine.isAsking = true;
            after(network.nanos(0), Kind.ASKED, engine.victim, number, null);
        }
    }

    private void run(Task task, int engine, int thread) {
        engines.get(engine).isBusy[thread] = true;
        long took = takeNanos(task, engines.get(engine), thread);
        Moved with = moved.get(task);
        for (Task.Put put : task.puts()) {
            if (with != null) {
                moved.put(put.task(), with);
            }
            after(took + (long) (longer[engine] * put.afterNanos()), Kind.PUT, engine, thread, put.task());
        }
        after(took + (long) (longer[engine] * task.nanos()) + besideNanos, Kind.DONE, engine, thread, task);
    }

    /** Returns how much longer it takes to take a task because of what other threads did with its queue. */
    private long takeNanos(Task task, Engine engine, int thread) {
        if (shape.pool().isCentral()) {
            return useQueue(engine, thread);
        }
        int by = putBy.getOrDefault(task, thread);
        return by == thread ? 0 : shape.handoverNanos();
    }

    /** Lets a thread use the central queue. Returns how long it waits for the queue and its memory. */
    private long useQueue(Engine engine, int thread) {
        long nanos = engine.user == thread || engine.user == NOBODY ? 0 : shape.handoverNanos();
        engine.user = thread;
        engine.free = Math.max(now, engine.free) + nanos;
        return engine.free - now;
    }

    private void goHome(@Nullable Moved ended) {
        for (Moved with = ended; with != null; with = with.outer) {
            with.left--;
            if (with.left == 0) {
                end = Math.max(end, now + network.nanos(with.bytes));
            }
        }
    }
}
