package org.moide.commlib.system;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * Reads text files that users write, as the editors of all systems save them: UTF-8, UTF-16 with a byte order mark, or
 * Latin-1; plain or compressed by gzip. It recognises files that are not text, however long they are. It has no state.
 */
public final class UserText {
    private static final int GZIP = 0x1f8b;
    private static final int MARK_UTF8 = 0xefbbbf;
    private static final int MARK_UTF16_BIG = 0xfeff;
    private static final int MARK_UTF16_LITTLE = 0xfffe;

    /** The character set Windows-1252: Latin-1 with the quotes and dashes that Windows adds. */
    private static final Charset WESTERN = Charset.forName("windows-1252");

    private UserText() {}

    /**
     * Reads the whole text of a file.
     *
     * @param mostBytes the longest file, after decompression; a longer one is an error
     * @throws IOException if the file cannot be read, is too long or is not text
     */
    public static String read(Path file, int mostBytes) throws IOException {
        try (InputStream in = unpacked(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1); // a device has no size and perhaps no end
            if (bytes.length > mostBytes) {
                throw new IOException("it has more than " + (mostBytes >> 20) + " MiB");
            }
            return decoded(bytes);
        }
    }

    /** Opens a text that may be too long for memory: UTF-8, or UTF-16 with a byte order mark; plain or compressed. */
    public static BufferedReader open(Path file) throws IOException {
        InputStream in = unpacked(file);
        try {
            in.mark(3);
            int three = first(in, 3);
            if (three != MARK_UTF8) {
                in.reset();
            }
            Charset charset = isUtf16(three >> 8) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
            return new BufferedReader(new InputStreamReader(in, charset.newDecoder()));
        } catch (IOException unreadable) {
            in.close();
            throw unreadable;
        }
    }

    /** Returns the file's bytes, decompressed if necessary; the stream supports {@code mark}. */
    private static InputStream unpacked(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            in.mark(2);
            boolean isPacked = first(in, 2) == GZIP;
            in.reset();
            return isPacked ? new BufferedInputStream(new GZIPInputStream(in)) : in;
        } catch (IOException unreadable) {
            in.close();
            throw unreadable;
        }
    }

    private static int first(InputStream in, int bytes) throws IOException {
        int value = 0;
        for (byte one : in.readNBytes(bytes)) {
            value = value << 8 | (one & 0xff);
        }
        return value;
    }

    private static String decoded(byte[] bytes) throws IOException {
        int two = first(new ByteArrayInputStream(bytes), 2);
        if (isUtf16(two)) {
            return requireText(strictly(StandardCharsets.UTF_16, bytes));
        }
        try {
            String text = requireText(strictly(StandardCharsets.UTF_8, bytes));
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException other) {
            String text = strictly(WESTERN, bytes);
            if (text.chars().anyMatch(letter -> Character.isISOControl(letter) && !Character.isWhitespace(letter))) {
                throw other;
            }
            return text;
        }
    }

    private static boolean isUtf16(int firstTwo) {
        return firstTwo == MARK_UTF16_BIG || firstTwo == MARK_UTF16_LITTLE;
    }

    private static String strictly(Charset charset, byte[] bytes) throws CharacterCodingException {
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static String requireText(String text) throws CharacterCodingException {
        if (text.indexOf('\0') >= 0) {
            throw new CharacterCodingException();
        }
        return text;
    }
}
