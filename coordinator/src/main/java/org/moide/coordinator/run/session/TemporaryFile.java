package org.moide.coordinator.run.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.moide.coordinator.journal.JournalFile;

/** A file that only this user can read and that is gone when it is closed, or with the process. */
final class TemporaryFile implements JournalFile {
    private final FileChannel channel;

    TemporaryFile(String prefix) throws IOException {
        channel = FileChannel.open(
                Files.createTempFile(prefix, ".tmp"), // readable by its owner only
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
    }

    @Override
    public long length() throws IOException {
        return channel.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return Math.max(0, channel.read(into, position));
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        long at = position;
        while (from.hasRemaining()) {
            at += channel.write(from, at);
        }
    }

    @Override
    public void truncate(long length) throws IOException {
        channel.truncate(length);
    }

    @Override
    public void sync() {
        // Nobody reads it after this process.
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
