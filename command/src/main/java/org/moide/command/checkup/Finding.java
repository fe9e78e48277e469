package org.moide.command.checkup;

import org.moide.commlib.system.VisibleText;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * Result of one check. Findings of other machines come over the network: they are shortened here, and what no terminal
 * should get is left out.
 *
 * @param check what was looked at, in a word or two
 * @param grade how bad it is
 * @param found what there is
 * @param advice what to do; empty if there is nothing to do
 */
public record Finding(String check, Grade grade, String found, String advice) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    private static final int MOST_CHECK_LETTERS = 20;

    /** Most letters, some lines of a terminal: enough for a message with all addresses that were tried. */
    private static final int MOST_LETTERS = 600;

    public Finding {
        check = printable(check, MOST_CHECK_LETTERS);
        found = printable(found, MOST_LETTERS);
        advice = printable(advice, MOST_LETTERS);
    }

    /** Creates a finding that all is well. */
    public static Finding ok(String check, String found) {
        return new Finding(check, Grade.OK, found, "");
    }

    /** Creates a finding of something that works, but slower or not in all cases. */
    public static Finding warn(String check, String found, String advice) {
        return new Finding(check, Grade.WARN, found, advice);
    }

    /** Creates a finding of something that does not work. */
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
