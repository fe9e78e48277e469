package org.moide.samples.programs.matmul;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.moide.engine.UsageException;

/**
 * A file that every engine reads under the same name. By a checksum of some pieces of its content, an engine recognises
 * that its file is the same as the coordinator's. The pieces are the beginning, the end and some parts in between: a
 * checksum of the whole file would take as long as reading it.
 *
 * @param name the absolute path
 * @param checksum the checksum of these pieces
 */
record KnownFile(String name, long bytes, long checksum) implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int PIECES = 64;
    private static final int PIECE_BYTES = 4096;

    /** Describes a file of the coordinator's host, so that engines can recognise theirs. */
    static KnownFile of(String option, Path file) {
        Path absolute = file.toAbsolutePath();
        try (FileChannel in = FileChannel.open(absolute, StandardOpenOption.READ)) {
            long size = in.size();
            CRC32 sum = new CRC32();
            ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
            for (int index = 0; index < PIECES; index++) {
                long at = Math.max(0, size - PIECE_BYTES) / (PIECES - 1) * index;
                fill(in, piece.clear(), index < PIECES - 1 ? at : Math.max(0, size - PIECE_BYTES));
                sum.update(piece.flip());
            }
            return new KnownFile(absolute.toString(), size, sum.getValue());
        } catch (NoSuchFileException missing) {
            throw new UsageException(option + " " + absolute + ": no such file" + advice());
        } catch (IOException failed) {
            throw new UsageException(option + " " + absolute + ": cannot be read: " + failed.getMessage() + advice());
        }
    }

    private static void fill(FileChannel in, ByteBuffer piece, long at) throws IOException {
        long next = at;
        while (piece.hasRemaining()) {
            int some = in.read(piece, next);
            if (some < 0) {
                return;
            }
            next += some;
        }
    }

    /**
     * Returns the path of the same file on this engine's host.
     *
     * @throws UsageException if the file does not exist here, or is not the same
     */
    Path here(String option) {
        KnownFile found = of(option, Path.of(name));
        if (found.bytes != bytes || found.checksum != checksum) {
            throw new UsageException(option + " " + name + ": expected the coordinator's file, of " + bytes
                    + " bytes, found another of " + found.bytes + " bytes" + advice());
        }
        return Path.of(name);
    }

    private static String advice() {
        return ": with " + UserProduct.READ + " one the coordinator's is sent";
    }
}
