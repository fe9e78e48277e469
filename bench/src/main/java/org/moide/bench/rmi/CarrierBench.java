package org.moide.bench.rmi;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;

/**
 * Measures two JVMs on one host: an empty call, an echo of 8 bytes and one-way transfers of 8 MB over each carrier, by
 * calls, by CommLib and as raw bytes, in turns in one run. Prints the medians of the rounds' medians, and their range.
 */
public final class CarrierBench {
    private static final int ROUNDS = 7;
    private static final long ROUND_MILLIS = 150;
    /** The length of the first round, which warms up, in normal rounds. */
    private static final int WARM_UP_ROUNDS = 20;

    /** The time after which no thread polls any more. */
    private static final long ASLEEP_MILLIS = 5;

    private static final int IDLE_SECONDS = 3;
    private static final int BULK_BYTES = 8 << 20;
    private static final int ROWS = 64;

    static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Map<String, List<double[]>> found = new LinkedHashMap<>();

    private CarrierBench() {}

    private interface Action {
        void run() throws IOException;
    }

    /** Runs all measurements. Optional arguments: a part of the names to run, and the milliseconds of a round. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        RmiProcess.prepare();
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        ClusterSecret secret = ClusterSecret.of(key);
        Process peer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BenchPeer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            peer.getOutputStream().write((secret.toText() + "\n").getBytes(StandardCharsets.UTF_8));
            peer.getOutputStream().flush();
            String[] ports = new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8))
                    .readLine()
                    .split(" ", -1);
            new CarrierBench()
                    .measure(
                            peer.toHandle(),
                            secret,
                            ports,
                            arguments.length > 0 ? arguments[0] : "",
                            arguments.length > 1 ? Long.parseLong(arguments[1]) : ROUND_MILLIS);
        } finally {
            peer.destroyForcibly();
        }
        Runtime.getRuntime().halt(0);
    }

    private void measure(ProcessHandle peer, ClusterSecret secret, String[] ports, String only, long roundMillis)
            throws IOException, InterruptedException {
        Map<String, Action> actions = new LinkedHashMap<>();
        byte[] eight = new byte[8];
        byte[] page = new byte[4096];
        byte[] bulk = new byte[BULK_BYTES];
        double[] doubles = new double[BULK_BYTES / Double.BYTES];
        List<double[]> rows = Collections.nCopies(ROWS, new double[doubles.length / ROWS]);
        CarriedCalls[] all = CarriedCalls.values();
        for (int place = 0; place < all.length; place++) {
            CarriedCalls carrying = all[place];
            RmiSpace space = RmiSpace.open(carrying.options("bench", secret));
            NodeReference peerNode = space.find("127.0.0.1", Integer.parseInt(ports[place]), Duration.ofSeconds(5));
            BenchPort port = space.proxy(peerNode, BenchPort.class, "bench", DEADLINE);
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(ports[all.length + place]));
            socket.setTcpNoDelay(true);
            CarrierStreams streams = carrying.carriers().call(carrying.line(socket, secret));
            if (streams.ring() != (carrying == CarriedCalls.RING)) {
                throw new IOException("expected " + carrying + ", found " + streams);
            }
            Action small = raw(streams, (byte) 0, eight);
            Action large = raw(streams, (byte) 0, bulk);
            actions.put(carrying + " raw 8 bytes", small);
            actions.put(carrying + " raw 8 bytes, asleep", small);
            actions.put(carrying + " null call", port::nothing);
            actions.put(carrying + " call echo 8 bytes", () -> port.echo(eight));
            actions.put(carrying + " null call, asleep", port::nothing);
            port.meet(space.self());
            CommPair.Asking asking = new CommPair.Asking(space, peerNode);
            actions.put(carrying + " CommLib 8 bytes", asking::ask);
            actions.put(carrying + " CommLib 8 bytes, asleep", asking::ask);
            actions.put(carrying + " CommLib 1000 x 8 bytes", asking::tellMany);
            actions.put(carrying + " CommLib 100 x allReduce", asking::reduce);
            actions.put(carrying + " CommLib allReduce 8 MB", asking::reduceBulk);
            CommPair.Four four = new CommPair.Four(space, peerNode, "compute-2-" + carrying);
            actions.put(carrying + " 4 threads, 100 exchanges", four::exchange);
            actions.put(carrying + " 4 threads, 100 x allReduce", four::reduce);
            actions.put(carrying + " raw 8 MB", large);
            actions.put(carrying + " raw 8 MB, fresh array", raw(streams, BenchPeer.FRESH, bulk));
            actions.put(carrying + " CommLib 8 MB", asking::askBulk);
            actions.put(carrying + " CommLib 8 MB of doubles", asking::askDoubles);
            actions.put(carrying + " call take 8 MB", () -> port.take(bulk));
            actions.put(carrying + " call take 8 MB of doubles", () -> port.takeDoubles(doubles));
            actions.put(carrying + " call give 8 MB of doubles", () -> port.giveDoubles(doubles.length));
            actions.put(carrying + " call take 8 MB in 64 rows", () -> port.takeRows(rows));
            actions.put(carrying + " call echo 4 KiB", () -> port.echo(page));
        }
        actions.keySet().removeIf(name -> !name.contains(only));
        for (int round = 0; round <= ROUNDS; round++) {
            for (Map.Entry<String, Action> action : actions.entrySet()) {
                double[] figures = round(
                        action.getValue(),
                        action.getKey().endsWith("asleep"),
                        TimeUnit.MILLISECONDS.toNanos(roundMillis) * (round == 0 ? WARM_UP_ROUNDS : 1));
                if (round > 0) {
                    found.computeIfAbsent(action.getKey(), name -> new ArrayList<>())
                            .add(figures);
                }
            }
        }
        System.out.printf(
                "load %.2f%n", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        found.forEach(CarrierBench::print);
        Duration before = peer.info().totalCpuDuration().orElse(Duration.ZERO);
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        Duration idle = peer.info().totalCpuDuration().orElse(Duration.ZERO).minus(before);
        System.out.printf(
                Locale.ROOT, "the other JVM, idle: %.2f%% of a processor%n", idle.toMillis() / 10.0 / IDLE_SECONDS);
    }

    private static Action raw(CarrierStreams streams, byte kind, byte[] bytes) {
        DataInputStream in = new DataInputStream(streams.in());
        OutputStream out = streams.out();
        byte[] message = ByteBuffer.allocate(5 + bytes.length)
                .put(kind)
                .putInt(bytes.length)
                .put(bytes)
                .array();
        byte[] answer = new byte[8];
        return () -> {
            out.write(message);
            in.readFully(answer);
        };
    }

    private static double[] round(Action action, boolean asleep, long nanos) throws IOException, InterruptedException {
        long end = System.nanoTime() + nanos;
        long[] times = new long[1024];
        int count = 0;
        for (long before = System.nanoTime(); before < end; ) {
            if (asleep) {
                Thread.sleep(ASLEEP_MILLIS);
                before = System.nanoTime();
            }
            action.run();
            long after = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = after - before;
            before = after;
        }
        Arrays.sort(times, 0, count);
        return new double[] {times[count / 2] / 1e3, times[(int) (count * 0.99)] / 1e3};
    }

    private static void print(String name, List<double[]> rounds) {
        double[] medians =
                rounds.stream().mapToDouble(figures -> figures[0]).sorted().toArray();
        double[] tails =
                rounds.stream().mapToDouble(figures -> figures[1]).sorted().toArray();
        double median = medians[medians.length / 2];
        System.out.printf(
                Locale.ROOT,
                "%-36s p50 %9.2f us (%.2f to %.2f)  p99 %9.2f us%s%n",
                name,
                median,
                medians[0],
                medians[medians.length - 1],
                tails[tails.length / 2],
                name.contains("MB") ? String.format(Locale.ROOT, "  %.2f GB/s", BULK_BYTES / median / 1e3) : "");
    }
}
