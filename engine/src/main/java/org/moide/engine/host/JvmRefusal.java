package org.moide.engine.host;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the reason in the output of a JVM that refused its options. Stateless. */
final class JvmRefusal {
    private static final Pattern REFUSED = Pattern.compile(
            "Error: Could not create the Java Virtual Machine.*|Error occurred during initialization of VM.*"
                    + "|Error: Could not find or load main class.*");
    /** Lines that say nothing about the reason. */
    private static final Pattern NO_CAUSE = Pattern.compile(
            "\\s*|Error: A fatal exception has occurred\\..*|.* warning: .*|(?:NOTE: )?Picked up .*|Error: Could not create .*"
                    + "|Error occurred during initialization of VM");
    /** A line in which the JVM names an environment variable and the options from it. */
    private static final Pattern PICKED_UP = Pattern.compile("(?:NOTE: )?Picked up (\\w+: .*)");
    /** Longest reason, in characters: enough for a path. */
    private static final int LONGEST = 300;

    private JvmRefusal() {}

    /**
     * Returns the JVM's reason, with the environment variables from which it took options; null if it did not refuse
     * its options.
     *
     * @param lines the JVM's lines, in order
     */
    static @Nullable String in(Collection<String> lines, int exitCode) {
        if (exitCode == 0
                || lines.stream().noneMatch(line -> REFUSED.matcher(line).matches())) {
            return null;
        }
        List<String> causes = lines.stream()
                .filter(line -> !NO_CAUSE.matcher(line).matches())
                .map(String::strip)
                .toList();
        String cause = cut(causes.isEmpty() ? "it does not say why" : causes.get(0));
        String variables = lines.stream()
                .map(PICKED_UP::matcher)
                .filter(Matcher::matches)
                .map(taken -> taken.group(1))
                .collect(Collectors.joining(", "));
        return variables.isEmpty() ? cause : cause + " (with " + cut(variables) + ")";
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
