package org.moide.engine.host;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The user and host that started a run, as its coordinator claims. The claim is not verified; it is shown to people and
 * decides nothing. The constructor cuts long names and replaces unusual characters, also when the record arrives from
 * another process.
 *
 * @param user the user's name on that host; empty if unknown
 * @param host the host's name; empty if unknown
 */
public record RunOwner(String user, String host) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** An unknown owner. */
    public static final RunOwner UNKNOWN = new RunOwner("", "");

    /**
     * The greatest length of a user name that is kept. Linux allows 32 characters, and user directories allow somewhat
     * more.
     */
    public static final int MOST_USER_LETTERS = 64;

    /**
     * Longest host name. Systems allow 64 characters. Together with the user's name it fits
     * {@code HostNews.MOST_LETTERS}.
     */
    public static final int MOST_HOST_LETTERS = 190;

    private static final char REPLACED = '?';
    private static final char BETWEEN = '@';

    public RunOwner {
        user = cleaned(user, MOST_USER_LETTERS, "\\");
        host = cleaned(host, MOST_HOST_LETTERS, ":");
    }

    /**
     * Returns the user of this process.
     *
     * @param hostName this host's name
     */
    public static RunOwner ofThisProcess(String hostName) {
        return new RunOwner(System.getProperty("user.name", ""), hostName);
    }

    /** Parses a text that {@link #text} has written. */
    public static RunOwner of(String text) {
        int at = text.lastIndexOf(BETWEEN);
        return at < 0 ? new RunOwner(text, "") : new RunOwner(text.substring(0, at), text.substring(at + 1));
    }

    /** Returns a text such as {@code anna@laptop}; empty if nothing is known. */
    public String text() {
        return host.isEmpty() ? user : user + BETWEEN + host;
    }

    /**
     * Returns the text that follows the name of a run, such as {@code " of anna@laptop"}; empty if nothing is known.
     */
    public String words() {
        return text().isEmpty() ? "" : " of " + text();
    }

    /**
     * Replaces characters that do not occur in names, because the text stands within sentences and must not look like a
     * part of them.
     */
    private static String cleaned(@Nullable String any, int most, String also) {
        String said = any == null ? "" : any;
        StringBuilder kept = new StringBuilder(Math.min(said.length(), most));
        for (int i = 0; i < Math.min(said.length(), most); i++) {
            char letter = said.charAt(i);
            kept.append(Character.isLetterOrDigit(letter) || ("._-+$" + also).indexOf(letter) >= 0 ? letter : REPLACED);
        }
        return kept.toString();
    }

    @Override
    public String toString() {
        return text();
    }
}
