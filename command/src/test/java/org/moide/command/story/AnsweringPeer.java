package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.moide.commlib.security.ClusterSecret;

/** A second process, {@link AnsweringMain}, that answers every remote call until a test disturbs it. */
final class AnsweringPeer implements AutoCloseable {
    static final ClusterSecret SECRET =
            ClusterSecret.of("a secret of the tests, 32 bytes!".getBytes(StandardCharsets.UTF_8));

    private final Process process;
    private final BufferedReader out;
    private final int port;

    /**
     * Starts the process.
     *
     * @param by the words to put before the process's command
     * @param address the address at which it listens
     */
    AnsweringPeer(Path home, List<String> by, String address, Set<Class<?>> interfaces) throws IOException {
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AnsweringMain.class.getName(),
                address,
                home.resolve("peer").toString()));
        interfaces.forEach(type -> command.add(type.getName()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        port = tell(SECRET.toText());
    }

    int port() {
        return port;
    }

    /** Keeps the process from answering from now on. */
    void hold() throws IOException {
        tell("hold");
    }

    /** Waits until this number of calls is unanswered. */
    void awaitHeld(int calls) {
        Awaitility.await(calls + " calls that are not answered").until(() -> tell("held") >= calls);
    }

    private int tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return Integer.parseInt(out.readLine());
    }

    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .as("kill -%s", name)
                .isZero();
    }

    /** Sends SIGKILL, and returns when the process is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
