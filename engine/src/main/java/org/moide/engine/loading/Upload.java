package org.moide.engine.loading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/** An unfinished jar: a part file, locked while this process writes it. Guarded by the cache's lock. */
final class Upload implements AutoCloseable {
    private final Path part;
    private final String digest;
    private final long totalBytes;
    private final FileChannel channel;
    private final FileLock held;
    private final MessageDigest sum = Digests.sha256();
    private long written;

    Upload(Path part, JarChunk first) throws IOException {
        this.part = part;
        this.digest = first.digest();
        this.totalBytes = first.totalBytes();
        this.channel = FileChannel.open(part, StandardOpenOption.WRITE);
        this.held = channel.lock();
    }

    Path part() {
        return part;
    }

    String digest() {
        return digest;
    }

    /**
     * Appends a piece; ignores a repeated one.
     *
     * @return true when the jar is complete
     */
    boolean append(JarChunk chunk) throws IOException {
        if (chunk.totalBytes() != totalBytes) {
            throw new JarException("jar " + digest + ": expected a piece of " + totalBytes
                    + " bytes in all, found one of " + chunk.totalBytes());
        }
        long end = chunk.offset() + chunk.data().length;
        if (end <= written) {
            return false;
        }
        if (chunk.offset() != written) {
            throw new JarException(
                    "jar " + digest + ": expected the piece at " + written + ", found the one at " + chunk.offset());
        }
        sum.update(chunk.data());
        ByteBuffer bytes = ByteBuffer.wrap(chunk.data());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        written = end;
        return written == totalBytes;
    }

    /**
     * Checks that the bytes match the jar's digest, and forces them to disk.
     *
     * @throws JarException if they do not match
     */
    void verify() throws IOException {
        String found = HexFormat.of().formatHex(sum.digest());
        if (!found.equals(digest)) {
            throw new JarException("expected jar " + digest + ", found bytes of " + found
                    + ": it was changed on the way or while it was sent; send it again");
        }
        channel.force(true);
    }

    /** Releases the part file, and removes it if it was not moved into the cache. */
    @Override
    public void close() {
        try {
            held.release();
            channel.close();
            Files.deleteIfExists(part);
        } catch (IOException left) {
            // The next cache that opens the folder removes the part file.
            return;
        }
    }
}
