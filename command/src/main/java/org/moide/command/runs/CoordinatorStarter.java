package org.moide.command.runs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.engine.host.JavaCommand;

/**
 * Starts coordinators of detached runs as processes of their own, which stay when this one ends. Any thread.
 *
 * @param mainClass of such a process, which is given the run's ID
 * @param network how they are reached, and by which secret
 */
public record CoordinatorStarter(String mainClass, NetworkSettings network) {
    /** The property that says how much of what a coordinator prints is kept, of each stream. */
    public static final String MOST_PRINTED = "moide.output.most";

    private static final long MOST_PRINTED_BYTES = 256L << 20;

    /** Passed on if they are set: where this MOIDE lies. */
    private static final List<String> PROPERTIES = List.of("moide.installation", "moide.samples");

    /** Starts one in a session of its own: a Ctrl-C in the terminal of whoever starts it is not meant for it. */
    void start(DetachedFolder folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-D" + MOST_PRINTED + "=" + MOST_PRINTED_BYTES));
        for (String property : PROPERTIES) {
            String value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                arguments.add("-D" + property + "=" + value);
            }
        }
        List<String> words = new ArrayList<>(session());
        words.addAll(JavaCommand.likeThis(mainClass).withJvmArguments(arguments).words());
        words.add(folder.id());
        boolean windows = File.separatorChar == '\\';
        Process process = new ProcessBuilder(words)
                .directory(folder.work().toFile())
                .redirectInput(new File(windows ? "NUL" : "/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.out().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.errors().toFile()))
                .start();
        folder.startedAs(process.toHandle());
    }

    private static List<String> session() {
        for (String place : List.of("/usr/bin/setsid", "/bin/setsid")) {
            if (Files.isExecutable(Path.of(place))) {
                return List.of(place);
            }
        }
        return List.of();
    }
}
