package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.loading.KnownDigests;

final class PackedFoldersTest {
    @TempDir
    Path folder;

    @Test
    void shouldPackAFolderOnceAsLongAsNothingInItChanges() throws IOException {
        Path file = Files.writeString(folder.resolve("A.class"), "one");
        PackedFolders folders = new PackedFolders(digests(), true);
        PackedFolders.Packed first = folders.take(folder);
        assertThat(folders.take(folder)).isSameAs(first);
        first.close();
        first.close();
        assertThat(folders.take(folder)).as("not used for a moment").isSameAs(first);

        Files.writeString(file, "two, which is longer");
        PackedFolders.Packed second = folders.take(folder);
        assertThat(second.jar().digest()).isNotEqualTo(first.jar().digest());
        assertThat(first.content().read(ByteBuffer.allocate(1), 0))
                .as("a run still has it")
                .isEqualTo(1);
        first.close();
        assertThat(first.content().isOpen()).isFalse();
        second.close();
        assertThat(second.content().isOpen()).isTrue();

        second.content().close(); // as an interrupt does
        PackedFolders.Packed third = folders.take(folder);
        assertThat(third.jar()).isEqualTo(second.jar());
        assertThat(third.content().isOpen()).isTrue();
        third.close();
        folders.close();
        assertThat(third.content().isOpen()).isFalse();
    }

    @Test
    void shouldPackAnewForEachRunOfAProcessThatHasOne() throws IOException {
        Files.writeString(folder.resolve("A.class"), "one");
        PackedFolders folders = PackedFolders.ofOneRun(digests());
        PackedFolders.Packed packed = folders.take(folder);
        assertThat(folders.take(folder)).isNotSameAs(packed);
        packed.close();
        assertThat(packed.content().isOpen()).isFalse();
    }

    /** Returns a cache of digests that remembers those of all files, also of very new ones. */
    private static KnownDigests digests() {
        return new KnownDigests(() -> Instant.MAX);
    }
}
