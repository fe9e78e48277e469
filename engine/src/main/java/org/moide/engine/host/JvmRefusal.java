package org.moide.engine.host;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reason of a JVM that did not start with the options it was given: the one of its lines that says why. Pure. */
final class JvmRefusal {
    private static final Pattern REFUSED = Pattern.compile(
            "Error: Could not create the Java Virtual Machine.*|Error occurred during initialization of VM.*"
                    + "|Error: Could not find or load main class.*");
    /** Lines, beside those above, that say nothing of the cause. */
    private static final Pattern NO_CAUSE = Pattern.compile(
            "\\s*|Error: A fatal exception has occurred\\..*|.* warning: .*|(?:NOTE: )?Picked up .*|Error: Could not create .*"
                    + "|Error occurred during initialization of VM");
    /** A line that names a variable with options that the JVM took, and the options. */
    private static final Pattern PICKED_UP = Pattern.compile("(?:NOTE: )?Picked up (\\w+: .*)");
    /** The longest reason: enough for a path in it. */
    private static final int LONGEST = 300;

    private JvmRefusal() {}

    /**
     * Returns the JVM's own reason, with the variables that gave it options beside those of its command line; null if
     * it did not end because of its options.
     *
     * @param lines the JVM's lines, the first first
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
