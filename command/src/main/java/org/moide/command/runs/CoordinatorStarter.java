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
 * A starter of coordinators of detached runs, as processes that outlive this one. For any thread.
 *
 * @param mainClass the main class of such a process, whose argument is the run's ID
 * @param network how the coordinators are reached, and their secret
 */
public record CoordinatorStarter(String mainClass, NetworkSettings network) {
    /** The system property with the most bytes kept of each of a coordinator's output streams. */
    public static final String MOST_PRINTED = "moide.output.most";

    private static final long MOST_PRINTED_BYTES = 256L << 20;

    /** System properties that are passed on if set: the paths of this installation. */
    private static final List<String> PROPERTIES = List.of("moide.installation", "moide.samples");

    /** The second word for such a process that goes on with a run. */
    public static final String RESUMES = "resume";

    /** The second word for such a process that goes on with a run only if nothing of it is damaged or gone. */
    public static final String RESUMES_STRICTLY = "resume-strictly";

    /**
     * Starts one in a session of its own: a Ctrl-C in the terminal of whoever starts it is not meant for it.
     *
     * @param words what it is told beside the run's ID
     */
    void start(DetachedFolder folder, String... words) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-D" + MOST_PRINTED + "=" + MOST_PRINTED_BYTES));
        for (String property : PROPERTIES) {
            String value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                arguments.add("-D" + property + "=" + value);
            }
        }
        List<String> command = new ArrayList<>(session());
        command.addAll(JavaCommand.likeThis(mainClass).withJvmArguments(arguments).words());
        command.add(folder.id());
        command.addAll(List.of(words));
        boolean windows = File.separatorChar == '\\';
        Process process = new ProcessBuilder(command)
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
