package org.moide.engine.loading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Computes SHA-256 digests as 64 lower-case hexadecimal digits. Processes name jars by them. */
public final class Digests {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");
    private static final int BLOCK_BYTES = 1 << 16;

    private Digests() {}

    /** Returns the digest of a file's current content. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] block = new byte[BLOCK_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /**
     * Checks that {@code text} has the form of a digest, and returns it. Such a text is safe as a file name.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static String checked(String text) {
        if (!DIGITS.matcher(text).matches()) {
            String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
            throw new IllegalArgumentException("expected a SHA-256 of 64 hexadecimal digits, found '" + shown + "'");
        }
        return text;
    }

    /** Returns a new SHA-256 computation, for bytes that come in pieces. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
