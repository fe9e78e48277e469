package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Permission;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForcedEndTest {
    private static final int CODE = 7;
    private static final int KILLED = 128 + 9;

    /** The main class of a JVM whose application sets a security manager that refuses operations. */
    public static final class Refused {
        /**
         * Sets the security manager.
         *
         * @param words which operations it refuses, and how the process ends then
         */
        @SuppressWarnings({"removal", "SystemOut"})
        public static void main(String[] words) throws InterruptedException {
            ForcedEnd.watch(() -> System.out.println("last words"));
            boolean all = words[0].equals("all");
            System.setSecurityManager(new SecurityManager() {
                @Override
                public void checkPermission(Permission permission) {
                    if (all || permission.getName().startsWith("exitVM")) {
                        throw new SecurityException("refused");
                    }
                }
            });
            if (words[1].equals("halt")) {
                ForcedEnd.halt(CODE);
            }
            while (true) {
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"exit, halt, 7", "all, halt, 137"})
    void shouldEndTheProcessWhenAManagerRefusesIt(String refused, String end, int code) throws Exception {
        assertThat(start(refused, end).waitFor()).isEqualTo(code);
    }

    @Test
    void shouldSayWhyAndEndTheProcessWhenAManagerRefusesWhatIsNeeded() throws Exception {
        Process process = start("all", "nothing");
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(KILLED);
        assertThat(said)
                .contains("last words")
                .contains(
                        "a SecurityManager that refuses MOIDE what it needs, so this process (" + process.pid() + ")");
    }

    private static Process start(String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.security.manager=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Refused.class.getName());
        builder.command().addAll(List.of(words));
        return builder.redirectErrorStream(true).start();
    }
}
