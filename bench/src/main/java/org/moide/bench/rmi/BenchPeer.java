package org.moide.bench.rmi;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;

/**
 * The main class of the second JVM of {@link CarrierBench}. It answers raw bytes and calls, and ends with its standard
 * input.
 */
public final class BenchPeer {
    /** The kind of message that is read into a new array, as a call's argument is. */
    static final byte FRESH = 1;

    private BenchPeer() {}

    /** Reads the secret and prints two lines of ports. */
    public static void main(String[] arguments) throws IOException {
        RmiProcess.prepare();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ClusterSecret secret = ClusterSecret.fromText(in.readLine());
        StringBuilder ports = new StringBuilder();
        for (CarriedCalls carrying : CarriedCalls.values()) {
            RmiSpace space = RmiSpace.open(carrying.options("peer", secret));
            space.export(BenchPort.class, "bench", new Answers(space, carrying));
            ports.append(space.self().port()).append(' ');
        }
        for (CarriedCalls carrying : CarriedCalls.values()) {
            ServerSocketChannel listening =
                    ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ports.append(listening.socket().getLocalPort()).append(' ');
            Thread thread = new Thread(() -> accept(listening, carrying, secret), "raw-" + carrying);
            thread.setDaemon(true);
            thread.start();
        }
        System.out.println(ports.toString().strip());
        while (in.readLine() != null) {
            // Input has no content; only its end matters.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void accept(ServerSocketChannel listening, CarriedCalls carrying, ClusterSecret secret) {
        Carriers carriers = carrying.carriers();
        try {
            while (true) {
                Socket socket = listening.accept().socket();
                socket.setTcpNoDelay(true);
                echo(carriers.accept(carrying.line(socket, secret)));
            }
        } catch (IOException e) {
            // The bench has closed its end.
        }
    }

    /** Answers each message with its first 8 bytes. A message begins with 0 or {@link #FRESH}, then its length. */
    private static void echo(CarrierStreams streams) throws IOException {
        DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(streams.in()));
        OutputStream out = streams.out();
        byte[] buffer = new byte[8 << 20];
        while (true) {
            int kind = in.read();
            if (kind < 0) {
                return;
            }
            int length = in.readInt();
            byte[] target = kind == FRESH ? new byte[length] : buffer;
            in.readFully(target, 0, length);
            out.write(target, 0, 8);
        }
    }

    private record Answers(RmiSpace space, CarriedCalls carrying) implements BenchPort {
        @Override
        public void meet(NodeReference bench) {
            CommPair.answer(space, bench, "compute-" + carrying, 1);
            CommPair.answer(space, bench, "compute-2-" + carrying, 2);
        }

        @Override
        public void nothing() {}

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public int take(byte[] bytes) {
            return bytes.length;
        }

        @Override
        public int takeDoubles(double[] numbers) {
            return numbers.length;
        }

        @Override
        public double[] giveDoubles(int count) {
            return new double[count];
        }

        @Override
        public int takeRows(List<double[]> rows) {
            return rows.size();
        }
    }
}
