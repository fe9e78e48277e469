package org.moide.command.story;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Another user of the machine, who listens at a port and relays connections to a gate, without the secret.
 *
 * <p>It forwards the handshake unchanged, and tries to read what follows. It connects from its caller's source port,
 * refuses shared memory in the name of both sides, and sends a request of its own before the caller's request. It
 * prints {@code RELAYED} for each connection, {@code HEARD} for a call or frame that it could read, {@code INJECTED}
 * for a request of its own that was answered.
 *
 * <p>It is a single class, so that the other user needs only one file.
 */
public final class RelayMain implements Runnable {
    private static final byte[] RMI = {'J', 'R', 'M', 'I', 0, 2, 0x4b};
    private static final byte[] RING = "MRNG".getBytes(StandardCharsets.US_ASCII);
    private static final int MARK_BYTES = 32;
    private static final int RMI_PING = 0x52;
    private static final int RMI_PING_ACK = 0x53;

    private final Socket from;
    private final Socket to;
    private final boolean fromCaller;

    private RelayMain(Socket from, Socket to, boolean fromCaller) {
        this.from = from;
        this.to = to;
        this.fromCaller = fromCaller;
    }

    /**
     * Listens and relays.
     *
     * @param arguments the address and port to listen at, the address and port to relay to, and the address to call
     *     from
     */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocket listening =
                new ServerSocket(Integer.parseInt(arguments[1]), 50, InetAddress.getByName(arguments[0]))) {
            System.out.println("READY " + System.getProperty("user.name"));
            while (true) {
                Socket caller = listening.accept();
                Socket gate = new Socket();
                gate.setReuseAddress(true);
                gate.bind(new InetSocketAddress(arguments[4], caller.getPort()));
                gate.connect(new InetSocketAddress(arguments[2], Integer.parseInt(arguments[3])));
                caller.setTcpNoDelay(true);
                gate.setTcpNoDelay(true);
                System.out.println("RELAYED from " + gate.getLocalSocketAddress());
                start(new RelayMain(caller, gate, true));
                start(new RelayMain(gate, caller, false));
            }
        }
    }

    private static void start(RelayMain direction) {
        Thread thread = new Thread(direction, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            InputStream in = from.getInputStream();
            byte[] bytes = new byte[16 * 1024];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                byte[] heard = Arrays.copyOf(bytes, read);
                if (fromCaller && begins(heard, RING)) {
                    // The caller asks for shared memory; in the gate's name it is refused.
                    new DataInputStream(in).readFully(new byte[Math.max(0, RING.length + MARK_BYTES - read)]);
                    from.getOutputStream().write(0);
                    System.out.println("REFUSED a ring");
                    continue;
                }
                if (fromCaller && begins(heard, RMI)) {
                    System.out.println("HEARD a call of " + read + " bytes");
                    inject();
                    return;
                }
                if (!fromCaller && read == 1 && heard[0] == RMI_PING_ACK) {
                    System.out.println("INJECTED a request, which was answered");
                }
                if (contains(heard, "java.lang") || contains(heard, "org.moide")) {
                    System.out.println("HEARD " + read + " bytes with names of classes");
                }
                to.getOutputStream().write(heard);
            }
        } catch (IOException closed) {
            // one side has closed
        } finally {
            close(from);
            close(to);
        }
    }

    /**
     * Sends a request over the connection that the caller's secret has opened, as if it came from the caller. The
     * thread for the other direction forwards the answer.
     */
    private void inject() throws IOException {
        DataOutputStream out = new DataOutputStream(to.getOutputStream());
        out.write(RMI);
        out.writeUTF("");
        out.writeInt(0);
        out.write(RMI_PING);
        out.flush();
        // The thread for the other direction sees the answer.
        from.getInputStream().readAllBytes();
    }

    private static boolean begins(byte[] bytes, byte[] head) {
        return bytes.length >= head.length && Arrays.equals(Arrays.copyOf(bytes, head.length), head);
    }

    private static boolean contains(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // expected
        }
    }
}
