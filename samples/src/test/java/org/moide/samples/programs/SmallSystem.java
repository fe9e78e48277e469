package org.moide.samples.programs;

import java.io.Serializable;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;

/** Runs an application on real threads in this JVM, as so many engines as a test asks for, and keeps what it reports. */
public final class SmallSystem {
    private final int[] engineOf;
    private final double[] powers;

    private SmallSystem(int[] engineOf, double[] powers) {
        this.engineOf = engineOf;
        this.powers = powers;
    }

    /** Engines with these numbers of threads, all of the same power. */
    public static SmallSystem of(int... threads) {
        List<Integer> engineOf = new ArrayList<>();
        double[] powers = new double[threads.length];
        for (int engine = 0; engine < threads.length; engine++) {
            powers[engine] = threads[engine];
            for (int thread = 0; thread < threads[engine]; thread++) {
                engineOf.add(engine);
            }
        }
        return new SmallSystem(engineOf.stream().mapToInt(Integer::intValue).toArray(), powers);
    }

    /** The same engines with other powers. */
    public SmallSystem withPowers(double... other) {
        return new SmallSystem(engineOf, other);
    }

    /** What a run said. */
    public record Told(Map<String, Object> results, List<String> lines) {
        public double number(String name) {
            Object value = results.get(name);
            if (value instanceof Number number) {
                return number.doubleValue();
            }
            throw new AssertionError("expected a number " + name + ", found " + value + " in " + results);
        }
    }

    /** Runs to the end, and throws what the application threw. */
    public Told run(Supplier<Application> maker, String... arguments) throws Exception {
        Map<Integer, Application> shared = new HashMap<>();
        QueueComm.Network network = new QueueComm.Network(engineOf);
        Keeper keeper = new Keeper();
        Arguments given = Arguments.of(arguments);
        maker.get().check(given);
        ExecutorService threads = Executors.newFixedThreadPool(engineOf.length, work -> {
            Thread thread = new Thread(work, "test-compute");
            thread.setDaemon(true);
            return thread;
        });
        CompletionService<Integer> ends = new ExecutorCompletionService<>(threads);
        for (int id = 0; id < engineOf.length; id++) {
            SmallThread self = new SmallThread(network, id, given, keeper, sharesOf(network));
            Application first = maker.get();
            Application application = first.mode() == Application.Mode.INDEPENDENT
                    ? first
                    : shared.computeIfAbsent(engineOf[id], engine -> first);
            ends.submit(() -> {
                application.run(self);
                return self.id();
            });
        }
        try {
            for (int ended = 0; ended < engineOf.length; ended++) {
                ends.take().get();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failed;
        } finally {
            threads.shutdownNow();
        }
        return new Told(Map.copyOf(keeper.results), List.copyOf(keeper.lines));
    }

    private double[] sharesOf(QueueComm.Network network) {
        double all = 0.0;
        for (double power : powers) {
            all += power;
        }
        double[] shares = new double[engineOf.length];
        for (int id = 0; id < shares.length; id++) {
            shares[id] = powers[engineOf[id]] / network.threads(engineOf[id]) / all;
        }
        return shares;
    }

    private static final class Keeper implements Report {
        private final Map<String, Object> results = new ConcurrentHashMap<>();
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

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
            if (done < 0 || done > total) {
                throw new IllegalArgumentException("expected 0 to " + total + " " + what + ", found " + done);
            }
        }
    }

    private static final class SmallThread implements ComputeThread {
        private final QueueComm.Network network;
        private final int id;
        private final Arguments arguments;
        private final Report report;
        private final double[] shares;
        private final CommLib comm;

        SmallThread(QueueComm.Network network, int id, Arguments arguments, Report report, double[] shares) {
            this.network = network;
            this.id = id;
            this.arguments = arguments;
            this.report = report;
            this.shares = shares;
            this.comm = new QueueComm(network, id);
        }

        @Override
        public int id() {
            return id;
        }

        @Override
        public int count() {
            return network.count();
        }

        @Override
        public int engine() {
            return network.engineOf(id);
        }

        @Override
        public int threadIndex() {
            int index = 0;
            for (int other = 0; other < id; other++) {
                index += network.engineOf(other) == engine() ? 1 : 0;
            }
            return index;
        }

        @Override
        public int threadCount() {
            return network.threads(engine());
        }

        @Override
        public double share(int other) {
            return shares[other];
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
        public void barrier() {
            comm.barrier();
        }

        @Override
        public Report report() {
            return report;
        }

        @Override
        public void putTask(Serializable task) {
            throw new UnsupportedOperationException("no pool in this test");
        }

        @Override
        public @Nullable Serializable getTask() {
            throw new UnsupportedOperationException("no pool in this test");
        }

        @Override
        public void putSubtask(Serializable subtask) {
            throw new UnsupportedOperationException("no pool in this test");
        }

        @Override
        public @Nullable Serializable getSubtask() {
            throw new UnsupportedOperationException("no pool in this test");
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            throw new UnsupportedOperationException("nothing shared in this test");
        }
    }
}
