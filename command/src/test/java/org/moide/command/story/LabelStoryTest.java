package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a worker which needs a label is placed on the host that has it. */
class LabelStoryTest {
    @TempDir
    Path home;

    @Test
    @Tag("full") // HostDirectivesTest and SelectionTest have it in one JVM
    void shouldHaveAWorkerOnTheHostThatCarriesItsLabels() throws Exception {
        copyClasses();
        try (Daemon plain = Daemon.labelled(home, "gpu");
                Daemon labelled = Daemon.labelled(home, "gpu,rack=7")) {
            String hosts = plain.address() + "," + labelled.address();
            try (MoideProcess explained = MoideProcess.start(
                    home, "hosts", "--hosts", hosts, "--explain", "--no-own-engine", "--label", "rack=*")) {
                assertThat(explained.awaitSuccess().out())
                        .anyMatch(line -> line.contains(labelled.address()) && line.contains(" 0  the best of those"))
                        .anyMatch(line -> line.contains(plain.address())
                                && line.contains("not used: --label rack=*: the host has gpu"));
            }
            try (MoideProcess run = MoideProcess.start(
                    home,
                    "run",
                    "--hosts",
                    hosts,
                    "--threads",
                    "1",
                    "--no-progress",
                    "--classpath",
                    "classes",
                    LabelledWorkers.class.getName())) {
                run.awaitSuccess();
                assertThat(run.out())
                        .anyMatch(line -> line.matches(
                                "\\W*parent\\W+" + labelled.process().pid()));
                assertThat(labelled.process().err())
                        .anyMatch(line -> line.matches("\\S+Z INFO \\S+ run \\w+: engine-\\d starts, with 1 thread"))
                        .anyMatch(
                                line -> line.matches("\\S+Z INFO \\S+ run \\w+: engine-\\d is ready, in process \\d+"));
            }
            try (MoideProcess primer =
                    MoideProcess.start(home, "run", "--hosts", labelled.address(), "show-needs", "gpu")) {
                assertThat(primer.awaitSuccess().out()).containsExactly("the worker is on engine 1");
            }
        }
    }

    private void copyClasses() throws IOException, URISyntaxException {
        Path from = Path.of(LabelledWorkers.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path folder = Path.of(LabelledWorkers.class.getPackageName().replace('.', '/'));
        Path into = Files.createDirectories(home.resolve("classes").resolve(folder));
        try (Stream<Path> files = Files.list(from.resolve(folder))) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("LabelledWorkers"))
                    .toList()) {
                Files.copy(file, into.resolve(file.getFileName()));
            }
        }
    }
}
