package org.moide.commlib.carrier;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.DataConnection;

/**
 * Chooses what carries the bytes of a connection that has passed the gate: the socket itself, or a ring of shared memory
 * if both ends are processes of one user on one host. Any thread; both {@link #call} and {@link #accept} may block, for
 * as long as the socket is not closed.
 *
 * <p>The acceptor has said what host it is on within the gate's proof ({@link #mark}); a caller on the same host asks for a
 * ring before anything else is said, the acceptor makes one and names it, the caller says whether it could open it.
 * Whatever fails on the way, the connection goes on over its socket.
 */
public final class Carriers {
    private static final byte[] ASK = "MRNG".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = new byte[0];
    private static final int NO = 0;
    private static final int YES = 1;

    private final PollPolicy policy;
    private final @Nullable RingFiles rings;
    private final byte[] mark;

    private Carriers(PollPolicy policy, @Nullable RingFiles rings, byte[] mark) {
        this.policy = policy;
        this.rings = rings;
        this.mark = mark;
    }

    /** Sockets only. */
    public static Carriers sockets(PollPolicy policy) {
        return new Carriers(policy, null, NOTHING);
    }

    /** Rings where they can be had, else sockets. */
    public static Carriers rings(PollPolicy policy, SecureRandom randomness) {
        try {
            return new Carriers(policy, new RingFiles(randomness), HostMark.own());
        } catch (IOException | UnsupportedOperationException e) {
            // Not a system that has what rings are made of.
            return sockets(policy);
        }
    }

    /** See {@link PollPolicy#computeThreads}. */
    public void computeThreads(int onThisMachine) {
        policy.computeThreads(onThisMachine);
    }

    /** What callers are to be told, last of all, within the gate's proof; nothing if there are no rings. */
    public byte[] mark() {
        return mark.clone();
    }

    /**
     * The caller's streams.
     *
     * @param socket what to read and write
     * @param wire {@code socket} itself, or what TLS goes over: then there is no ring
     * @param told what the gate has told; its end may be a mark
     */
    public CarrierStreams call(Socket socket, Socket wire, byte[] told) throws IOException {
        RingEnd ring = callRing(socket, wire, told);
        return ring == null ? polled(NOTHING, socket, wire) : RingStreams.of(ring, policy);
    }

    /**
     * As {@link #call}, for a connection that is read by whoever waits.
     *
     * @param wire a socket that has a channel
     * @param sealed TLS over that channel: then there is no ring
     */
    public DataConnection connect(Socket wire, @Nullable ByteChannel sealed, byte[] told) throws IOException {
        RingEnd ring = sealed == null ? callRing(wire, wire, told) : null;
        return ring == null ? throughSocket(NOTHING, wire, sealed) : new RingConnection(ring);
    }

    private @Nullable RingEnd callRing(Socket socket, Socket wire, byte[] told) throws IOException {
        if (rings == null || socket != wire || !isOwnMark(told)) {
            return null;
        }
        ByteArrayOutputStream asked = new ByteArrayOutputStream();
        asked.writeBytes(ASK);
        asked.writeBytes(mark);
        socket.getOutputStream().write(asked.toByteArray());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        if (in.readByte() != YES) {
            return null;
        }
        String descriptor = in.readUTF();
        byte[] token = new byte[RingMemory.TOKEN_BYTES];
        in.readFully(token);
        RingMemory memory;
        try {
            memory = rings.open(descriptor, token);
        } catch (IOException | RuntimeException e) {
            socket.getOutputStream().write(NO);
            return null;
        }
        socket.getOutputStream().write(YES);
        return new RingEnd(memory, RingEnd.CALLER, socket);
    }

    private boolean isOwnMark(byte[] told) {
        return told.length >= HostMark.BYTES
                && MessageDigest.isEqual(Arrays.copyOfRange(told, told.length - HostMark.BYTES, told.length), mark);
    }

    /**
     * The acceptor's streams. Blocks until the caller has said its first bytes.
     *
     * @param socket what to read and write
     * @param wire {@code socket} itself, or what TLS goes over
     */
    public CarrierStreams accept(Socket socket, Socket wire) throws IOException {
        Accepted accepted = acceptRing(socket, wire);
        return accepted.ring == null ? polled(accepted.head, socket, wire) : RingStreams.of(accepted.ring, policy);
    }

    /** As {@link #accept}, for a connection that is read by whoever waits; the parameters are as for {@link #connect}. */
    public DataConnection acceptConnection(Socket wire, @Nullable ByteChannel sealed) throws IOException {
        Accepted accepted = sealed == null ? acceptRing(wire, wire) : new Accepted(NOTHING, null);
        return accepted.ring == null ? throughSocket(accepted.head, wire, sealed) : new RingConnection(accepted.ring);
    }

    /** The ring, or what was read of the socket while none was agreed on. */
    @SuppressWarnings("ArrayRecordComponent") // bytes, which nobody compares as records
    private record Accepted(byte[] head, @Nullable RingEnd ring) {}

    private Accepted acceptRing(Socket socket, Socket wire) throws IOException {
        if (rings == null || socket != wire) {
            return new Accepted(NOTHING, null);
        }
        InputStream in = socket.getInputStream();
        byte[] first = in.readNBytes(ASK.length);
        if (!Arrays.equals(first, ASK)) {
            return new Accepted(first, null);
        }
        byte[] theirs = in.readNBytes(HostMark.BYTES);
        try (RingFiles.Made made = MessageDigest.isEqual(theirs, mark) ? make(rings) : null) {
            if (made == null) {
                socket.getOutputStream().write(NO);
                return new Accepted(NOTHING, null);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream named = new DataOutputStream(bytes);
            named.writeByte(YES);
            named.writeUTF(made.descriptor());
            named.write(made.token());
            socket.getOutputStream().write(bytes.toByteArray());
            int opened = in.read();
            if (opened < 0) {
                throw new EOFException("the caller closed the connection before it had opened the ring");
            }
            return new Accepted(NOTHING, opened == YES ? new RingEnd(made.memory(), RingEnd.ACCEPTOR, socket) : null);
        }
    }

    private static RingFiles.@Nullable Made make(RingFiles rings) {
        try {
            return rings.make();
        } catch (IOException | RuntimeException e) {
            // No memory, or too many rings: the socket carries as well.
            return null;
        }
    }

    private static DataConnection throughSocket(byte[] head, Socket wire, @Nullable ByteChannel sealed)
            throws IOException {
        SocketChannel channel = wire.getChannel();
        return new SocketConnection(head, channel, sealed == null ? channel : sealed);
    }

    private CarrierStreams polled(byte[] head, Socket socket, Socket wire) throws IOException {
        InputStream in = socket.getInputStream();
        InputStream wireIn = socket == wire ? in : wire.getInputStream();
        return new CarrierStreams(new PolledInput(head, in, wireIn, policy), socket.getOutputStream(), false);
    }
}
