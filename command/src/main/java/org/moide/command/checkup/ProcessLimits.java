package org.moide.command.checkup;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system's limits for a process, parsed from {@code /proc/self/limits}. */
final class ProcessLimits {
    /** The value of a limit that is not set. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final Pattern LINE = Pattern.compile("(Max [a-z ]*[a-z]) +(unlimited|[0-9]{1,18}) +\\S+.*");

    private final List<String> lines;

    ProcessLimits(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    /**
     * Returns the soft limit.
     *
     * @param name as in the file, such as {@code Max open files}
     * @return -1 if the file does not have it
     */
    long of(String name) {
        for (String line : lines) {
            Matcher limit = LINE.matcher(line);
            if (limit.matches() && limit.group(1).equals(name)) {
                return limit.group(2).equals("unlimited") ? UNLIMITED : Long.parseLong(limit.group(2));
            }
        }
        return -1;
    }
}
