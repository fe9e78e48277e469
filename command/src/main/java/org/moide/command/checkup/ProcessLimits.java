package org.moide.command.checkup;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Limits of what the system allows a process, as {@code /proc/self/limits} has them. Pure. */
final class ProcessLimits {
    /** Value in place of a limit where there is none. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final Pattern LINE = Pattern.compile("(Max [a-z ]*[a-z]) +(unlimited|[0-9]{1,18}) +\\S+.*");

    private final List<String> lines;

    ProcessLimits(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    /**
     * Returns the limit that counts (the soft one).
     *
     * @param name as in {@code Max open files}
     * @return -1 if the system does not say
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
