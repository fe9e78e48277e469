package org.moide.command.runs;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.host.JavaCommand;

/**
 * A starter of coordinators of detached runs, as processes that outlive this one. Thread-safe.
 *
 * @param mainClass the main class of a coordinator's process, whose first argument is the run's ID
 * @param network the settings with which coordinators are reached, with the secret's file
 * @param jobs submits those coordinators that are to execute in batch jobs
 */
public record CoordinatorStarter(String mainClass, NetworkSettings network, CoordinatorJobs jobs) {
    /** The system property for the most bytes of a coordinator's output that are kept, for each of its two streams. */
    public static final String MOST_PRINTED = "moide.output.most";

    /** The heap size of a coordinator in a batch job. It is small, since a coordinator computes nothing. */
    private static final long HEAP_IN_JOB_BYTES = 512L << 20;

    private static final long MOST_PRINTED_BYTES = 256L << 20;

    /** The system properties that are passed on to coordinators if they are set: the paths of this installation. */
    private static final List<String> PROPERTIES = List.of("moide.installation", "moide.samples");

    /** The second argument of a coordinator that resumes a run. */
    public static final String RESUMES = "resume";

    /** The second argument of a coordinator that resumes a run only if none of its files is damaged or missing. */
    public static final String RESUMES_STRICTLY = "resume-strictly";

    /**
     * Starts a coordinator, or submits it if it is to execute in a batch job. Its process gets a session of its own, so
     * that Ctrl-C in the terminal of the calling process does not reach it.
     *
     * @param how the second argument of the coordinator; empty for none
     */
    void start(DetachedFolder folder, String how) throws IOException {
        RunPlan plan = DetachedFolder.plan(folder.order().plan());
        JavaCommand java = JavaCommand.likeThis(mainClass).withJvmArguments(arguments());
        if (jobs.isFor(plan)) {
            try {
                long job = jobs.submit(
                        folder, plan, java.withHeap(HEAP_IN_JOB_BYTES).words(), how);
                folder.isIn(job);
                Files.writeString(
                        folder.errors(),
                        "moide run: job " + job + " is submitted, for the coordinator\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                return;
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
        List<String> command = new ArrayList<>(session());
        command.addAll(java.words());
        command.add(folder.id());
        if (!how.isEmpty()) {
            command.add(how);
        }
        boolean windows = File.separatorChar == '\\';
        Process process = new ProcessBuilder(command)
                .directory(folder.work().toFile())
                .redirectInput(new File(windows ? "NUL" : "/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.out().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.errors().toFile()))
                .start();
        folder.startedAs(process.toHandle());
    }

    private static List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("-D" + MOST_PRINTED + "=" + MOST_PRINTED_BYTES));
        for (String property : PROPERTIES) {
            String value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                arguments.add("-D" + property + "=" + value);
            }
        }
        return arguments;
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
