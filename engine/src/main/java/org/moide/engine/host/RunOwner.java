package org.moide.engine.host;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The one who started a run, and where: what the run's coordinator claims, and nobody has checked. It is for people to read,
 * and decides nothing. What is too long is cut, and letters that names do not have are replaced, where it is made and where
 * it arrives.
 *
 * @param user how the system there calls him; empty if nobody says it
 * @param host the name of that host; empty if nobody says it
 */
public record RunOwner(String user, String host) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** Nobody has said whose the run is. */
    public static final RunOwner UNKNOWN = new RunOwner("", "");

    /** Systems allow 32 letters; directories of users some more. */
    public static final int MOST_USER_LETTERS = 64;

    /** Systems allow 64 letters. With the user's it is no longer than monitors believe ({@code HostNews.MOST_LETTERS}). */
    public static final int MOST_HOST_LETTERS = 190;

    private static final char REPLACED = '?';
    private static final char BETWEEN = '@';

    public RunOwner {
        user = cleaned(user, MOST_USER_LETTERS, "\\");
        host = cleaned(host, MOST_HOST_LETTERS, ":");
    }

    /** The user of this process. */
    public static RunOwner ofThisProcess(String hostName) {
        return new RunOwner(System.getProperty("user.name", ""), hostName);
    }

    /** Reads what {@link #text} has written. */
    public static RunOwner of(String text) {
        int at = text.lastIndexOf(BETWEEN);
        return at < 0 ? new RunOwner(text, "") : new RunOwner(text.substring(0, at), text.substring(at + 1));
    }

    /** {@code anna@laptop}; empty if nothing is known. */
    public String text() {
        return host.isEmpty() ? user : user + BETWEEN + host;
    }

    /** Returns what follows the name of a run: {@code " of anna@laptop"}; nothing if nobody says whose it is. */
    public String words() {
        return text().isEmpty() ? "" : " of " + text();
    }

    /** Returns the text without spaces and signs: it stands within sentences, and must not read like a part of one. */
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
