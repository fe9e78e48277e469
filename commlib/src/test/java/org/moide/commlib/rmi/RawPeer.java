package org.moide.commlib.rmi;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.rmi.server.ObjID;
import java.rmi.server.UID;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.DeadlineWatch;
import org.moide.commlib.gate.Gate;
import org.moide.commlib.gate.GateCaller;
import org.moide.commlib.gate.GateHost;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.Encryption;

/**
 * A peer that knows the secret and misbehaves: it passes gates, admits callers to its own gate, and then sends any
 * bytes.
 */
final class RawPeer implements AutoCloseable, GateHost {
    /** The code that writes the bytes sent in place of arguments or of an answer. */
    interface Speech {
        void speak(ObjectOutputStream out) throws IOException;
    }

    /** The number of bytes by which an answer announces that it has arrays. */
    static final int OFFER_BYTES = 1 + Long.BYTES;

    private final DeadlineWatch watch;
    private final Gate gate;
    private final GateCaller caller;
    private final NodeReference self;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final int kind;
    private final Speech answer;
    private final byte[] before;

    /**
     * Creates a peer with these answers.
     *
     * @param kind the kind of its answers: 1 normal, 2 exceptional, 0 none at all
     */
    RawPeer(int kind, Speech answer) throws IOException {
        this(kind, answer, new byte[0]);
    }

    /**
     * Creates a peer that sends something before its answer.
     *
     * @param kind the kind of its answers: 1 normal, 2 exceptional, 0 none at all, 3 none, but the connection is
     * closed
     * @param before the bytes before the answer: an announcement of arrays, and the arrays after the request for them
     */
    RawPeer(int kind, Speech answer, byte[] before) throws IOException {
        this.before = before;
        this.kind = kind;
        this.answer = answer;
        ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        this.self = new NodeReference(
                "raw peer", List.of("127.0.0.1"), listening.socket().getLocalPort());
        HandshakeTerms terms = new HandshakeTerms(
                self.nodeId(),
                SoftwareVersion.current(),
                false,
                Spaces.SECRET,
                Encryption.none(),
                new byte[0],
                GateLimits.defaults(),
                System::nanoTime,
                new SecureRandom(),
                (where, fault) -> {});
        this.watch = new DeadlineWatch("raw-deadlines", System::nanoTime, (where, fault) -> {}, () -> {});
        this.gate = new Gate(terms, this, listening, watch, "raw-gate");
        this.caller = new GateCaller(terms, watch, gate, Routes.NETWORK);
        gate.start();
    }

    NodeReference self() {
        return self;
    }

    LimitedSocket pass(NodeReference node) {
        return caller.call(
                node, false, System.nanoTime() + Duration.ofSeconds(20).toNanos());
    }

    /**
     * Makes a call with parts that RMI's own calling end would not send.
     *
     * @return the bytes that came back
     */
    byte[] say(NodeReference node, @Nullable ObjID object, int operation, long hash, Speech arguments)
            throws IOException {
        return say(node, object, operation, hash, arguments, UnaryOperator.identity());
    }

    /**
     * Makes a call whose bytes are changed before they are sent.
     *
     * @param spoilt changes the call's bytes
     */
    byte[] say(
            NodeReference node,
            @Nullable ObjID object,
            int operation,
            long hash,
            Speech arguments,
            UnaryOperator<byte[]> spoilt)
            throws IOException {
        LimitedSocket passage = pass(node);
        Socket socket = passage.line().socket();
        call(passage, object, operation, hash, arguments, spoilt);
        socket.shutdownOutput();
        byte[] answered = socket.getInputStream().readAllBytes();
        passage.guard().release();
        return answered;
    }

    /**
     * Makes a call that announces arrays, waits for the request for them, and closes the connection.
     *
     * @param arrays the bytes sent after the request
     * @return the bytes that came after the request
     */
    byte[] sayBeside(NodeReference node, long hash, Speech arguments, byte[] arrays) throws IOException {
        LimitedSocket passage = pass(node);
        Socket socket = passage.line().socket();
        call(passage, null, -1, hash, arguments, UnaryOperator.identity());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readByte();
        in.readUTF();
        in.readInt();
        byte[] answered = {};
        if (in.read() == ArraysBeside.GO) {
            try {
                socket.getOutputStream().write(arrays);
                socket.shutdownOutput();
                answered = in.readAllBytes();
            } catch (SocketException closed) {
                // the peer must close the connection
            }
        }
        passage.guard().release();
        return answered;
    }

    private void call(
            LimitedSocket passage,
            @Nullable ObjID object,
            int operation,
            long hash,
            Speech arguments,
            UnaryOperator<byte[]> spoilt)
            throws IOException {
        Socket socket = passage.line().socket();
        socket.setSoTimeout(10_000);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(0x4a524d49);
        out.writeShort(2);
        out.writeByte(0x4b);
        out.writeUTF("");
        out.writeInt(0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x50);
        ObjectOutputStream call = new Annotating(bytes);
        (object == null ? SwitchboardId.decode(passage.payload()) : object).write(call);
        call.writeInt(operation);
        call.writeLong(hash);
        arguments.speak(call);
        call.flush();
        out.write(spoilt.apply(bytes.toByteArray()));
        out.flush();
    }

    @Override
    public byte[] payload(Purpose purpose) {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(encoded)) {
            new ObjID(7).write(out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return encoded.toByteArray();
    }

    @Override
    public void connected(AdmittedConnection line, String name) {
        sockets.add(line.wire());
    }

    @Override
    public void called(AdmittedConnection line, String callerId) {
        sockets.add(line.wire());
        Thread thread = new Thread(() -> serve(line.socket()), "raw-peer");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void serve(Socket socket) {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            in.readNBytes(7);
            in.readUTF();
            in.readInt();
            in.readByte();
            out.writeByte(0x4e);
            out.writeUTF("");
            out.writeInt(0);
            if (kind == 0) {
                in.readAllBytes();
                return;
            }
            if (before.length > OFFER_BYTES) {
                out.write(before, 0, OFFER_BYTES);
                awaitGo(in);
                out.write(before, OFFER_BYTES, before.length - OFFER_BYTES);
            } else {
                out.write(before);
            }
            if (kind == 3) {
                socket.close();
                return;
            }
            out.writeByte(0x51);
            ObjectOutputStream values = new Annotating(out);
            values.writeByte(kind);
            new UID().write(values);
            answer.speak(values);
            values.flush();
            in.readAllBytes();
        } catch (IOException e) {
            // The peer has closed the connection.
        }
    }

    /** Reads up to the byte by which the caller requests the arrays; that is the last byte that the caller sends. */
    private static void awaitGo(DataInputStream in) throws IOException {
        while (in.readByte() != ArraysBeside.GO || in.available() > 0) {
            // Skips the call, and bytes in it that look like the request.
        }
    }

    @Override
    public boolean full() {
        return false;
    }

    @Override
    public void lifelineOpened(String owner) {}

    @Override
    public void lifelineClosed(String owner) {}

    @Override
    public void close() throws IOException {
        gate.close();
        watch.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        for (Thread thread : threads) {
            try {
                thread.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An object stream in the form that RMI uses, with a place to load the class from after each class description. */
    private static final class Annotating extends ObjectOutputStream {
        Annotating(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            // The place to load a class from could itself be a canary.
            writeObject(type == Canary.class ? null : "http://127.0.0.1:1/");
        }
    }
}
