package org.moide.command;

import java.util.List;
import java.util.Map;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.SampleIndex;

/**
 * Program that tells the script {@code moide}, before the script starts the command's JVM, what the words, variables
 * and files of settings say of that JVM's heap. So nobody else has to read these files. No state.
 */
final class OwnHeap {
    /** Width of a console on which nothing is shown. */
    private static final int COLUMNS = 80;

    private OwnHeap() {}

    /**
     * Prints two lines: the memory of an engine and the number of engines here, as they are given; a line is empty if
     * its value is not given.
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
