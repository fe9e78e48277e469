package org.moide.commlib.handshake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Properties;
import org.moide.commlib.security.Sha256;

/** The version of MOIDE that this process runs, as the build wrote it. */
public final class SoftwareVersion {
    private static final int HASH_DIGITS = 8;
    private static final String CURRENT = read();

    private SoftwareVersion() {}

    /**
     * Returns the version of this software, for instance {@code 0.1.0}. The processes of a run have the same.
     */
    public static String current() {
        return CURRENT;
    }

    /** Returns the version of this software as it travels. */
    public static String travelling() {
        return travelling(CURRENT);
    }

    /**
     * Returns whether a process whose version came by the handshake has this software.
     *
     * @param travelled as it came; empty if it is not known
     */
    public static boolean isCurrent(String travelled) {
        return travelled.isEmpty() || travelled.equals(travelling());
    }

    /**
     * A version as it travels: it fits into the messages of the handshake and can be shown to people. One that is too
     * long, or has other than printable letters, gives up its end for a hash of the whole, so that no two become the
     * same.
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
