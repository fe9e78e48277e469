package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tries that what is put into the archive and the Debian package is there, and fits together. */
class DistributionTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DIST = ROOT.resolve("dist");

    private static final Pattern NAMED = Pattern.compile("<(?:source|src|directory)>([^<]*)</");

    /** Made while it is packaged. */
    private static final Set<String> MADE =
            Set.of("../command/target/moide.jar", "../samples/target/moide-samples.jar", "../target/repository");

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "src/assembly/archive.xml"})
    void shouldPackWhatIsThere(String description) throws IOException {
        Set<String> named = new TreeSet<>(NAMED.matcher(Files.readString(DIST.resolve(description)))
                .results()
                .map(found -> found.group(1).replace("${project.basedir}/", ""))
                .toList());
        named.removeIf(file -> MADE.contains(file) || file.startsWith("target") || file.startsWith("${"));
        assertThat(named)
                .hasSizeGreaterThan(2)
                .allSatisfy(file -> assertThat(DIST.resolve(file)).exists());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldHaveScriptsThatAShellUnderstands() throws Exception {
        for (String script : List.of("postinst", "prerm", "postrm")) {
            Path file = DIST.resolve("src/deb/control").resolve(script);
            assertThat(new ProcessBuilder("sh", "-n", file.toString())
                            .inheritIO()
                            .start()
                            .waitFor())
                    .as(script)
                    .isZero();
        }
    }

    @Test
    void shouldGiveADaemonTheTimeToDrainBeforeItIsKilled() throws IOException {
        List<String> service = Files.readAllLines(DIST.resolve("src/archive/systemd/moide-engine.service"));
        assertThat(service)
                .contains("Type=notify", "NotifyAccess=all", "KillMode=mixed", "TimeoutStopSec=60")
                .contains("SuccessExitStatus=143", "ExecStart=/usr/bin/moide engine");
    }

    @Test
    void shouldAddToTheImageWhatTheArchiveIsCalled() throws IOException {
        assertThat(DIST.resolve("pom.xml")).content().contains("<finalName>moide-${project.version}</finalName>");
        assertThat(ROOT.resolve("Dockerfile")).content().contains("ADD dist/target/moide-*.tar.gz");
        assertThat(ROOT.resolve(".dockerignore")).content().contains("!dist/target/moide-*.tar.gz");
        assertThat(ROOT.resolve("Dockerfile")).content().contains("\nUSER 10001\n", "STOPSIGNAL SIGTERM");
    }

    @Test
    void shouldHaveSettingsThatAreAllComments() throws IOException {
        assertThat(Files.readAllLines(DIST.resolve("src/archive/conf/moide.properties")))
                .allMatch(line -> line.startsWith("#"));
    }
}
