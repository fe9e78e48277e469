package org.moide.coordinator.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReference;

class DetachedFoldersTest {
    private static final byte[] JAR = "a jar".getBytes(UTF_8);
    private static final byte[] SCENE = "a scene".getBytes(UTF_8);

    @TempDir
    Path home;

    private DetachedFolders folders() {
        return new DetachedFolders(home.resolve("detached"), new RunFolders(home.resolve("runs"), "h1"), "h1");
    }

    private DetachedOrder order(String run, boolean kept) {
        return new DetachedOrder(
                run,
                "{}",
                "cg --class S",
                "anna@laptop",
                List.of(new JarReference("my app.jar", Digests.of(JAR), JAR.length)),
                List.of(
                        new FileReference("scene.txt", Digests.of(SCENE), SCENE.length),
                        new FileReference("empty", Digests.of(new byte[0]), 0)),
                kept,
                "",
                SoftwareVersion.travelling());
    }

    private DetachedFolder made(String run, boolean kept) throws IOException {
        Map<String, Path> cache = Map.of(
                Digests.of(JAR), Files.write(home.resolve("jar"), JAR),
                Digests.of(SCENE), Files.write(home.resolve("scene"), SCENE));
        return Objects.requireNonNull(folders()
                .create(
                        order(run, kept),
                        NetworkSettings.usual(),
                        digest -> Objects.requireNonNull(cache.get(digest))));
    }

    @Test
    void shouldMakeOneFolderForAnOrderThatIsRepeated() throws IOException {
        DetachedFolder made = made("4k2", false);
        assertThat(folders().create(order("4k2", false), NetworkSettings.usual(), digest -> {
                    throw new AssertionError("nothing is made twice");
                }))
                .isNull();
        assertThat(made.work().resolve(DetachedOrder.jarPath(0, "my app.jar")).normalize())
                .hasBinaryContent(JAR);
        assertThat(made.work().resolve("scene.txt")).hasBinaryContent(SCENE);
        assertThat(made.work().resolve("empty")).isEmptyFile();
        assertThat(made.order()).isEqualTo(order("4k2", false));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.path())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(made.path().resolve(DetachedFolder.ORDER))))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldNotTouchTheCacheWhenTheApplicationWritesWhatWasSent() throws IOException {
        DetachedFolder made = made("4k2", false);
        assertThat(made.files()).as("what was sent and is as it was").isEmpty();
        Files.writeString(made.work().resolve("scene.txt"), "changed");
        assertThat(home.resolve("scene")).hasBinaryContent(SCENE);
        Files.createDirectory(made.work().resolve("pictures"));
        Files.write(made.work().resolve("pictures/one"), new byte[] {1, 2});
        Files.createSymbolicLink(made.work().resolve("link"), home.resolve("jar"));
        assertThat(made.files().stream().map(HostRuns.RunFile::path)).containsExactly("pictures/one", "scene.txt");
        assertThat(made.piece("pictures/one", 1)).containsExactly(2);
        for (String name : List.of("../order.json", "link", "none", "/etc/passwd", "pictures")) {
            assertThatThrownBy(() -> made.piece(name, 0)).as(name).isInstanceOf(PlanException.class);
        }
    }

    @Test
    void shouldTellFromTheDiskHowARunStands() throws Exception {
        DetachedFolder made = made("4k2", false);
        assertThat(made.sight().stage()).isEqualTo(RunSight.Stage.FAILED_TO_START);
        Files.writeString(made.errors(), "moide run: one\nmoide run: two\n");
        assertThat(made.sight().ending()).isEqualTo("moide run: one\nmoide run: two");
        try (AutoCloseable taken = made.take()) {
            assertThat(taken).isNotNull();
            assertThat(made.sight().stage()).isEqualTo(RunSight.Stage.STARTING);
            assertThat(made.sight().process()).isEqualTo(ProcessHandle.current().pid());
            Files.createDirectories(home.resolve("runs/4k2"));
            Files.createFile(home.resolve("runs/4k2").resolve(RunFolder.BEGAN));
            assertThat(made.sight().stage()).isEqualTo(RunSight.Stage.RUNNING);
        }
        Files.delete(made.path().resolve(DetachedFolder.PROCESS)); // this process is alive
        assertThat(made.sight().stage()).isEqualTo(RunSight.Stage.BROKEN_OFF);
        made.ended(3, "");
        assertThat(made.sight()).satisfies(sight -> {
            assertThat(sight.stage()).isEqualTo(RunSight.Stage.ENDED);
            assertThat(sight.exitCode()).isEqualTo(3);
            assertThat(sight.owner()).isEqualTo("anna@laptop");
        });
        assertThat(made.take()).as("of a run that has ended").isNull();
    }

    @Test
    void shouldGiveWhatWasPrintedPieceByPiece() throws IOException {
        DetachedFolder made = made("4k2", false);
        assertThat(made.output(0, 0, made.sight()).out()).isEmpty();
        Files.writeString(made.out(), "x".repeat(300_000) + "end");
        byte[] first = made.output(0, 0, made.sight()).out();
        assertThat(first).hasSize(1 << 18);
        assertThat(new String(made.output(299_999, 0, made.sight()).out(), UTF_8))
                .isEqualTo("xend");
        assertThat(made.output(Long.MAX_VALUE, Long.MAX_VALUE, made.sight()).out())
                .isEmpty();
        assertThatThrownBy(() -> made.output(-1, 0, made.sight())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKeepAWeekTheLastTwentyAndWhatIsToBeKept() throws IOException {
        Instant old = Instant.now().minus(Duration.ofDays(8));
        for (int run = 0; run < 25; run++) {
            DetachedFolder made = made("r" + (char) ('a' + run), run == 1);
            made.ended(0, "");
            age(made, old.plusSeconds(run));
        }
        DetachedFolder running = made("running", false);
        running.startedAs(ProcessHandle.current());
        age(running, old.minusSeconds(9));
        folders().sweep();
        List<String> left = folders().all().stream().map(DetachedFolder::id).toList();
        assertThat(left).hasSize(22).startsWith("ry").contains("rb", "running").doesNotContain("ra", "rc", "re");
        DetachedFolder young = made("young", false);
        young.ended(0, "");
        folders().sweep();
        assertThat(folders().all())
                .as("the twenty-first of those that go is older than a week")
                .hasSize(22);
    }

    private static void age(DetachedFolder folder, Instant when) throws IOException {
        Files.setLastModifiedTime(folder.path().resolve(DetachedFolder.ORDER), FileTime.from(when));
    }
}
