package org.moide.coordinator.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.commlib.system.FileTrouble;

/** Reads the text files that options name. What is no text is found out, however long it is. No state. */
public final class TextFile {
    /** A host file of 4096 hosts has some hundred KiB; what is longer is another file, or a device without an end. */
    private static final int MOST_BYTES = 4 << 20;

    private TextFile() {}

    /**
     * The whole text.
     *
     * @param expected begins the message, up to "cannot read"
     * @throws PlanException if it cannot be read or is no text
     */
    public static String read(Path file, String expected) {
        return read(file, expected, MOST_BYTES);
    }

    /** As {@link #read(Path, String)}, of what may be longer. */
    public static String read(Path file, String expected, int mostBytes) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new IOException("it has more than " + (mostBytes >> 20) + " MiB");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') >= 0) {
                throw new CharacterCodingException();
            }
            return text;
        } catch (IOException unreadable) {
            throw new PlanException(
                    expected + "cannot read " + file.toAbsolutePath() + ": " + FileTrouble.whenReading(unreadable),
                    unreadable);
        }
    }
}
