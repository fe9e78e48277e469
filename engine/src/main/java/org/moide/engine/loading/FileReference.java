package org.moide.engine.loading;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * Identifies a file of the user that engines read, in messages between hosts.
 *
 * @param name the name by which the application finds the file, on every system: a plain file name, or for a file of a
 *     folder the folder's name and those below it, with {@code /} between them
 * @param digest the SHA-256 of its bytes: every engine reads the same
 * @param bytes the file's length; empty files need not be sent
 */
public record FileReference(String name, String digest, long bytes) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
    /** Longest file name in common file systems. */
    private static final int MOST_NAME_LENGTH = 255;

    /** The longest path below an engine's folder, in characters. */
    private static final int MOST_PATH_LENGTH = 1_024;

    private static final Pattern PLAIN = Pattern.compile("[^/\\\\:\\p{Cntrl}]+");

    public FileReference {
        if (!isPath(name)) {
            throw new IllegalArgumentException("expected plain names of a file and of its folders, found '"
                    + (name.length() > MOST_NAME_LENGTH ? name.substring(0, MOST_NAME_LENGTH) + "…" : name) + "'");
        }
        Digests.checked(digest);
        if (bytes < 0) {
            throw new IllegalArgumentException("file " + name + ": expected 0 or more bytes, found " + bytes);
        }
    }

    /** Returns whether a path consists of plain names ({@link #isPlain}) with {@code /} between them. */
    public static boolean isPath(String path) {
        return path.length() <= MOST_PATH_LENGTH
                && Arrays.stream(path.split("/", -1)).allMatch(FileReference::isPlain);
    }

    /**
     * Returns whether a name is allowed for a file on any host. Such a name cannot lead out of a folder or contain a
     * line break.
     */
    public static boolean isPlain(String name) {
        return name.length() <= MOST_NAME_LENGTH
                && PLAIN.matcher(name).matches()
                && !name.equals(".")
                && !name.equals("..");
    }
}
