package org.moide.command.story;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests detached runs between hosts: the host that started a run disappears, and another host fetches the run's files.
 * Needs root and {@code ip}.
 */
@Tag("full")
class DetachedHostsStoryTest {
    @TempDir
    Path folder;

    private final List<Path> homes = new ArrayList<>();

    @BeforeEach
    void makeHomes() throws Exception {
        for (int host = 0; host < ThreeHosts.HOSTS; host++) {
            homes.add(Files.createDirectory(folder.resolve("home" + host)));
        }
        try (MoideProcess key = MoideProcess.start(homes.get(0), "key", "create")) {
            key.awaitSuccess();
        }
        for (int host = 1; host < ThreeHosts.HOSTS; host++) {
            Files.createDirectory(homes.get(host).resolve(".moide"));
            Files.copy(
                    homes.get(0).resolve(".moide/secret"), homes.get(host).resolve(".moide/secret"), COPY_ATTRIBUTES);
        }
    }

    /** Returns the lines that are the same in every run of these programs. */
    private static List<String> results(List<String> out) {
        return out.stream()
                .filter(line -> line.matches("(pi|zeta|verification|decay|sha256): .*"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi --tasks 200", "cg --class S", "strips"})
    void shouldGiveTheResultOfAnAttachedRunThoughTheHostThatStartedItIsGone(String words) throws Exception {
        String hosts = ThreeHosts.address(1) + ":7100," + ThreeHosts.address(2) + ":7100";
        try (ThreeHosts network = ThreeHosts.open();
                Daemon one = Daemon.startAt(homes.get(1), ThreeHosts.on(1), ThreeHosts.address(1), 7100);
                Daemon two = Daemon.startAt(homes.get(2), ThreeHosts.on(2), ThreeHosts.address(2), 7100)) {
            List<String> run = new ArrayList<>(List.of("run", "--hosts", hosts, "--threads", "1"));
            run.addAll(List.of(words.split(" ")));
            List<String> expected;
            try (MoideProcess attached =
                    MoideProcess.start(homes.get(0), ThreeHosts.on(0), run.toArray(String[]::new))) {
                expected = results(attached.awaitSuccess().out());
            }
            assertThat(expected).as("results of %s", words).isNotEmpty();
            run.add(1, "--detach");
            String id;
            try (MoideProcess command =
                    MoideProcess.start(homes.get(0), ThreeHosts.on(0), run.toArray(String[]::new))) {
                List<String> out = command.awaitSuccess().out();
                id = out.get(out.size() - 1); // a JVM in its own namespace may print warnings before
            }
            ThreeHosts.remove(0);
            try (MoideProcess attach = MoideProcess.start(
                    homes.get(2),
                    ThreeHosts.on(2),
                    "attach",
                    id,
                    "--hosts",
                    ThreeHosts.address(2) + "," + ThreeHosts.address(1))) {
                assertThat(results(attach.awaitSuccess().out())).isEqualTo(expected);
            }
            assertThat(List.of(network, one, two)).hasSize(3);
        }
    }
}
