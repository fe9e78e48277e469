package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KnownDigestsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant LONG_AGO = NOW.minusSeconds(3_600);

    private final KnownDigests digests = new KnownDigests(() -> NOW);

    @TempDir
    Path folder;

    @Test
    void shouldReadAJarOnceWhileItLooksTheSame() throws IOException {
        Path jar = written("a.jar", "one", LONG_AGO);
        String digest = digests.of(jar);
        assertThat(digest).isEqualTo(Digests.of(jar));

        written("a.jar", "two", LONG_AGO); // the change is invisible without reading the file
        assertThat(digests.of(jar)).isEqualTo(digest);

        written("a.jar", "two", LONG_AGO.plusSeconds(1));
        assertThat(digests.of(jar)).isEqualTo(Digests.of(jar)).isNotEqualTo(digest);
    }

    @Test
    void shouldReadAgainWhatWasWrittenJustNow() throws IOException {
        Path jar = written("a.jar", "one", NOW.minusSeconds(1));
        String digest = digests.of(jar);
        written("a.jar", "two", NOW.minusSeconds(1));
        assertThat(digests.of(jar)).isEqualTo(Digests.of(jar)).isNotEqualTo(digest);
    }

    @Test
    void shouldSeeThatAFolderHasOtherFiles() throws IOException {
        Files.createDirectory(folder.resolve("classes"));
        Path classes = folder.resolve("classes");
        written("classes/A.class", "a", LONG_AGO);
        String one = digests.of(classes);
        assertThat(one).isEqualTo(FolderJar.pack(classes, OutputStream.nullOutputStream()));

        written("classes/B.class", "b", LONG_AGO);
        String two = digests.of(classes);
        assertThat(two)
                .isEqualTo(FolderJar.pack(classes, OutputStream.nullOutputStream()))
                .isNotEqualTo(one);

        Files.move(classes.resolve("B.class"), classes.resolve("C.class"));
        assertThat(digests.of(classes)).isNotEqualTo(two);
        Files.delete(classes.resolve("C.class"));
        assertThat(digests.of(classes)).isEqualTo(one);
    }

    private Path written(String name, String text, Instant time) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
