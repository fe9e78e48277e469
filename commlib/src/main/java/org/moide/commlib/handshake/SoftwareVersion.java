package org.moide.commlib.handshake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Properties;
import org.moide.commlib.security.Sha256;

/** The MOIDE version of this process, as the build wrote it. */
public final class SoftwareVersion {
    private static final int HASH_DIGITS = 8;
    private static final String CURRENT = read();

    private SoftwareVersion() {}

    /**
     * Returns the version of this software, for instance {@code 0.1.0}. All processes of a run have the same version.
     */
    public static String current() {
        return CURRENT;
    }

    /** Returns the version of this software in the form that handshakes send: short and printable. */
    public static String travelling() {
        return travelling(CURRENT);
    }

    /**
     * Returns whether a process runs the same version as this one.
     *
     * @param travelled its version as the handshake sent it; if empty, the version is unknown and counts as the same
     */
    public static boolean isCurrent(String travelled) {
        return travelled.isEmpty() || travelled.equals(travelling());
    }

    /**
     * Returns a version in the form that handshakes send: it fits the messages and is printable. If the version is too
     * long or contains other characters, a hash of the whole version replaces its end, so that different versions stay
     * different.
     */
    static String travelling(String version) {
        boolean fits = version.length() <= CallerHello.VERSION_BYTES
                && version.chars().allMatch(letter -> letter > ' ' && letter < 0x7f);
        if (fits) {
            return version;
        }
        String shown = version.codePoints()
                .filter(letter -> letter > ' ' && letter < 0x7f)
                .limit(CallerHello.VERSION_BYTES - HASH_DIGITS - 1L)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return shown + "~" + HexFormat.of().formatHex(Sha256.of(version), 0, HASH_DIGITS / 2);
    }

    private static String read() {
        try (InputStream in = SoftwareVersion.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("expected version.properties beside " + SoftwareVersion.class);
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
