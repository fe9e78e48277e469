package org.moide.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import org.moide.coordinator.selection.Topology;

/**
 * A reader of files with the locations of hosts.
 *
 * <pre>
 * # a comment
 * node1         paris/r1     a host and its location: a site, and a rack there
 * node2*        paris/r2     all hosts whose names begin with node2
 * big:7101      lyon         a daemon
 * *             cloud        all others: of two lines that match, the first applies
 * </pre>
 */
final class TopologyFile {
    private static final Pattern LINE = Pattern.compile("(\\S+)[ \\t]+(\\S+)");
    private static final Pattern HOST = Pattern.compile("[\\p{L}\\p{N}._:*-]+");
    private static final Pattern LEVEL = Pattern.compile("[\\p{L}\\p{N}._-]{1," + Topology.LONGEST_LEVEL + "}");
    private static final String EXPECTED = "expected a host or pattern and its place, as in node1* paris/r1, found ";

    private TopologyFile() {}

    /**
     * Reads a file.
     *
     * @param file the file; null if the user named none
     * @throws PlanException naming file and line
     */
    static Topology read(@Nullable Path file) {
        if (file == null) {
            return Topology.NONE;
        }
        return parse(
                file.toString(), TextFile.read(file, "--topology: expected a text file of hosts and their places, "));
    }

    static Topology parse(String file, String text) {
        List<Topology.Line> lines = new ArrayList<>();
        Set<String> patterns = new HashSet<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int comment = line.indexOf('#');
            String content = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (content.isEmpty()) {
                continue;
            }
            String where = file + ", line " + number + ": ";
            Matcher words = LINE.matcher(content);
            if (!words.matches()) {
                throw new PlanException(where + EXPECTED + "'" + content + "'");
            }
            String pattern = words.group(1);
            if (!HOST.matcher(pattern).matches()) {
                throw new PlanException(where + "expected a host or pattern such as node1, node1:7101 or node*, found '"
                        + pattern + "'");
            }
            if (!patterns.add(pattern)) {
                throw new PlanException(where + "expected each host or pattern once, found " + pattern + " again");
            }
            lines.add(new Topology.Line(pattern, place(where, words.group(2))));
        }
        if (lines.isEmpty()) {
            throw new PlanException("--topology: " + file + ": " + EXPECTED + "no line");
        }
        return new Topology(lines);
    }

    private static List<String> place(String where, String text) {
        List<String> levels = new ArrayList<>();
        int from = 0;
        while (from <= text.length()) {
            int slash = text.indexOf('/', from);
            int to = slash < 0 ? text.length() : slash;
            levels.add(text.substring(from, to));
            from = to + 1;
        }
        if (levels.size() > Topology.MOST_LEVELS) {
            throw new PlanException(where + "expected a place of at most " + Topology.MOST_LEVELS + " levels, found "
                    + levels.size() + " in '" + text + "'");
        }
        if (!levels.stream().allMatch(level -> LEVEL.matcher(level).matches())) {
            throw new PlanException(where + "expected a place such as paris or paris/r1, found '" + text + "'");
        }
        return levels;
    }
}
