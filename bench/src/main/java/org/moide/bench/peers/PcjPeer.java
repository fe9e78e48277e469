package org.moide.bench.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.system.SystemTicker;
import org.pcj.ExecutionBuilder;
import org.pcj.PCJ;
import org.pcj.PcjFuture;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/**
 * Measures PCJ with two threads, in one JVM or in two: its put and waitFor, barrier, broadcast, and reduce followed by
 * broadcast.
 */
@RegisterStorage(PcjPeer.Shared.class)
public final class PcjPeer implements StartPoint {
    private static final String WHO = "PCJ";

    /** The variables that other threads write or read. */
    @Storage(PcjPeer.class)
    enum Shared {
        arrived,
        given,
        agreed
    }

    @SuppressWarnings("UnusedVariable") // PCJ writes it by its name
    private double[] arrived = new double[0];

    @SuppressWarnings("UnusedVariable") // PCJ reads it by its name
    private double[] given = new double[0];

    private int agreed;

    /**
     * Runs all measurements. Arguments: the file to append to, the length in bytes of the longest message, milliseconds
     * for each measurement, and {@code one} or {@code two} JVMs.
     */
    public static void main(String[] words) {
        ExecutionBuilder builder = PCJ.executionBuilder(PcjPeer.class)
                .addProperty("file", words[0])
                .addProperty("mostBytes", words[1])
                .addProperty("milliseconds", words[2])
                .addProperty("place", words[3]);
        // Two threads at one address share a JVM.
        boolean one = words[3].equals("one");
        builder.addNode("localhost:18091")
                .addNode(one ? "localhost:18091" : "localhost:18092")
                .deploy();
    }

    @Override
    public void main() {
        int mostBytes = Integer.parseInt(PCJ.getProperty("mostBytes"));
        long nanosEach = 1_000_000L * Integer.parseInt(PCJ.getProperty("milliseconds"));
        String place = PCJ.getProperty("place");
        Repetitions repetitions = new Repetitions(new SystemTicker(), nanosEach, this::agree);
        double[] number = new double[1];
        given = number;
        PCJ.barrier();
        repetitions.warmUp(
                PCJ::barrier, () -> pingPong(number), () -> exchange(number), () -> broadcast(number), this::allReduce);
        PCJ.barrier();
        List<Measured> lines = new ArrayList<>();
        lines.add(new Measured(WHO, "barrier", place, 0, repetitions.medianNanos(PCJ::barrier)));
        for (int bytes = Double.BYTES; bytes <= mostBytes; bytes *= 16) {
            double[] data = new double[bytes / Double.BYTES];
            double half = repetitions.medianNanos(() -> pingPong(data)) / 2.0;
            lines.add(new Measured(WHO, "latency", place, bytes, half));
            long both = repetitions.medianNanos(() -> exchange(data));
            lines.add(new Measured(WHO, "exchange", place, bytes, both));
            long cast = repetitions.medianNanos(PCJ::barrier, () -> broadcast(data));
            lines.add(new Measured(WHO, "broadcast", place, bytes, cast));
            given = data;
            PCJ.barrier();
            long joined = repetitions.medianNanos(this::allReduce);
            lines.add(new Measured(WHO, "allReduce", place, bytes, joined));
            PCJ.barrier();
        }
        if (PCJ.myId() == 0) {
            Measured.append(Path.of(PCJ.getProperty("file")), lines);
        }
    }

    private int agree(int count) {
        if (PCJ.myId() == 0) {
            PCJ.broadcast(count, Shared.agreed);
        }
        PCJ.waitFor(Shared.agreed);
        PCJ.barrier();
        return agreed;
    }

    private static void pingPong(double[] data) {
        int other = 1 - PCJ.myId();
        if (PCJ.myId() == 0) {
            PCJ.put(data, other, Shared.arrived);
            PCJ.waitFor(Shared.arrived);
        } else {
            PCJ.waitFor(Shared.arrived);
            PCJ.put(data, other, Shared.arrived);
        }
    }

    private static void exchange(double[] data) {
        PcjFuture<Void> sent = PCJ.asyncPut(data, 1 - PCJ.myId(), Shared.arrived);
        PCJ.waitFor(Shared.arrived);
        sent.get();
    }

    private static void broadcast(double[] data) {
        if (PCJ.myId() == 0) {
            PCJ.broadcast(data, Shared.arrived);
        }
        PCJ.waitFor(Shared.arrived);
    }

    private void allReduce() {
        if (PCJ.myId() == 0) {
            double[] joined = PCJ.<double[]>reduce(PcjPeer::join, Shared.given);
            PCJ.broadcast(joined, Shared.arrived);
        }
        PCJ.waitFor(Shared.arrived);
    }

    private static double[] join(double[] left, double[] right) {
        double[] joined = new double[left.length];
        for (int i = 0; i < joined.length; i++) {
            joined[i] = left[i] + right[i];
        }
        return joined;
    }
}
