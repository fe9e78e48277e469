package org.moide.engine.loading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** A jar of the cache on its way to another one. */
public final class JarPieces {
    private JarPieces() {}

    /**
     * Hands its bytes over, piece by piece.
     *
     * @param uploader as {@link JarChunk#uploader}
     * @throws JarException if it cannot be read
     */
    public static void send(Path jar, String digest, String uploader, Consumer<JarChunk> to) {
        try (FileChannel content = FileChannel.open(jar, StandardOpenOption.READ)) {
            long bytes = content.size();
            long offset = 0;
            while (offset < bytes) {
                ByteBuffer piece = ByteBuffer.allocate((int) Math.min(JarChunk.MOST_BYTES, bytes - offset));
                while (piece.hasRemaining() && content.read(piece) >= 0) {
                    // all of it
                }
                if (piece.hasRemaining()) {
                    throw new JarException("jar " + digest + ": expected " + bytes + " bytes, found less");
                }
                to.accept(new JarChunk(uploader, digest, bytes, offset, piece.array()));
                offset += piece.capacity();
            }
        } catch (IOException unreadable) {
            throw new JarException("jar " + digest + " cannot be read: " + unreadable, unreadable);
        }
    }
}
