package org.moide.command;

import java.util.List;
import java.util.Map;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.SampleIndex;

/**
 * A program that the script {@code moide} runs before it starts the command's JVM. It prints the heap settings for that
 * JVM from arguments, environment variables and settings files, so that the script need not parse these.
 */
final class OwnHeap {
    /**
     * The width of the console that parsing needs, in columns. Nothing is printed on the console, so the width does not
     * matter.
     */
    private static final int COLUMNS = 80;

    private OwnHeap() {}

    /**
     * Prints two lines: the memory of an engine and the number of engines on this machine, as the user gave them. A
     * line is empty if its value is not given.
     */
    public static void main(String[] words) {
        said(words, System.getenv()).forEach(System.out::println);
    }

    private static List<String> said(String[] words, Map<String, String> variables) {
        try {
            SettingsProvider settings = new SettingsProvider(
                    variables, Installation.ofThisProcess().settings(ClusterSecret.defaultFolder()));
            TerminalConsole console = new TerminalConsole(System.out, System.err, false, COLUMNS);
            return new MoideCommand(
                            new ProcessActions(new ProcessEnd(console)),
                            console,
                            () -> SampleIndex.find(null),
                            settings)
                    .heapWords(words);
        } catch (PlanException refused) {
            return List.of();
        }
    }
}
