package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.moide.engine.host.ChildMain;

/** A {@code moide} command in a process of its own, with a home folder that the test chooses. */
final class MoideProcess implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final Path home;
    private final String words;
    private final Process process;
    private final List<String> out = Collections.synchronizedList(new ArrayList<>());
    private final List<String> err = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> readers = new ArrayList<>();

    private MoideProcess(Path home, String words, Process process) {
        this.home = home;
        this.words = words;
        this.process = process;
        read(process.getInputStream(), out);
        read(process.getErrorStream(), err);
    }

    /**
     * Starts {@code moide} with these arguments.
     *
     * @param home the user's home folder, which is also the working folder
     */
    static MoideProcess start(Path home, String... words) {
        return start(home, List.of(), words);
    }

    /**
     * Starts a command through another program.
     *
     * @param by the words to put before the command, such as a program that runs it on another host
     */
    static MoideProcess start(Path home, List<String> by, String... words) {
        List<String> java = new ArrayList<>(by);
        java.addAll(StoryClasses.java());
        return start(home, home, java, words);
    }

    /**
     * Starts a command in another working folder.
     *
     * @param java the words that start the JVM, such as the path of Java and its options
     */
    static MoideProcess start(Path home, Path folder, List<String> java, String... words) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().remove("MOIDE_HOME");
        builder.environment().remove("DISPLAY"); // no test may open a browser
        builder.environment().remove("WAYLAND_DISPLAY");
        builder.environment().put("HOME", home.toString());
        try {
            return new MoideProcess(home, String.join(" ", words), builder.start());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private void read(InputStream stream, List<String> into) {
        Thread reader = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            into.add(line);
                        }
                    } catch (IOException closed) {
                        into.add("(the stream closed: " + closed + ")");
                    }
                },
                "moide-reader");
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits up to half a second for the process to end.
     *
     * @return whether it has ended
     */
    boolean endsSoon() throws InterruptedException {
        return process.waitFor(500, TimeUnit.MILLISECONDS);
    }

    /** Returns the live processes that this process has started, directly or indirectly. */
    List<ProcessHandle> children() {
        return process.descendants().filter(ProcessHandle::isAlive).toList();
    }

    List<String> out() {
        return List.copyOf(out);
    }

    List<String> err() {
        return List.copyOf(err);
    }

    /** Waits until standard error contains this text. */
    void awaitError(String text) {
        awaitErrors(text, 1);
    }

    /** Waits until standard error contains this text this number of times. */
    void awaitErrors(String text, int times) {
        Awaitility.await("'" + text + "' from moide " + words).until(() -> {
            boolean alive = process.isAlive();
            long said = err().stream().filter(line -> line.contains(text)).count();
            assertThat(alive || said >= times).as("alive: %s", this).isTrue();
            return said >= times;
        });
    }

    /**
     * Returns the engine JVMs among {@link #children}, without the short-lived processes that the JDK forks to start
     * them.
     */
    List<ProcessHandle> engines() {
        return children().stream()
                .filter(child -> commandLine(child).contains(ChildMain.class.getName()))
                .toList();
    }

    /**
     * Returns the command line of a process; empty if the process is gone. {@code ProcessHandle} does not return long
     * command lines.
     */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    /** Waits until the process has this number of engine JVMs, and returns them. */
    List<ProcessHandle> awaitChildren(int count) {
        return Awaitility.await(count + " engine JVMs of moide " + words)
                .until(this::engines, engines -> engines.size() == count);
    }

    /**
     * Waits for the end of the process. Replays the run's recordings, to check that its core makes the same decisions
     * again.
     *
     * @return the exit code
     */
    int awaitExit() {
        int exit = awaitEnd();
        Replays.checkAll(home);
        return exit;
    }

    /**
     * Waits for the end of the process without a replay, for processes of another version.
     *
     * @return the exit code
     */
    int awaitEnd() {
        try {
            assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as("ended within %s: %s", LONGEST, this)
                    .isTrue();
            for (Thread reader : readers) {
                reader.join(LONGEST.toMillis());
            }
            return process.exitValue();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for moide " + words, stop);
        }
    }

    /** Waits for the end of the process, and requires exit code 0. */
    MoideProcess awaitSuccess() {
        int exit = awaitExit();
        assertThat(exit).as("exit code of %s", this).isZero();
        return this;
    }

    /** Sends SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** Sends SIGINT, as Ctrl-C does. */
    void interrupt() throws IOException, InterruptedException {
        signal("-INT");
    }

    /** Sends SIGTERM, as a system does when it shuts down. */
    void terminate() throws IOException, InterruptedException {
        signal("-TERM"); // Process.destroy would also close its output
    }

    /** Makes the process print the stacks of its threads to standard output. */
    void tellOfThreads() throws IOException, InterruptedException {
        signal("-QUIT");
    }

    /** Sends a signal such as -HUP. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", name, Long.toString(pid())).start().waitFor();
    }

    @Override
    public void close() {
        List<ProcessHandle> children = children();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public String toString() {
        return "moide " + words + "\n--- standard output\n" + String.join("\n", out()) + "\n--- standard error\n"
                + String.join("\n", err());
    }
}
