package org.moide.coordinator.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.moide.commlib.Reduction;
import org.moide.commlib.sim.HostLoad;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * A run on many hosts, each with a daemon. Its engines do nothing but meet at some barriers. It measures how long it
 * takes until all engines compute, how much the coordinator has sent by then, and how long a barrier takes. In
 * simulated time a message takes 1 ms between two hosts and some processor time on both, a host sends 125 MB/s, and a
 * JVM takes 1 s to start.
 */
final class ManyHosts {
    static final Duration LATENCY = Duration.ofMillis(1);

    /**
     * The processor time that one message takes in a process, including the time of the operating system. It was
     * measured between two JVMs.
     */
    static final Duration HANDLING = Duration.ofNanos(20_000);

    static final double BYTES_PER_SECOND = 125e6;
    static final Duration JVM_START = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int MEETINGS = 4;
    private static final double NANOS = 1e9;

    private ManyHosts() {}

    /**
     * The measured figures.
     *
     * @param assembledNanos the time until the last engine began to compute
     * @param sent the messages that the coordinator sent until then
     * @param most the messages of that process, apart from the coordinator, which sent the most bytes
     * @param meetingNanos the time of a barrier when all connections exist, thus not of the first barrier
     */
    record Measured(int hosts, long assembledNanos, HostLoad.Sent sent, HostLoad.Sent most, long meetingNanos) {
        double meetingLatencies() {
            return (double) meetingNanos / LATENCY.toNanos();
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d hosts: assembled in %.3f s; the coordinator sent %d messages, %d bytes (%d and %d a host),"
                            + " nobody else more than %d bytes; allReduce %.1f latencies",
                    hosts,
                    assembledNanos / NANOS,
                    sent.messages(),
                    sent.bytes(),
                    sent.messages() / hosts,
                    sent.bytes() / hosts,
                    most.bytes(),
                    meetingLatencies());
        }
    }

    /** Notes when each engine entered each barrier and when it left it. */
    private static final class Meetings {
        private final long[][] begun;
        private final long[][] ended;
        private LongSupplier clock = () -> 0;
        private Runnable whenAllBegan = () -> {};
        private int came;

        Meetings(int ids) {
            begun = new long[MEETINGS][ids];
            ended = new long[MEETINGS][ids];
        }

        long lastBeginning(int meeting) {
            return Arrays.stream(begun[meeting]).max().orElseThrow();
        }

        long lastEnd(int meeting) {
            return Arrays.stream(ended[meeting]).max().orElseThrow();
        }
    }

    /**
     * The application, whose engines do nothing but meet at barriers. All its objects use the same {@link Meetings}.
     * They need no lock, since the threads of a simulation take turns.
     */
    private record Meeting(Meetings notes) implements Application {
        @Override
        public void run(ComputeThread self) {
            if (++notes.came == self.count()) {
                notes.whenAllBegan.run();
            }
            for (int meeting = 0; meeting < MEETINGS; meeting++) {
                notes.begun[meeting][self.id()] = notes.clock.getAsLong();
                double count = self.comm().allReduce(1.0, Reduction.SUM);
                notes.ended[meeting][self.id()] = notes.clock.getAsLong();
                if (count != self.count()) {
                    throw new IllegalStateException("expected " + self.count() + ", found " + count);
                }
                self.comm().remoteBarrier();
            }
        }
    }

    static Measured play(int hosts) {
        Meetings notes = new Meetings(hosts);
        RunShape shape = new RunShape(hosts, 1, "guided", 1, 1, false, false, false, true);
        try (SimulatedRun run = new SimulatedRun(2, shape, new ScriptedApplication(node -> new Meeting(notes)))) {
            notes.clock = run.cluster().queue()::nanoTime;
            run.cluster().network(NetworkModel.healthy().withLatency(LATENCY, LATENCY));
            HostLoad<SimNode> load = run.cluster().load(HANDLING, BYTES_PER_SECOND);
            run.startJvmsIn(JVM_START);
            SimNode home = run.home();
            HostLoad.Sent[] sent = new HostLoad.Sent[2];
            notes.whenAllBegan = () -> {
                sent[0] = load.of(home);
                sent[1] = load.most(home);
            };
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);
            if (run.outcome() == null || run.outcome().failure() != null) {
                throw new IllegalStateException("the run failed: " + run.outcome());
            }
            run.cluster().runUntil(run::isGone, LIMIT);
            int last = MEETINGS - 1;
            return new Measured(
                    hosts, notes.lastBeginning(0), sent[0], sent[1], notes.lastEnd(last) - notes.lastBeginning(last));
        }
    }

    public static void main(String[] arguments) {
        for (String hosts : arguments) {
            long begun = System.nanoTime();
            System.out.println(play(Integer.parseInt(hosts)) + "; in " + (System.nanoTime() - begun) / 1e9 + " s");
        }
    }
}
