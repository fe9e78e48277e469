package org.moide.commlib.carrier;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.ChannelBinding;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.HostMemory;

/**
 * Makes the carrier of a connection that has passed the gate: the connection's socket, plain or with TLS, or a ring
 * buffer in shared memory if the two sides agreed on one in their handshake. Any thread may call it; a call may block
 * until the socket is closed.
 *
 * <p>The handshake decides whether a connection gets a ring. It chooses one only if both ends belong to one user on one
 * host ({@link #mark}), and then leaves out TLS. Since the socket without TLS is no safe replacement, this class makes
 * the ring or fails. The acceptor makes the ring and sends its name. The {@link ChannelBinding} of this handshake
 * authenticates that name, and the caller's confirmation that it opened the ring. The ring's memory holds a token,
 * derived from the same binding and never sent, by which the caller recognises the ring.
 *
 * <p>An attacker who relays these messages between two handshakes, or in place of one side, cannot offer a ring that
 * the other side accepts. If it is another user, it cannot open their ring: the kernel opens a process's descriptors
 * only to the same user. The attacker holds only the socket, by which each end wakes the other and learns of the
 * other's death.
 */
public final class Carriers {
    private static final String MAKER = "ring made";
    private static final String OPENER = "ring opened";
    private static final String TOKEN = "ring token";
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

    /** Creates carriers that use sockets only. */
    public static Carriers sockets(PollPolicy policy) {
        return new Carriers(policy, null, NOTHING);
    }

    /** Creates carriers that use rings where this system has shared memory, otherwise sockets only. */
    public static Carriers rings(PollPolicy policy, SecureRandom randomness) {
        try {
            return new Carriers(policy, new RingFiles(randomness), HostMark.own());
        } catch (IOException | UnsupportedOperationException e) {
            // This system has no /dev/shm or no /proc.
            return sockets(policy);
        }
    }

    /**
     * Sets the number of compute threads that share this machine's processors, by which connections decide whether to
     * poll; see {@link PollPolicy#computeThreads}.
     */
    public void computeThreads(int onThisMachine) {
        policy.computeThreads(onThisMachine);
    }

    /** Returns the memory that this process shares with others of its user on this host; none of it without rings. */
    public HostMemory memory() {
        return new HostMemory() {
            @Override
            public Piece make(int bytes) throws IOException {
                return files().make(bytes);
            }

            @Override
            public ByteBuffer open(String name, byte[] token, int bytes) throws IOException {
                return files().open(name, token, length -> length == bytes);
            }
        };
    }

    /**
     * Returns the mark of this process's host and user, or an empty array if this process does not use rings (shared
     * memory). Two processes with the same mark may share a ring.
     */
    public byte[] mark() {
        return mark.clone();
    }

    /**
     * Makes the streams of an admitted connection, at the side that opened it.
     *
     * @throws IOException if the two sides agreed on a ring and it cannot be made: the caller must close the connection
     *     and open a new one without a ring
     */
    public CarrierStreams call(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? polled(line) : RingStreams.of(open(line.wire(), bond), policy);
    }

    /**
     * Makes the caller's end of a data connection. The connection has no reading thread of its own: any thread that
     * waits for a message reads it.
     *
     * @param line a connection whose socket has a channel
     */
    public DataConnection connect(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? throughSocket(line) : new RingConnection(open(line.wire(), bond));
    }

    /**
     * Makes the streams of an admitted connection, at the side that accepted it.
     *
     * @throws IOException as {@link #call}
     */
    public CarrierStreams accept(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? polled(line) : RingStreams.of(make(line.wire(), bond), policy);
    }

    /**
     * Makes the acceptor's end of a data connection. The connection has no reading thread of its own: any thread that
     * waits for a message reads it.
     */
    public DataConnection acceptConnection(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? throughSocket(line) : new RingConnection(make(line.wire(), bond));
    }

    private RingEnd open(Socket wire, ChannelBinding bond) throws IOException {
        DataInputStream in = new DataInputStream(wire.getInputStream());
        if (in.readByte() != YES) {
            throw new IOException("the other side could make no ring");
        }
        String descriptor = in.readUTF();
        byte[] proof = in.readNBytes(ChannelBinding.BYTES);
        if (!MessageDigest.isEqual(proof, bond.mac(MAKER, descriptor))) {
            throw new IOException("expected the ring of this handshake, found another one named");
        }
        RingMemory memory;
        try {
            memory = files().openRing(descriptor, token(bond, descriptor));
        } catch (IOException | RuntimeException e) {
            wire.getOutputStream().write(NO);
            throw new IOException("the other side's ring cannot be opened: " + e.getMessage(), e);
        }
        wire.getOutputStream().write(said(null, bond.mac(OPENER, descriptor)));
        return new RingEnd(memory, RingEnd.CALLER, wire);
    }

    private RingEnd make(Socket wire, ChannelBinding bond) throws IOException {
        try (RingFiles.Made made = makeOrSayNo(wire)) {
            RingMemory memory = made.ring();
            memory.putToken(token(bond, made.name()));
            wire.getOutputStream().write(said(made.name(), bond.mac(MAKER, made.name())));
            DataInputStream in = new DataInputStream(wire.getInputStream());
            if (in.readByte() != YES) {
                throw new IOException("the other side could not open the ring");
            }
            if (!MessageDigest.isEqual(in.readNBytes(ChannelBinding.BYTES), bond.mac(OPENER, made.name()))) {
                throw new IOException(
                        "expected that the caller has opened the ring, found somebody else's word for it");
            }
            return new RingEnd(memory, RingEnd.ACCEPTOR, wire);
        }
    }

    private RingFiles.Made makeOrSayNo(Socket wire) throws IOException {
        try {
            return files().makeRing();
        } catch (IOException | RuntimeException e) {
            wire.getOutputStream().write(NO);
            throw new IOException("no ring can be made: " + e.getMessage(), e);
        }
    }

    private RingFiles files() throws IOException {
        RingFiles found = rings;
        if (found == null) {
            throw new IOException("this process has no rings");
        }
        return found;
    }

    private static byte[] token(ChannelBinding bond, String descriptor) {
        return bond.mac(TOKEN, descriptor, RingMemory.TOKEN_BYTES);
    }

    private static byte[] said(@Nullable String descriptor, byte[] proof) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(YES);
        if (descriptor != null) {
            out.writeUTF(descriptor);
        }
        out.write(proof);
        return bytes.toByteArray();
    }

    private static DataConnection throughSocket(AdmittedConnection line) throws IOException {
        SocketChannel channel = line.wire().getChannel();
        return new SocketConnection(channel, line.sealed() == null ? channel : line.sealed());
    }

    private CarrierStreams polled(AdmittedConnection line) throws IOException {
        InputStream in = line.socket().getInputStream();
        InputStream wireIn = line.socket() == line.wire() ? in : line.wire().getInputStream();
        return new CarrierStreams(
                new PolledInput(in, wireIn, policy),
                new SocketOutput(line.socket().getOutputStream()),
                false);
    }
}
