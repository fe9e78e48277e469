package org.moide.commlib.rmi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A second process with a greeter, which a test starts and may kill. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final int port;

    ChildJvm() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GreeterMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        port = Integer.parseInt(tell(Spaces.SECRET.toText()));
    }

    int port() {
        return port;
    }

    /** Sends the process a line on its standard input, and returns its answer. */
    String tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        String answer = out.readLine();
        return answer == null ? "the child ended" : answer;
    }

    long pid() {
        return process.pid();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    /** Closes the process's standard input, and returns whether the process ends within 20 s. */
    boolean endsWithItsInput() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return process.waitFor(100, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            out.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
