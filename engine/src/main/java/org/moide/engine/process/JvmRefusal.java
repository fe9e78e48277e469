package org.moide.engine.process;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a JVM said that did not start with the options it was given: of its lines, the one that says why. Pure. */
final class JvmRefusal {
    private static final Pattern REFUSED = Pattern.compile(
            "Error: Could not create the Java Virtual Machine.*|Error occurred during initialization of VM.*"
                    + "|Error: Could not find or load main class.*");
    /** Beside those above, what says nothing of the cause. */
    private static final Pattern NO_CAUSE = Pattern.compile(
            "\\s*|Error: A fatal exception has occurred\\..*|.* warning: .*|Picked up .*|Error: Could not create .*"
                    + "|Error occurred during initialization of VM");
    /** Enough for a path in it. */
    private static final int LONGEST = 300;

    private JvmRefusal() {}

    /**
     * The JVM's own reason, null if it was not its options that ended it.
     *
     * @param lines what it said, the first first
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
        String cause = causes.isEmpty() ? "it does not say why" : causes.get(0);
        return cause.length() <= LONGEST ? cause : cause.substring(0, LONGEST) + "...";
    }
}
