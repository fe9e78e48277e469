package org.moide.engine.loading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256 as 64 small hexadecimal digits: the only names that jars have between processes. */
public final class Digests {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");
    private static final int BLOCK_BYTES = 1 << 16;

    private Digests() {}

    /** Returns the digest of a file as it is now. */
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

    /** Returns the digest of some bytes. */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /**
     * Returns {@code text} if it is a digest and so can be a file's name.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static String checked(String text) {
        if (!DIGITS.matcher(text).matches()) {
            String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
            throw new IllegalArgumentException("expected a SHA-256 of 64 hexadecimal digits, found '" + shown + "'");
        }
        return text;
    }

    /** Returns a digest to compute for bytes that come piece by piece. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
