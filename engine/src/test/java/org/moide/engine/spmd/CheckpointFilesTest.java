package org.moide.engine.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.control.CheckpointName;

@Tag("jdk")
class CheckpointFilesTest {
    @TempDir
    Path folder;

    private CheckpointFiles files;

    @BeforeEach
    void open() {
        files = new CheckpointFiles(folder, new SyncedFiles());
    }

    private static CheckpointName name(long number) {
        return new CheckpointName(1, number);
    }

    @Test
    void shouldGiveBackWhatWasWrittenAndNothingElse() throws IOException {
        files.write(name(3), 1, new byte[] {1, 2, 3});

        assertThat(files.read(name(3), 1)).containsExactly(1, 2, 3);
        assertThat(files.read(name(3), 2)).isNull();
        assertThat(files.read(name(4), 1)).isNull();
    }

    @Test
    void shouldSaySoWhenTheFileHoldsOtherBytes() throws IOException {
        files.write(name(3), 1, new byte[] {1, 2, 3});
        Path file = folder.resolve("1-3").resolve("id-1");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);

        assertThatThrownBy(() -> files.read(name(3), 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("id-1: expected what was written there");
    }

    @Test
    void shouldKeepThoseThatAreNamedAndWhatIsLater() throws IOException {
        for (long number = 1; number <= 5; number++) {
            files.write(name(number), 0, new byte[] {1});
        }

        files.keepOnly(name(4), List.of(name(2)));

        assertThat(files.present()).containsExactly(name(5), name(4), name(2));
        files.delete();
        assertThat(folder).doesNotExist();
    }

    @Test
    void shouldLeaveNothingWhenTheFileCannotBeWritten() throws IOException {
        Path inTheWay =
                Files.createDirectories(folder.resolve("1-3").resolve("id-1").resolve("somebody's"));

        assertThatThrownBy(() -> files.write(name(3), 1, new byte[] {1, 2, 3})).isInstanceOf(IOException.class);

        try (Stream<Path> left = Files.list(folder.resolve("1-3"))) {
            assertThat(left).containsExactly(inTheWay.getParent());
        }
    }

    /**
     * Tests that several engines can remove old checkpoints from the same folder at once. All engines on a machine
     * share the folder, and learn of a commit at the same time.
     */
    @Test
    void shouldRemoveWhatIsOlderWhenSeveralDoSoAtOnce() throws Exception {
        int engines = 4;
        int checkpoints = 60;
        for (int number = 1; number <= checkpoints; number++) {
            for (int id = 0; id < engines; id++) {
                files.write(name(number), id, new byte[] {(byte) id});
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(engines);
        try {
            CyclicBarrier together = new CyclicBarrier(engines);
            List<Future<?>> removals = new ArrayList<>();
            for (int engine = 0; engine < engines; engine++) {
                removals.add(threads.submit(() -> {
                    together.await();
                    new CheckpointFiles(folder, new SyncedFiles()).keepOnly(name(checkpoints), List.of());
                    return null;
                }));
            }
            for (Future<?> removal : removals) {
                removal.get();
            }
        } finally {
            threads.shutdownNow();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("1-" + checkpoints));
        }
        assertThat(files.read(name(checkpoints), 3)).containsExactly(3);
    }
}
