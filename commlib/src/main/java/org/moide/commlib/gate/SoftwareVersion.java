package org.moide.commlib.gate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of MOIDE that this process runs, as the build wrote it. */
public final class SoftwareVersion {
    private static final String CURRENT = read();

    private SoftwareVersion() {}

    /** For instance {@code 0.1.0}. Two processes talk only if theirs are the same. */
    public static String current() {
        return CURRENT;
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
