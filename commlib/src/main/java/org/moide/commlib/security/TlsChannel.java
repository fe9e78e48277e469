package org.moide.commlib.security;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * TLS over a socket's channel. After the handshake, the channel may be set to non-blocking; then no method here
 * blocks.
 *
 * <p>The bytes that {@link #write} counts as written are in the socket. The next write must begin with the other
 * bytes, unchanged: some of them may be encrypted already.
 *
 * <p><b>Threads.</b> One thread at a time reads, one at a time writes, any thread closes.
 */
final class TlsChannel implements ByteChannel {
    /**
     * The number of TLS records for which the buffers have room, and so the most that one system call reads or writes.
     */
    private static final int RECORDS = 8;

    /** The length of a TLS record's head: its type, a version, and in its last two bytes the length of what follows. */
    private static final int HEAD_BYTES = 5;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final SocketChannel wire;
    /** The received bytes that are still encrypted. Only the reading thread uses it. */
    private final ByteBuffer sealedIn;
    /** The encrypted bytes that are not yet in the socket. Only the writing thread uses it. */
    private final ByteBuffer sealedOut;
    /**
     * The number of bytes that the next write is given again although their encrypted form is already in
     * {@code sealedOut}. Only the writing thread uses it.
     */
    private int covered;

    private TlsChannel(SSLEngine engine, SocketChannel wire) {
        this.engine = engine;
        this.wire = wire;
        int bytes = RECORDS * engine.getSession().getPacketBufferSize();
        this.sealedIn = ByteBuffer.allocateDirect(bytes).limit(0);
        this.sealedOut = ByteBuffer.allocateDirect(bytes).limit(0);
    }

    /**
     * Performs the handshake and blocks until it is complete.
     *
     * @param wire the connection, in blocking mode; closing it ends the handshake
     */
    static TlsChannel over(SocketChannel wire, SSLEngine engine) throws IOException {
        TlsChannel made = new TlsChannel(engine, wire);
        try {
            engine.beginHandshake();
            made.shakeHands();
        } catch (SSLException e) {
            made.alert();
            throw e;
        }
        return made;
    }

    private void shakeHands() throws IOException {
        ByteBuffer none = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> tell();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> hear(none);
                case NOT_HANDSHAKING, FINISHED -> {
                    return;
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void tell() throws IOException {
        sealedOut.clear();
        engine.wrap(NOTHING, sealedOut);
        sealedOut.flip();
        while (sealedOut.hasRemaining()) {
            wire.write(sealedOut);
        }
    }

    private void hear(ByteBuffer none) throws IOException {
        SSLEngineResult result = engine.unwrap(sealedIn, none);
        boolean ended = result.getStatus() == SSLEngineResult.Status.CLOSED
                || (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && fetch() < 0);
        if (ended) {
            throw new EOFException("the other end has closed the connection while TLS was agreed on");
        }
    }

    /** Sends the peer an alert that says what was wrong, if that is still possible. */
    private void alert() {
        try {
            engine.closeOutbound();
            tell();
        } catch (IOException e) {
            // The peer will see that the connection has ended.
        }
    }

    private int fetch() throws IOException {
        sealedIn.compact();
        try {
            return wire.read(sealedIn);
        } finally {
            sealedIn.flip();
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Threads that wait for a message call this again and again. So the engine is asked only when it has a whole
     * record to open: to find out that it has none takes it longer than the system call.
     */
    @Override
    public int read(ByteBuffer target) throws IOException {
        int before = target.position();
        int more = 1;
        while (more > 0) {
            more = isRecordWhole() ? open(target) : fetch();
        }
        int count = target.position() - before;
        return count > 0 ? count : more;
    }

    /** Opens a record. Returns 1, or 0 if there is no room for what is in it, or -1 if the peer has closed TLS. */
    private int open(ByteBuffer target) throws IOException {
        SSLEngineResult result = engine.unwrap(sealedIn, target);
        if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            runTasks();
        }
        return switch (result.getStatus()) {
            case OK -> 1;
            case BUFFER_OVERFLOW -> 0;
            case BUFFER_UNDERFLOW ->
                throw new IOException("expected TLS to open a whole record, found that it wants more");
            case CLOSED -> -1;
        };
    }

    private boolean isRecordWhole() {
        int length = sealedIn.remaining();
        return length >= HEAD_BYTES
                && length >= HEAD_BYTES + Short.toUnsignedInt(sealedIn.getShort(sealedIn.position() + HEAD_BYTES - 2));
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int taken = 0;
        while (true) {
            wire.write(sealedOut);
            if (sealedOut.hasRemaining()) {
                return taken;
            }
            source.position(source.position() + covered);
            taken += covered;
            covered = 0;
            if (!source.hasRemaining()) {
                return taken;
            }
            seal(source.duplicate());
        }
    }

    private void seal(ByteBuffer open) throws IOException {
        int start = open.position();
        int record = engine.getSession().getPacketBufferSize();
        sealedOut.clear();
        while (open.hasRemaining() && sealedOut.remaining() >= record) {
            SSLEngineResult result = engine.wrap(open, sealedOut);
            if (result.getStatus() != SSLEngineResult.Status.OK) {
                throw new IOException("expected TLS to seal what is to be sent, found " + result.getStatus());
            }
        }
        sealedOut.flip();
        covered = open.position() - start;
    }

    @Override
    public boolean isOpen() {
        return wire.isOpen();
    }

    /** Closes the socket, without TLS's closing message: sending it could wait for a stopped peer. */
    @Override
    public void close() throws IOException {
        wire.close();
    }
}
