package org.moide.coordinator.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class BlockFileTest {
    @TempDir
    Path folder;

    @Test
    void shouldGiveBackWhatItKeepsAndLeaveNothingBehind() throws IOException {
        try (BlockFile file = BlockFile.temporary(folder)) {
            long first = file.keep(new byte[] {1, 2, 3});
            long second = file.keep(new byte[] {4, 5});
            assertThat(file.read(second, 2)).containsExactly(4, 5);
            assertThat(file.read(first, 3)).containsExactly(1, 2, 3);
            long third = file.keep(new byte[] {6});
            assertThat(file.read(third, 1)).containsExactly(6);
            try (Stream<Path> there = Files.list(folder)) {
                assertThat(there).as("gone even when the process is killed").isEmpty();
            }
        }
    }

    @Test
    void shouldMakeNoFileWhenNothingIsKept() throws IOException {
        Path missing = folder.resolve("missing");
        BlockFile.temporary(missing).close();
        assertThat(missing).doesNotExist();
    }

    /** Checks that an interrupt does no harm, since an application may interrupt any thread of its process. */
    @Test
    void shouldGoOnWhenItsThreadIsInterrupted() {
        try (BlockFile file = BlockFile.temporary(folder)) {
            Thread.currentThread().interrupt();
            long place = file.keep(new byte[] {1});
            assertThat(file.read(place, 1)).containsExactly(1);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldSayWhereItCannotWrite() {
        try (BlockFile file = BlockFile.temporary(folder.resolve("missing"))) {
            assertThatThrownBy(() -> file.keep(new byte[1]))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContainingAll("createTasks", "--strategy", folder.resolve("missing") + ":");
        }
    }

    @Test
    void shouldSayWhatItCannotRead() throws IOException {
        Path path = Files.write(folder.resolve("journal"), new byte[] {1, 2, 3});
        try (BlockFile file = BlockFile.reading(path)) {
            assertThat(file.read(1, 2)).containsExactly(2, 3);
            assertThatThrownBy(() -> file.read(2, 2))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(path.toString());
        }
    }
}
