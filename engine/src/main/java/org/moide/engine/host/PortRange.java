package org.moide.engine.host;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A range of ports, including both ends, from which a process takes one.
 *
 * @param first the first port; 0, with {@code last} 0, for any free port
 */
public record PortRange(int first, int last) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    /** The range that stands for any free port. */
    public static final PortRange ANY = new PortRange(0, 0);

    public PortRange {
        boolean any = first == 0 && last == 0;
        if (!any && (first < 1 || last > 65_535 || first > last)) {
            throw new IllegalArgumentException(
                    "expected a range of ports such as 7110-7190 within 1 and 65535, found " + first + "-" + last);
        }
    }

    /**
     * Parses a range such as {@code 7110-7190} or {@code 7110}.
     *
     * @throws IllegalArgumentException if the text is not a range of ports
     */
    public static PortRange parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a range of ports such as 7110-7190, found '" + text + "'");
        }
        int first = Integer.parseInt(matcher.group(1));
        String last = matcher.group(2);
        return new PortRange(first, last == null ? first : Integer.parseInt(last));
    }

    /** Returns the number of ports in the range; 1 for {@link #ANY}. */
    public int size() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return equals(ANY) ? "any" : first + "-" + last;
    }
}
