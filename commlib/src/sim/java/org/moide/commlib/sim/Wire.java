package org.moide.commlib.sim;

import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.wire.CallValues;

/**
 * The encoding of values of simulated calls. It is that of RMI calls, so a value that cannot be sent there cannot be
 * sent here.
 */
final class Wire {
    /** The encoding of no arguments, and of a void answer. */
    static final byte[][] NOTHING = {};

    /** The greatest number of characters of a value's text: about what a reader takes in from one line. */
    private static final int MOST_CHARACTERS = 320;

    /** The text that Java gives an array of numbers. It contains a hash code, which differs from run to run. */
    private static final Pattern ADDRESS = Pattern.compile("\\[+[BCSIJFDZ]@[0-9a-f]+");

    private Wire() {}

    static byte[][] encode(@Nullable Object value, String what) {
        try {
            return value == null ? NOTHING : CallValues.encode(value);
        } catch (IOException doesNotTravel) {
            throw new CommException(
                    "expected values that travel in " + what + ", found " + doesNotTravel, doesNotTravel);
        }
    }

    static @Nullable Object decode(byte[][] pieces, @Nullable ClassLoader loader, String what) {
        try {
            return pieces.length == 0 ? null : CallValues.decode(pieces, loader);
        } catch (IOException | ClassNotFoundException unreadable) {
            throw new CommException("expected readable values for " + what + ", found " + unreadable, unreadable);
        }
    }

    /** Returns a value as a short text for the log of a run, the same in each run with the same seed. */
    static String text(@Nullable Object value) {
        String all = value instanceof Object[] several ? Arrays.deepToString(several) : String.valueOf(value);
        String plain = ADDRESS.matcher(all).replaceAll("[..]");
        return plain.length() <= MOST_CHARACTERS ? plain : plain.substring(0, MOST_CHARACTERS) + "...";
    }

    static long length(byte[][] pieces) {
        long bytes = 0;
        for (byte[] piece : pieces) {
            bytes += piece.length;
        }
        return bytes;
    }
}
