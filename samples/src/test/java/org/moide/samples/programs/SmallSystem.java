package org.moide.samples.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.Redistribution;
import org.moide.engine.Report;

/** Runs an application in this JVM on real threads that act as several engines, and keeps what it reports. */
public final class SmallSystem {
    private final Registration registration;
    private final double[] powers;

    /** The saved states from which the run continues, by logical ID; empty if the run begins at the start. */
    private final List<Serializable> states;

    private SmallSystem(Registration registration, double[] powers, List<Serializable> states) {
        this.registration = registration;
        this.powers = powers;
        this.states = states;
    }

    /** Returns engines with these numbers of threads. Each engine's power is proportional to its number of threads. */
    public static SmallSystem of(int... threads) {
        double[] powers = Arrays.stream(threads).asDoubleStream().toArray();
        return new SmallSystem(DirectSystem.registration(1, threads), powers, List.of());
    }

    /** Returns the communication library of a thread that is the only one of its run. */
    public static CommLib alone() {
        return of(1).connect().get(0).commLib(0);
    }

    /** Returns the same engines with other powers. */
    public SmallSystem withPowers(double... other) {
        return new SmallSystem(registration, other, states);
    }

    /**
     * Returns the same engines, which will continue from a checkpoint.
     *
     * @param saved one saved state for each thread that there was at the checkpoint
     */
    public SmallSystem goingOnFrom(List<Serializable> saved) {
        return new SmallSystem(registration, powers, saved);
    }

    /**
     * The results and reports of a run.
     *
     * @param progress the reported progress, in the order of the calls
     * @param checkpoints copies of all states that were saved; those of one logical ID are in the order of saving
     */
    public record Told(
            Map<String, Object> results, List<String> lines, List<Long> progress, List<Serializable> checkpoints) {
        public double number(String name) {
            Object value = results.get(name);
            if (value instanceof Number number) {
                return number.doubleValue();
            }
            throw new AssertionError("expected a number " + name + ", found " + value + " in " + results);
        }
    }

    /** Runs an application to its end. If the application throws an exception, it is thrown here. */
    public Told run(Supplier<Application> maker, String... arguments) throws Exception {
        Arguments given = Arguments.of(arguments);
        maker.get().check(given);
        List<EngineComm> engines = connect();
        Keeper keeper = new Keeper();
        ExecutorService threads = Executors.newFixedThreadPool(registration.count(), work -> {
            Thread thread = new Thread(work, "test-compute");
            thread.setDaemon(true);
            return thread;
        });
        DealtTasks tasks = new DealtTasks(registration.count());
        CompletionService<Integer> ends = new ExecutorCompletionService<>(threads);
        for (Registration.Member member : registration.engines()) {
            Application shared = maker.get();
            Queue<Serializable> subtasks = new ConcurrentLinkedQueue<>();
            for (int thread = 0; thread < member.threads(); thread++) {
                CommLib comm = engines.get(member.engine()).commLib(thread);
                SmallThread self = new SmallThread(this, comm, given, keeper, subtasks, tasks);
                Application application = shared.mode() == Application.Mode.COOPERATIVE ? shared : maker.get();
                ends.submit(() -> {
                    application.run(self);
                    return self.id();
                });
            }
        }
        try {
            for (int ended = 0; ended < registration.count(); ended++) {
                ends.take().get();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failed;
        } finally {
            engines.forEach(engine -> engine.end("the test is over"));
            threads.shutdownNow();
        }
        return new Told(
                Map.copyOf(keeper.results),
                List.copyOf(keeper.lines),
                List.copyOf(keeper.progress),
                List.copyOf(keeper.checkpoints));
    }

    /**
     * Connects engines that call each other's objects directly. They exchange the same messages as engines in different
     * JVMs, without sockets.
     */
    private List<EngineComm> connect() {
        List<EngineComm> engines = new ArrayList<>();
        CommPorts ports = new CommPorts(
                SpinThenParkSignal.factory(registration.count()),
                new SystemTicker(),
                new StreamCodec(),
                UnexpectedFaults::fail,
                CommLimits.DEFAULT);
        for (Registration.Member member : registration.engines()) {
            engines.add(new EngineComm(
                    registration, member.engine(), other -> engines.get(other).inbound(), ports));
        }
        return engines;
    }

    private static final class Keeper implements Report {
        private final Map<String, Object> results = new ConcurrentHashMap<>();
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();
        private final Queue<Long> progress = new ConcurrentLinkedQueue<>();
        private final Queue<Serializable> checkpoints = new ConcurrentLinkedQueue<>();

        @Override
        public void put(String name, Object value) {
            results.put(name, value);
        }

        @Override
        public void print(String line) {
            lines.add(line);
        }

        @Override
        public void progress(long done, long total, String what) {
            if (done < 0 || (total > 0 && done > total)) {
                throw new IllegalArgumentException("expected 0 to " + total + " " + what + ", found " + done);
            }
            progress.add(done);
        }
    }

    private static byte[] bytes(Serializable state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(state);
        } catch (IOException unfit) {
            throw new UncheckedIOException(unfit);
        }
        return bytes.toByteArray();
    }

    private static Serializable copy(byte[] state) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(state))) {
            return (Serializable) in.readObject();
        } catch (IOException | ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * A pool of tasks that deals the tasks out to the threads in turn, so that each thread gets some. A thread without
     * tasks takes those of others. Guarded by itself.
     */
    private static final class DealtTasks {
        private final List<Queue<Serializable>> hands = new ArrayList<>();
        private final Map<Integer, Queue<Serializable>> resumed = new HashMap<>();
        private int next;
        private long open; // tasks that are not done
        private long rounds; // that have ended

        DealtTasks(int threads) {
            for (int thread = 0; thread < threads; thread++) {
                hands.add(new ArrayDeque<>());
            }
        }

        synchronized void put(Serializable task) {
            open++;
            hands.get(next++ % hands.size()).add(task);
            notifyAll();
        }

        /** Puts a task that stays on its engine. */
        synchronized void putAt(int engine, Serializable task) {
            open++;
            resume(engine, task);
        }

        synchronized void resume(int engine, Serializable rest) {
            resumed.computeIfAbsent(engine, unseen -> new ArrayDeque<>()).add(rest);
            notifyAll();
        }

        synchronized void done() {
            open--;
            notifyAll();
        }

        /**
         * Takes a task.
         *
         * @param round the number of rounds whose end the thread has heard of
         * @return the task; null if the round has ended
         */
        @Nullable
        synchronized Serializable take(int engine, int thread, long round) throws InterruptedException {
            while (true) {
                if (rounds == round && open == 0) {
                    rounds++;
                }
                if (rounds > round) {
                    return null;
                }
                Queue<Serializable> here = resumed.get(engine);
                Serializable rest = here == null ? null : here.poll();
                if (rest != null) {
                    return rest;
                }
                for (int turn = 0; turn < hands.size(); turn++) {
                    Serializable task =
                            hands.get((thread + turn) % hands.size()).poll();
                    if (task != null) {
                        return copy(bytes(task));
                    }
                }
                wait();
            }
        }
    }

    private static final class SmallThread implements ComputeThread {
        private final Registration registration;
        private final List<Serializable> states;
        private final CommLib comm;
        private final Arguments arguments;
        private final Keeper report;
        private final double[] powers;

        /** The subtasks of the engine to which this thread belongs. */
        private final Queue<Serializable> subtasks;

        private final DealtTasks tasks;

        /** Whether all tasks that are put before the next round have been put. */
        private boolean allPut;

        private boolean hasTask;
        private long rounds;

        SmallThread(
                SmallSystem system,
                CommLib comm,
                Arguments arguments,
                Keeper report,
                Queue<Serializable> subtasks,
                DealtTasks tasks) {
            this.registration = system.registration;
            this.states = system.states;
            this.powers = system.powers;
            this.comm = comm;
            this.arguments = arguments;
            this.report = report;
            this.subtasks = subtasks;
            this.tasks = tasks;
        }

        @Override
        public int id() {
            return comm.id();
        }

        @Override
        public int count() {
            return comm.count();
        }

        @Override
        public int engine() {
            return comm.engineOf(id());
        }

        @Override
        public int threadIndex() {
            return id() - registration.memberOf(id()).firstId();
        }

        @Override
        public int threadCount() {
            return registration.memberOf(id()).threads();
        }

        @Override
        public double share(int other) {
            Registration.Member member = registration.memberOf(other);
            return powers[member.engine()]
                    / member.threads()
                    / DoubleStream.of(powers).sum();
        }

        @Override
        public Arguments arguments() {
            return arguments;
        }

        @Override
        public CommLib comm() {
            return comm;
        }

        @Override
        public Path file(String name) {
            throw new IllegalArgumentException("samples are run without --files here, found file('" + name + "')");
        }

        @Override
        public void barrier() {
            comm.barrier();
        }

        @Override
        public Report report() {
            return report;
        }

        @Override
        public <S extends Serializable> S restore(Supplier<S> initial) {
            return initial.get();
        }

        @Override
        @SuppressWarnings("unchecked")
        public <S extends Serializable> S restore(Supplier<S> initial, Redistribution<S> redistribution) {
            return states.isEmpty()
                    ? initial.get()
                    : redistribution.redistribute(
                            (List<S>) states.stream()
                                    .map(state -> copy(bytes(state)))
                                    .toList(),
                            this);
        }

        @Override
        public void checkpoint(Serializable state) {
            checkpoint(() -> state);
        }

        @Override
        public void checkpoint(Supplier<? extends Serializable> state) {
            report.checkpoints.add(copy(bytes(state.get())));
            comm.remoteBarrier(); // no ID continues before all have reached the safe point
        }

        @Override
        public void putTask(Serializable task) {
            tasks.put(task);
        }

        @Override
        public void putHere(List<? extends Serializable> some) {
            if (some.size() == 1 && !hasTask) {
                tasks.putAt(engine(), copy(bytes(some.get(0))));
            } else {
                some.forEach(tasks::put);
            }
        }

        @Override
        public Runnable setAside(Serializable rest) {
            if (!hasTask) {
                throw new IllegalStateException("expected a task");
            }
            hasTask = false;
            int engine = engine();
            return () -> tasks.resume(engine, rest);
        }

        @Override
        public @Nullable Serializable getTask() {
            if (hasTask) {
                hasTask = false;
                tasks.done();
            }
            if (!allPut) {
                comm.remoteBarrier(); // IDs put their tasks before any ID takes one
                allPut = true;
            }
            try {
                Serializable task = tasks.take(engine(), id(), rounds);
                hasTask = task != null;
                if (task == null) {
                    allPut = false;
                    rounds++;
                }
                return task;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the test is over", ended);
            }
        }

        @Override
        public void putSubtask(Serializable subtask) {
            subtasks.add(subtask);
        }

        @Override
        public void lendSubtask(Serializable subtask) {
            subtasks.add(subtask);
        }

        @Override
        public @Nullable Serializable getSubtask() {
            return subtasks.poll();
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            throw new UnsupportedOperationException("nothing shared in this test");
        }
    }
}
