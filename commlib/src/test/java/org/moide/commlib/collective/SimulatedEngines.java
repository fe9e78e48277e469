package org.moide.commlib.collective;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Team;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Network;
import org.moide.commlib.sim.SimScheduler;
import org.moide.commlib.sim.Wires;

/**
 * Many engines of one thread each that call the real {@link Collectives} over simulated links: a message is an event at
 * its receiver. Each engine has a real thread, but only one of these runs at a time.
 */
final class SimulatedEngines {
    /**
     * The time that a message takes at its sender, and again at its receiver. Each engine handles its messages one
     * after the other.
     */
    static final long HANDLING_NANOS = 20_000;

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final Registration registration;
    private final Way way;
    private final long[] sendsUntil;
    private final long[] takesUntil;
    private final Map<Integer, Map<Integer, ArrayDeque<Message>>> mail = new HashMap<>();
    private final Map<Integer, Signal> signals = new HashMap<>();
    private int messages;
    private int farMessages;

    /** The latency of a message from one engine to another, while both are idle. */
    @FunctionalInterface
    interface Way {
        long nanos(int from, int to);
    }

    /**
     * The time that a collective took, from the beginning of the last engine that begins to the end of the last one
     * that ends, and its number of messages; far messages go between sites.
     */
    record Took(long nanos, int messages, int farMessages) {
        double latencies(long latencyNanos) {
            return (double) nanos / latencyNanos;
        }
    }

    private record Message(long note, Slice data) implements EngineLink.Arrival {
        @Override
        public ElementType type() {
            return data.type();
        }

        @Override
        public long length() {
            return data.length();
        }

        @Override
        public void into(Slice target) {
            Slices.copy(data, target.part(0, data.length()));
        }

        @Override
        public void joinInto(Slice target, BiConsumer<Slice, Slice> join) {
            join.accept(target, data);
        }
    }

    SimulatedEngines(Registration registration, Way way) {
        this.registration = registration;
        this.way = way;
        this.sendsUntil = new long[registration.engines().size()];
        this.takesUntil = new long[sendsUntil.length];
    }

    /** Creates a registration of engines with one thread each; their addresses do not exist. */
    static Registration engines(int count) {
        List<Registration.Member> members = new ArrayList<>();
        for (int engine = 0; engine < count; engine++) {
            members.add(new Registration.Member(
                    engine, engine, 1, 1, new NodeReference("engine-" + engine, List.of("host-" + engine), 1)));
        }
        return new Registration(1, members);
    }

    /**
     * Runs a collective on all engines at the same time, with this latency between far engines; returns its time and
     * messages.
     */
    Took all(long farNanos, Consumer<Collectives> what) {
        EventQueue queue = new EventQueue(1);
        long[] ended = new long[1];
        try (SimScheduler scheduler = new SimScheduler(queue)) {
            Network<Integer> network = new Network<>(queue, wires(queue, farNanos));
            for (Registration.Member member : registration.engines()) {
                Signal signal = scheduler.signals().create();
                Liveness liveness = new Liveness(1, registration.engines().size());
                Board board = new Board(new Team(1, liveness, signal), member);
                Waiter waiter = new Waiter(signal, queue, nanos -> {}).within(LIMIT.toNanos(), () -> {});
                EngineLink link = new Link(member.engine(), network, signal, waiter);
                Collectives collectives =
                        new Collectives(registration, member.engine(), board, 0, link, waiter, Tuning.DEFAULT);
                mail.put(member.engine(), new HashMap<>());
                scheduler.start("engine-" + member.engine(), () -> {
                    what.accept(collectives);
                    ended[0] = queue.nanoTime();
                });
                signals.put(member.engine(), signal);
            }
            scheduler.run(LIMIT);
        }
        return new Took(ended[0], messages, farMessages);
    }

    private Wires<Integer> wires(EventQueue queue, long farNanos) {
        return (from, to, bytes) -> {
            long now = queue.nanoTime();
            long onTheWay = way.nanos(from, to);
            messages++;
            farMessages += onTheWay >= farNanos ? 1 : 0;
            sendsUntil[from] = Math.max(now, sendsUntil[from]) + HANDLING_NANOS;
            takesUntil[to] = Math.max(sendsUntil[from] + onTheWay, takesUntil[to]) + HANDLING_NANOS;
            return takesUntil[to] - now;
        };
    }

    /** The simulated links of one engine to all others. */
    private final class Link implements EngineLink {
        private final int engine;
        private final Network<Integer> network;
        private final Signal signal;
        private final Waiter waiter;

        Link(int engine, Network<Integer> network, Signal signal, Waiter waiter) {
            this.engine = engine;
            this.network = network;
            this.signal = signal;
            this.waiter = waiter;
        }

        private ArrayDeque<Message> from(int other) {
            return box(engine, other);
        }

        @Override
        public Sent start(int to, long note, Slice data) {
            Slice copy = Slice.of(data.type().newArray(data.length()));
            Slices.copy(data, copy);
            network.send(engine, to, data.bytes(), "message", () -> {
                box(to, engine).add(new Message(note, copy));
                signals.get(to).raise();
            });
            return () -> {};
        }

        @Override
        public Arrival take(int other, long note) {
            ArrayDeque<Message> box = from(other);
            waiter.at(signal).await(() -> !box.isEmpty(), "a message of engine " + other);
            return box.remove();
        }

        @Override
        public int meet(Hall hall, long note, Slice data) {
            throw new AssertionError("engine " + engine + ": there is no hall here");
        }

        @Override
        public long[] whoIsThere(long note) {
            throw new AssertionError("engine " + engine + ": nobody is late here");
        }

        @Override
        public byte[] encode(Object value) {
            return value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object decode(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public void breakAll(boolean usage, String why) {
            throw new AssertionError(why);
        }
    }

    private ArrayDeque<Message> box(int of, int from) {
        return mail.get(of).computeIfAbsent(from, unseen -> new ArrayDeque<>());
    }
}
