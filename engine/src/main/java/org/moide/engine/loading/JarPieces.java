package org.moide.engine.loading;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

public final class JarPieces {
    private JarPieces() {}

    /**
     * Reads a jar and passes it on in pieces.
     *
     * @param uploader the sender, as in {@link JarChunk#uploader}
     * @throws JarException if the jar cannot be read
     */
    public static void send(Path jar, String digest, String uploader, Consumer<JarChunk> to) {
        try (FileChannel content = FileChannel.open(jar, StandardOpenOption.READ)) {
            long bytes = content.size();
            long offset = 0;
            while (offset < bytes) {
                byte[] piece = piece(content, bytes, offset);
                to.accept(new JarChunk(uploader, digest, bytes, offset, piece));
                offset += piece.length;
            }
        } catch (EOFException shorter) {
            throw new JarException("jar " + digest + ": expected " + shorter.getMessage(), shorter);
        } catch (IOException unreadable) {
            throw new JarException("jar " + digest + " cannot be read: " + unreadable, unreadable);
        }
    }

    /**
     * Reads the piece at {@code offset}, as long as a {@link JarChunk} may be.
     *
     * @param bytes the expected length of the file
     * @throws EOFException if the file is shorter
     */
    public static byte[] piece(FileChannel content, long bytes, long offset) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(JarChunk.MOST_BYTES, bytes - offset));
        while (piece.hasRemaining()) {
            if (content.read(piece, offset + piece.position()) < 0) {
                throw new EOFException(bytes + " bytes, found less");
            }
        }
        return piece.array();
    }
}
