package org.moide.commlib.rmi;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.rmi.NoSuchObjectException;
import java.rmi.server.ObjID;
import java.rmi.server.UID;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.Slice;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.security.SerialFilters;
import org.moide.commlib.wire.CallBytes;
import org.moide.commlib.wire.CallValues;

/**
 * The calling end of an RMI connection (Java RMI specification, chapter 10: RMI's wire protocol). The answering end is
 * the JDK's. The JDK's own calling end is not used for four reasons: it has no deadline for a call; it reads answers
 * unfiltered; it sends a ping before most calls; and for distributed garbage collection it keeps a thread and sockets
 * for every process ever called, until the garbage collector finds the stub, which a long-lived daemon cannot afford.
 *
 * <p>Used by one thread at a time; see {@link PeerConnections}.
 */
final class JrmpConnection {
    private static final int MAGIC = 0x4a524d49;
    private static final int VERSION = 2;
    private static final int STREAM_PROTOCOL = 0x4b;
    private static final int PROTOCOL_ACK = 0x4e;
    private static final int CALL = 0x50;
    private static final int RETURN = 0x51;
    private static final int PING = 0x52;
    private static final int PING_ACK = 0x53;
    private static final int NORMAL_RETURN = 1;
    private static final int NOTHING = -1;
    private static final int METHOD_BY_HASH = -1;
    private static final long CALL_HASH = methodHash("call(Ljava/lang/String;J[[BJ)[[B");
    private static final int BUFFER_BYTES = 16 * 1024;
    /** The greatest number of nested causes of an exception that are followed. RMI's own exceptions nest three deep. */
    private static final int MOST_CAUSES = 32;

    private final LimitedSocket passage;
    private final ObjID switchboard;
    private final String peer;
    private final long maximumBytes;
    private final ClassLoader loader;
    private final OutputStream out;
    private final InputStream in;
    /** The number of bytes so far: sent of the current request, or received of the current answer. */
    private long bytes;

    private final ArraysBeside beside;
    /** The byte that arrived instead of a request for a call's arrays; {@link #NOTHING} if none. */
    private int cameEarly = NOTHING;

    private boolean greeted;
    private boolean sound = true;

    JrmpConnection(
            LimitedSocket passage,
            CarrierStreams streams,
            ObjID switchboard,
            String peer,
            long maximumBytes,
            ClassLoader loader,
            Claims claims)
            throws IOException {
        this.beside = new ArraysBeside(streams, claims);
        this.passage = passage;
        this.switchboard = switchboard;
        this.peer = peer;
        this.maximumBytes = maximumBytes;
        this.loader = loader;
        this.out = new BufferedOutputStream(new Metered(streams.out()), BUFFER_BYTES);
        this.in = new BufferedInputStream(new MeteredInput(streams.in()), BUFFER_BYTES);
        DataOutputStream header = new DataOutputStream(out);
        header.writeInt(MAGIC);
        header.writeShort(VERSION);
        header.writeByte(STREAM_PROTOCOL);
        // This side's endpoint, which the peer reads and does not use.
        header.writeUTF("");
        header.writeInt(0);
    }

    /**
     * Makes one call of a method of a remote object, and returns its answer.
     *
     * @param what the call's name in messages
     * @param deadlineNanos of the ticker
     */
    @Nullable
    Object call(String what, String object, long method, @Nullable Object[] arguments, long deadlineNanos) {
        passage.guard().arm(deadlineNanos);
        send(what, object, method, arguments);
        Object answer = receive(what);
        if (!passage.guard().disarm()) {
            sound = false;
        }
        return answer;
    }

    /** Returns whether this connection is in a state in which another call may use it. */
    boolean sound() {
        return sound;
    }

    void close() {
        sound = false;
        passage.guard().release();
    }

    /** Sends a ping and returns whether the peer answers it by the deadline. */
    boolean answersPing(long deadlineNanos) {
        try {
            passage.guard().arm(deadlineNanos);
            out.write(PING);
            out.flush();
            return in.read() == PING_ACK && passage.guard().disarm();
        } catch (IOException e) {
            return false;
        }
    }

    private void send(String what, String object, long method, @Nullable Object[] arguments) {
        CallBytes encoded = encoded(what, arguments);
        long besideBytes = encoded == null ? 0 : encoded.besideBytes();
        bytes = 0;
        try {
            count(besideBytes);
            out.write(CALL);
            CallStreams.Request request = new CallStreams.Request(out);
            switchboard.write(request);
            request.writeInt(METHOD_BY_HASH);
            request.writeLong(CALL_HASH);
            request.writeObject(object);
            request.writeLong(method);
            request.writeObject(encoded == null ? null : encoded.pieces());
            request.writeLong(besideBytes);
            request.flush();
            if (encoded != null && besideBytes > 0) {
                sendBeside(encoded.beside());
            }
        } catch (TooLargeException e) {
            close();
            throw new IllegalArgumentException(
                    "expected at most " + maximumBytes + " bytes in one request, found more in " + what
                            + ": send it in pieces",
                    e);
        } catch (IOException e) {
            // The last bytes were never sent, so the peer has no complete request and runs nothing.
            boolean late = passage.guard().expired();
            close();
            throw new NotDeliveredException(
                    late
                            ? what + " could not be sent to " + peer + " by its deadline: it is stopped or cut off"
                            : "the connection to " + peer + " broke while " + what + " was being sent (" + e
                                    + "): it has not run",
                    e);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Sends a call's arrays when the peer requests them; sends none if the peer has answered without them. */
    private void sendBeside(List<Slice> arrays) throws IOException {
        bytes = 0;
        int operation = operation();
        if (operation == ArraysBeside.GO) {
            beside.send(arrays);
        } else {
            cameEarly = operation;
        }
    }

    private @Nullable CallBytes encoded(String what, @Nullable Object[] arguments) {
        try {
            return arguments.length == 0 ? null : CallValues.encodeBeside(arguments);
        } catch (IOException e) {
            sound = passage.guard().disarm();
            throw new IllegalArgumentException("expected values that can be serialized in " + what + ", found " + e, e);
        } catch (RuntimeException | Error e) {
            sound = passage.guard().disarm();
            throw e;
        }
    }

    private @Nullable Object receive(String what) {
        bytes = 0;
        Object answer;
        int kind;
        try {
            int op = cameEarly == NOTHING ? operation() : cameEarly;
            cameEarly = NOTHING;
            List<Object> arrays = List.of();
            if (op == ArraysBeside.OFFER) {
                long besideBytes = new DataInputStream(in).readLong();
                count(besideBytes);
                arrays = beside.receive(besideBytes);
                op = operation();
            }
            if (op != RETURN) {
                throw new IOException("expected an answer, found " + op);
            }
            try (CallStreams.Answer stream = new CallStreams.Answer(unclosed(), SerialFilters.envelope(), loader)) {
                kind = stream.readByte();
                UID.read(stream);
                answer = stream.readObject();
            }
            if (kind == NORMAL_RETURN && answer != null) {
                answer = CallValues.decode((byte[][]) answer, arrays, loader);
            }
        } catch (InvalidClassException | InvalidObjectException e) {
            close();
            throw new RefusedException(
                    what + " ran on " + peer + ", but its answer is not what this side accepts: "
                            + (e.getCause() == null ? e : e.getCause()).getMessage(),
                    e);
        } catch (TooLargeException e) {
            close();
            throw new RefusedException(
                    what + " ran on " + peer + ", but its answer has more than " + maximumBytes + " bytes", e);
        } catch (IOException e) {
            boolean late = passage.guard().expired();
            close();
            throw new OutcomeUnknownException(
                    (late
                                    ? "no reply from " + peer + " to " + what + " by its deadline"
                                    : "the connection to " + peer + " broke before the reply to " + what + " (" + e
                                            + ")")
                            + ": it may or may not have run",
                    e);
        } catch (ClassNotFoundException | RuntimeException | Error e) {
            close();
            throw new RefusedException(what + " ran on " + peer + ", but its answer cannot be read here: " + e, e);
        }
        if (kind != NORMAL_RETURN) {
            close();
            throw refusal(what, answer);
        }
        if (answer instanceof Failure failure) {
            sound = passage.guard().disarm();
            throw switch (failure.kind()) {
                case UNKNOWN -> new RefusedException(what + " was not run: " + failure.text(), null);
                case UNSENT ->
                    new RemoteFailureException(
                            what + " ran on " + peer + ", but its answer cannot be serialized: " + failure.text(),
                            null);
                case THREW -> new RemoteFailureException(what + " failed on " + peer, failure.text(), null);
            };
        }
        return answer;
    }

    /** Reads the byte by which the peer says what follows, in RMI's protocol. */
    private int operation() throws IOException {
        DataInputStream data = new DataInputStream(in);
        if (!greeted) {
            int ack = data.readByte();
            if (ack != PROTOCOL_ACK) {
                throw new IOException("expected RMI's acknowledgement, found " + ack);
            }
            data.readUTF();
            data.readInt();
            greeted = true;
        }
        return data.readByte();
    }

    /**
     * Returns the exception for a call whose error RMI itself reports: the call did not reach the switchboard's
     * method, or did not return from it. The reported exceptions come from the peer and may contain each other in a
     * circle, so they are not passed on.
     */
    private RuntimeException refusal(String what, @Nullable Object answer) {
        if (answer instanceof NoSuchObjectException) {
            return new NotDeliveredException(peer + " has closed; " + what + " was not run", null);
        }
        Throwable root = answer instanceof Throwable thrown ? thrown : new IOException("found " + answer);
        boolean rejected = false;
        int depth = 0;
        for (Throwable next = root; next != null && depth < MOST_CAUSES; next = next.getCause()) {
            rejected |= next instanceof InvalidClassException;
            root = next;
            depth++;
        }
        if (rejected) {
            return new RefusedException(
                    what + " was not run: " + peer + " does not accept its arguments: " + said(root::getMessage), null);
        }
        return new RemoteFailureException(
                what + " failed on " + peer + ": " + said(() -> String.valueOf(answer)), null);
    }

    private static String said(Supplier<@Nullable String> text) {
        try {
            return String.valueOf(text.get());
        } catch (StackOverflowError circle) {
            return "an exception that contains itself";
        }
    }

    private InputStream unclosed() {
        return new java.io.FilterInputStream(in) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return in.read(target, offset, length);
            }

            @Override
            public void close() {
                // The connection is used again after this answer.
            }
        };
    }

    /** Returns the hash that identifies {@link Switchboard#call} in a request. */
    static long callHash() {
        return CALL_HASH;
    }

    /**
     * Computes a method's hash (Java RMI specification, §8.3): SHA-1 over name and descriptor, of which eight bytes
     * count, the first being the lowest.
     */
    private static long methodHash(String method) {
        try {
            byte[] text = method.getBytes(StandardCharsets.UTF_8);
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(ByteBuffer.allocate(2).putShort(0, (short) text.length));
            return ByteBuffer.wrap(digest.digest(text))
                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    private static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private void count(long more) throws TooLargeException {
        if (more > maximumBytes - bytes) {
            throw new TooLargeException();
        }
        bytes += more;
    }

    private final class Metered extends java.io.FilterOutputStream {
        Metered(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            count(1);
            out.write(one);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            count(length);
            out.write(source, offset, length);
        }
    }

    private final class MeteredInput extends java.io.FilterInputStream {
        MeteredInput(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            count(Math.max(0, read));
            return read;
        }
    }
}
