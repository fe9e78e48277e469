package org.moide.commlib.carrier;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.ChannelBinding;
import org.moide.commlib.port.DataConnection;

/**
 * The carriers of connections that have passed the gate: a connection's socket, plain or with TLS over it, or a ring of
 * shared memory if the two gates agreed on that. Any thread; may block for as long as the socket is not closed.
 *
 * <p>A ring is not a choice of this class's: the handshake knows that both ends are of one user on one host ({@link
 * #mark}), and has left TLS out because of it. So here it is a ring or nothing. The acceptor makes it and names it; the
 * name is proved by the {@link ChannelBinding} of this handshake, and so is the word that it was opened. What lies in
 * the memory to be recognised is a proof too, and never said. Whoever hands on what is said, between this handshake and
 * another or in place of one side, has neither a ring that the other would take nor, being another user, a way into
 * theirs: the kernel opens a process's descriptors to its own user only. What it does hold is the socket, by which each
 * end wakes the other and learns of its death.
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

    /**
     * The mark of this process's host and user: those with the same may have a ring between them; empty if there are no
     * rings.
     */
    public byte[] mark() {
        return mark.clone();
    }

    /**
     * The caller's streams.
     *
     * @throws IOException if there should be a ring and is none: then the connection is to be closed, and another one
     *     to do without
     */
    public CarrierStreams call(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? polled(line) : RingStreams.of(open(line.wire(), bond), policy);
    }

    /**
     * Connects like {@link #call}, for a connection that is read by whoever waits.
     *
     * @param line its socket has a channel
     */
    public DataConnection connect(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? throughSocket(line) : new RingConnection(open(line.wire(), bond));
    }

    /**
     * The acceptor's streams.
     *
     * @throws IOException as {@link #call}
     */
    public CarrierStreams accept(AdmittedConnection line) throws IOException {
        ChannelBinding bond = line.bond();
        return bond == null ? polled(line) : RingStreams.of(make(line.wire(), bond), policy);
    }

    /** Accepts like {@link #accept}, for a connection that is read by whoever waits. */
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
            memory = files().open(descriptor, token(bond, descriptor));
        } catch (IOException | RuntimeException e) {
            wire.getOutputStream().write(NO);
            throw new IOException("the other side's ring cannot be opened: " + e.getMessage(), e);
        }
        wire.getOutputStream().write(said(null, bond.mac(OPENER, descriptor)));
        return new RingEnd(memory, RingEnd.CALLER, wire);
    }

    private RingEnd make(Socket wire, ChannelBinding bond) throws IOException {
        try (RingFiles.Made made = makeOrSayNo(wire)) {
            made.memory().putToken(token(bond, made.descriptor()));
            wire.getOutputStream().write(said(made.descriptor(), bond.mac(MAKER, made.descriptor())));
            DataInputStream in = new DataInputStream(wire.getInputStream());
            if (in.readByte() != YES) {
                throw new IOException("the other side could not open the ring");
            }
            if (!MessageDigest.isEqual(in.readNBytes(ChannelBinding.BYTES), bond.mac(OPENER, made.descriptor()))) {
                throw new IOException(
                        "expected that the caller has opened the ring, found somebody else's word for it");
            }
            return new RingEnd(made.memory(), RingEnd.ACCEPTOR, wire);
        }
    }

    private RingFiles.Made makeOrSayNo(Socket wire) throws IOException {
        try {
            return files().make();
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
