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
 * A starter of coordinators of detached runs, as processes that outlive this one. For any thread.
 *
 * @param mainClass of such a process, which is given the run's ID
 * @param network how they are reached, and by which secret
 * @param jobs where some of them are
 */
public record CoordinatorStarter(String mainClass, NetworkSettings network, CoordinatorJobs jobs) {
    /** The property that says how much of what a coordinator prints is kept, of each stream. */
    public static final String MOST_PRINTED = "moide.output.most";

    /** A coordinator computes nothing, and its job is small. */
    private static final long HEAP_IN_JOB_BYTES = 512L << 20;

    private static final long MOST_PRINTED_BYTES = 256L << 20;

    /** System properties that are passed on if set: the paths of this installation. */
    private static final List<String> PROPERTIES = List.of("moide.installation", "moide.samples");

    /** The second word for such a process that goes on with a run. */
    public static final String RESUMES = "resume";

    /** The second word for such a process that goes on with a run only if nothing of it is damaged or gone. */
    public static final String RESUMES_STRICTLY = "resume-strictly";

    /**
     * Starts one in a session of its own: a Ctrl-C in the terminal of whoever starts it is not meant for it. One that
     * is to be in a job is submitted.
     *
     * @param how the word that it is told beside the run's ID; empty for none
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
