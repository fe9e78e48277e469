package org.moide.commlib.port;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The memory that processes of one user on one host share. One process makes a piece and tells the others its name and
 * token; these open it. Any thread may call it.
 */
public interface HostMemory {
    /** The number of bytes at the beginning of each piece that belong to this interface's implementation. */
    int RESERVED_BYTES = 4096;

    /** The memory of processes that never share any, such as simulated ones. */
    HostMemory NONE = new HostMemory() {
        @Override
        public Piece make(int bytes) throws IOException {
            throw new IOException("expected shared memory, found none");
        }

        @Override
        public ByteBuffer open(String name, byte[] token, int bytes) throws IOException {
            throw new IOException("expected shared memory, found none");
        }
    };

    /**
     * Makes a piece of memory that is all zero after its first {@link #RESERVED_BYTES}.
     *
     * @throws IOException if this system has no such memory, or too little is free
     */
    Piece make(int bytes) throws IOException;

    /**
     * Opens the piece of another process, or of this one. The memory lasts as long as one of the processes uses it. The
     * other processes may write anything to it, at any time.
     *
     * @throws IOException if this process can have no access to the piece, as on another host, or it is another piece
     */
    ByteBuffer open(String name, byte[] token, int bytes) throws IOException;

    /**
     * Returns the number of short collectives after which a piece of memory is worth making. The same for all engines
     * of a run.
     */
    default int worthAfter() {
        return 32;
    }

    /** A piece of memory that this process has made. Once it is closed, no further process can open it. */
    interface Piece extends AutoCloseable {
        /** Returns the memory, which stays usable after {@link #close}. */
        ByteBuffer bytes();

        /** Returns the name by which other processes open the piece. */
        String name();

        /** Returns the random bytes by which they recognise it. */
        byte[] token();

        @Override
        void close() throws IOException;
    }
}
