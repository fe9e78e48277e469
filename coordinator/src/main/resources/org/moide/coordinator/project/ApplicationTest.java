package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class @class@Test {
    @Test
    @Timeout(60)
    void @test@() throws Exception {
        String said = runOnTwoEngines(@arguments@);
        assertTrue(said.lines().anyMatch("@expected@"::equals), said);
    }

    /** As 'moide run' does it, with this test's class path: one engine in the process that it starts, another beside it. */
    private static String runOnTwoEngines(String... arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = Path.of(@class@.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
        List<String> words = new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path")));
        words.addAll(List.of("org.moide.coordinator.cli.MoideCommand", "run", "--local-engines", "2"));
        words.addAll(List.of("--threads", "1", "--classpath", classes, @class@.class.getName()));
        words.addAll(List.of(arguments));
        Process run = new ProcessBuilder(words).redirectErrorStream(true).start();
        run.getOutputStream().close();
        String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, run.waitFor(), said);
        return said;
    }
}
