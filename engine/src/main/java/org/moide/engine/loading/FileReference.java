package org.moide.engine.loading;

import java.util.regex.Pattern;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A file of the user's that engines read, as hosts speak of it.
 *
 * @param name the name by which the application finds the file: a plain file name, on every system
 * @param digest the SHA-256 of its bytes: every engine reads the same
 * @param bytes the file's length; empty files need not be sent
 */
public record FileReference(String name, String digest, long bytes) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
    /** The longest name that the usual file systems take. */
    private static final int MOST_NAME_LENGTH = 255;

    private static final Pattern PLAIN = Pattern.compile("[^/\\\\:\\p{Cntrl}]+");

    public FileReference {
        if (!isPlain(name)) {
            throw new IllegalArgumentException("expected the plain name of a file, without a folder, found '"
                    + (name.length() > MOST_NAME_LENGTH ? name.substring(0, MOST_NAME_LENGTH) + "…" : name) + "'");
        }
        Digests.checked(digest);
        if (bytes < 0) {
            throw new IllegalArgumentException("file " + name + ": expected 0 or more bytes, found " + bytes);
        }
    }

    /**
     * Returns whether a file may have this name on any host: the name can neither leave a folder nor hide in a line of
     * text.
     */
    public static boolean isPlain(String name) {
        return name.length() <= MOST_NAME_LENGTH
                && PLAIN.matcher(name).matches()
                && !name.equals(".")
                && !name.equals("..");
    }
}
