package org.moide.command.daemon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.moide.commlib.system.OwnProcesses;

/**
 * The service manager that started this process, such as systemd. This class reports to it when the daemon serves and
 * when it ends. The manager expects datagrams at a Unix socket. The JDK cannot send these, so the manager's own program
 * {@code systemd-notify} is called (decision 158). Thread-safe.
 */
final class ServiceManager {
    /** The environment variable that names the socket; unset without a service manager. */
    private static final String SOCKET = "NOTIFY_SOCKET";

    private static final String COMMAND = "systemd-notify";

    private static final long PATIENCE_SECONDS = 5;

    private final Map<String, String> variables;
    private final String command;
    private final Consumer<String> errors;

    /**
     * Creates the object.
     *
     * @param variables the environment variables of this process
     * @param command the program that sends datagrams
     * @param errors receives the reason if a report to the service manager fails
     */
    ServiceManager(Map<String, String> variables, String command, Consumer<String> errors) {
        this.variables = Map.copyOf(variables);
        this.command = command;
        this.errors = errors;
    }

    static ServiceManager ofThisProcess(Consumer<String> errors) {
        return new ServiceManager(System.getenv(), COMMAND, errors);
    }

    /**
     * Reports that the daemon can be used now.
     *
     * @param words the status that the service manager shows
     */
    void serves(String words) {
        tell("READY=1", "STATUS=" + words);
    }

    /**
     * Reports that the daemon was told to end, and will end.
     *
     * @param words the status that the service manager shows
     */
    void ends(String words) {
        tell("STOPPING=1", "STATUS=" + words);
    }

    private void tell(String... assignments) {
        if (variables.getOrDefault(SOCKET, "").isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>(List.of(command));
        for (String assignment : assignments) {
            // One line each, since another line would be another assignment.
            words.add(assignment.lines().findFirst().orElse(""));
        }
        try {
            Process process = OwnProcesses.start(new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD));
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                cannot("it did not end in " + PATIENCE_SECONDS + " s");
            } else if (process.exitValue() != 0) {
                cannot("it ended with exit code " + process.exitValue());
            }
        } catch (IOException absent) {
            cannot(String.valueOf(absent.getMessage()));
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void cannot(String why) {
        errors.accept("moide engine: expected that " + command + " tells the service manager of this daemon, but " + why
                + "; without it use Type=exec in the service");
    }
}
