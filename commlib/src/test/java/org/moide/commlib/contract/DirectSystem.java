package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Batch;
import org.moide.commlib.message.Chunk;
import org.moide.commlib.message.ChunkRequest;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Dialer;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.HostMemory;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;

/** A system of engines in one JVM that call each other's ports directly, with serialized arguments and answers. */
public final class DirectSystem implements TestSystem {
    private static final long RUN_SECONDS = 30;

    /** The way in which engines reach each other's ports. */
    @FunctionalInterface
    public interface Wiring {
        /**
         * Returns the port by which engine {@code from} calls {@code target}, the port of engine {@code to}; it may
         * wrap {@code target}.
         */
        MessagePort connect(int from, int to, MessagePort target);
    }

    private final List<Integer> shape;
    private final List<EngineComm> engines = new ArrayList<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Creates a system of engines that call each other directly.
     *
     * @param wire wraps the ports that engines call, for instance to lose calls
     * @param shape the number of threads of each engine
     */
    public DirectSystem(CommLimits limits, UnaryOperator<MessagePort> wire, int... shape) {
        this(limits, wire, ConditionSignal::new, shape);
    }

    /**
     * Creates a system whose threads wait on the given signals. {@code shape} has the number of threads of each engine.
     */
    public DirectSystem(CommLimits limits, UnaryOperator<MessagePort> wire, Signal.Factory signals, int... shape) {
        this(limits, (from, to, target) -> wire.apply(serializing(target)), signals, shape);
    }

    /** Creates a system in which {@code wiring} knows both the calling and the called engine. */
    public DirectSystem(CommLimits limits, Wiring wiring, Signal.Factory signals, int... shape) {
        this(limits, wiring, from -> Dialer.NONE, signals, shape);
    }

    /**
     * Creates a system with data connections beside direct calls.
     *
     * @param dialers open the connections, for each engine
     */
    public DirectSystem(
            CommLimits limits, Wiring wiring, IntFunction<Dialer> dialers, Signal.Factory signals, int... shape) {
        this(limits, wiring, dialers, engine -> HostMemory.NONE, signals, shape);
    }

    /**
     * Creates a system with data connections beside direct calls, and memory that engines share.
     *
     * @param memories return the memory of each engine
     */
    public DirectSystem(
            CommLimits limits,
            Wiring wiring,
            IntFunction<Dialer> dialers,
            IntFunction<HostMemory> memories,
            Signal.Factory signals,
            int... shape) {
        this.shape = Arrays.stream(shape).boxed().toList();
        Registration registration = registration(1, shape);
        CommPorts ports = new CommPorts(
                signals,
                System::nanoTime,
                new StreamCodec(),
                (where, fault) -> faults.add(new AssertionError("fault in " + where, fault)),
                limits);
        for (int engine = 0; engine < shape.length; engine++) {
            int from = engine;
            engines.add(new EngineComm(
                    registration,
                    engine,
                    peer -> wiring.connect(from, peer, engines.get(peer).inbound()),
                    dialers.apply(from),
                    ports.withMemory(memories.apply(from))));
        }
    }

    /** Returns a registration with engines of the given numbers of threads; their addresses do not exist. */
    public static Registration registration(long epoch, int... shape) {
        return registration(epoch, engine -> new NodeReference("engine-" + engine, List.of("localhost"), 0), shape);
    }

    /** Returns a registration with engines of the given numbers of threads, each at its node. */
    public static Registration registration(long epoch, IntFunction<NodeReference> nodes, int... shape) {
        List<Registration.Member> members = new ArrayList<>();
        int next = 0;
        for (int engine = 0; engine < shape.length; engine++) {
            members.add(new Registration.Member(engine, next, shape[engine], 100 + engine, nodes.apply(engine)));
            next += shape[engine];
        }
        return new Registration(epoch, members);
    }

    private static MessagePort serializing(MessagePort target) {
        StreamCodec codec = new StreamCodec();
        return new MessagePort() {
            @Override
            public Acknowledgement deliver(Batch batch) {
                return copy(target.deliver(copy(batch)));
            }

            @Override
            public Chunk fetch(ChunkRequest request) {
                return copy(target.fetch(copy(request)));
            }

            @SuppressWarnings("unchecked") // a copy is of the same class
            private <T> T copy(T value) {
                Object copied = codec.decode(codec.encode(value));
                if (copied == null) {
                    throw new AssertionError("copied to nothing: " + value);
                }
                return (T) copied;
            }
        };
    }

    @Override
    public List<Integer> shape() {
        return shape;
    }

    @Override
    public EngineComm engine(int number) {
        return engines.get(number);
    }

    @Override
    public List<@Nullable Throwable> run(Body body) {
        List<@Nullable Throwable> thrown = start(body, (engine, index, code) -> {
            Thread thread = new Thread(code, "engine-" + engine + "-compute-" + index);
            thread.setDaemon(true);
            threads.add(thread);
        });
        threads.forEach(Thread::start);
        join(thrown);
        return thrown;
    }

    private void join(List<@Nullable Throwable> thrown) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(RUN_SECONDS);
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            } catch (InterruptedException interrupt) {
                throw new AssertionError("interrupted while the threads ran", interrupt);
            }
        }
        StringBuilder stuck = new StringBuilder();
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                stuck.append('\n').append(thread.getName());
                Arrays.stream(thread.getStackTrace())
                        .limit(12)
                        .forEach(frame -> stuck.append("\n    ").append(frame));
            }
        }
        if (stuck.length() > 0) {
            engines.forEach(engine -> engine.end("the test gave up"));
            AssertionError failure = new AssertionError("still running after " + RUN_SECONDS + " s:" + stuck);
            thrown.stream().filter(Objects::nonNull).forEach(failure::addSuppressed);
            throw failure;
        }
    }

    /** Returns the faults reported so far, and clears them. */
    public List<Throwable> takeFaults() {
        List<Throwable> taken = List.copyOf(faults);
        faults.clear();
        return taken;
    }

    @Override
    public void close() {
        IntStream.range(0, engines.size()).forEach(engine -> engines.get(engine).end("the test is over"));
        assertThat(faults).as("unexpected faults").isEmpty();
        assertThat(threads).as("threads left").noneMatch(Thread::isAlive);
    }
}
