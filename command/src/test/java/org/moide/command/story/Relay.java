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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/** The program {@link RelayMain} in a process of another user, who can read no other class of MOIDE. */
final class Relay implements AutoCloseable {
    private static final String NOBODY = "65534";

    private final Process process;
    private final Queue<String> said = new ConcurrentLinkedQueue<>();

    private Relay(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "relay-reader");
        reader.setDaemon(true);
        reader.start();
    }

    /** Returns whether this process may start processes as another user. */
    static boolean isPossible() {
        try {
            return CutNetwork.isPossible()
                    && new ProcessBuilder(asNobody("true"))
                                    .start()
                                    .onExit()
                                    .join()
                                    .exitValue()
                            == 0;
        } catch (IOException nothingOfThatKind) {
            return false;
        }
    }

    /**
     * Starts the relay.
     *
     * @param folder a folder that other users can read, for the relay's class
     * @param by the words to put before the relay's command
     * @param at the address at which it listens
     * @param to the address to which it relays
     * @param as the address from which it calls
     */
    static Relay start(Path folder, List<String> by, String at, int port, String to, int toPort, String as)
            throws IOException {
        String file = RelayMain.class.getName().replace('.', '/') + ".class";
        Path target = folder.resolve(file);
        if (Files.notExists(target)) {
            Files.createDirectories(
                    target.getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
            try (InputStream in = RelayMain.class.getResourceAsStream("RelayMain.class")) {
                Files.copy(in, target);
            }
        }
        List<String> command = new ArrayList<>(by);
        command.addAll(asNobody(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                folder.toString(),
                RelayMain.class.getName(),
                at,
                Integer.toString(port),
                to,
                Integer.toString(toPort),
                as));
        Relay relay =
                new Relay(new ProcessBuilder(command).redirectErrorStream(true).start());
        relay.await("READY");
        return relay;
    }

    private static List<String> asNobody(String... command) {
        List<String> words =
                new ArrayList<>(List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
        words.addAll(List.of(command));
        return words;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    /** Waits until the relay has printed this line. */
    void await(String word) {
        Awaitility.await("'" + word + "' from the relay").until(() -> {
            assertThat(process.isAlive()).as("the relay lives: %s", said).isTrue();
            return said.stream().anyMatch(line -> line.startsWith(word));
        });
    }

    /** Returns the lines about calls that the relay could read, and about its own calls that were answered. */
    List<String> loot() {
        return said.stream()
                .filter(line -> line.startsWith("HEARD") || line.startsWith("INJECTED"))
                .toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return String.join("\n", said);
    }
}
