package org.moide.command.checkup;

import org.moide.commlib.system.VisibleText;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The result of one check. Findings of other machines come over the network, so they are shortened here, and control
 * characters are removed.
 *
 * @param check the name of the check, in a word or two
 * @param grade the severity
 * @param found what was found
 * @param advice what the user should do; empty if nothing
 */
public record Finding(String check, Grade grade, String found, String advice) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    private static final int MOST_CHECK_LETTERS = 20;

    /**
     * The greatest length of a text in characters: some lines of a terminal, enough for a message that lists all
     * addresses tried.
     */
    private static final int MOST_LETTERS = 600;

    public Finding {
        check = printable(check, MOST_CHECK_LETTERS);
        found = printable(found, MOST_LETTERS);
        advice = printable(advice, MOST_LETTERS);
    }

    public static Finding ok(String check, String found) {
        return new Finding(check, Grade.OK, found, "");
    }

    /** Creates a finding about something that works, but slowly or not always. */
    public static Finding warn(String check, String found, String advice) {
        return new Finding(check, Grade.WARN, found, advice);
    }

    /** Creates a finding about something that does not work. */
    public static Finding fail(String check, String found, String advice) {
        return new Finding(check, Grade.FAIL, found, advice);
    }

    private static String printable(String text, int most) {
        return VisibleText.line(text)
                .codePoints()
                .limit(most)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
