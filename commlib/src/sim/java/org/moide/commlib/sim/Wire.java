package org.moide.commlib.sim;

import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.wire.CallValues;

/** Values as they cross a process border: as those of calls by RMI do, so what does not travel there does not here. */
final class Wire {
    /** An answer of a method that gives none, and no arguments. */
    static final byte[][] NOTHING = {};

    /** The most characters: as long as a line that a reader takes in. */
    private static final int MOST_CHARACTERS = 320;

    /** The form of arrays of numbers as text. */
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

    /** The value as text, for stories: the same in each run with the same seed, and not long. */
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
