package org.moide.coordinator.folder;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A child process that holds a file lock until it is killed. */
final class LockingProcess implements AutoCloseable {
    private final Process process;

    private LockingProcess(Process process) {
        this.process = process;
    }

    static LockingProcess holding(Path file) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockingProcess.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (!"locked".equals(line)) {
            throw new IOException("expected 'locked', found " + line);
        }
        return new LockingProcess(process);
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Locks a file and ends when standard input ends. This is the main method of the child process. */
    public static void main(String[] words) throws IOException {
        try (FileChannel file = FileChannel.open(Path.of(words[0]), StandardOpenOption.WRITE)) {
            file.lock();
            System.out.println("locked");
            while (System.in.read() >= 0) {
                // No bytes are expected, only the end of the input.
            }
        }
    }
}
