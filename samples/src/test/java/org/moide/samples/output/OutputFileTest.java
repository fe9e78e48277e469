package org.moide.samples.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.UsageException;

class OutputFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReplaceAFileOnlyWhenAllIsWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("out.csv"), "old");

        OutputFile.write(file, into -> {
            Files.writeString(into, "new");
            assertThat(file).hasContent("old");
        });

        assertThat(file).hasContent("new");
        assertThat(names()).containsExactly("out.csv");
    }

    @Test
    void shouldLeaveTheOldFileAndNothingElseWhenWritingFails() throws Exception {
        Path file = Files.writeString(folder.resolve("out.csv"), "old");

        assertThatThrownBy(() -> OutputFile.write(file, into -> {
                    Files.writeString(into, "ne");
                    throw new IOException("no space left");
                }))
                .hasMessage("no space left");

        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("out.csv");
    }

    @Test
    void shouldWriteIntoWhatALinkLeadsTo() throws Exception {
        Path file = Files.writeString(folder.resolve("out.csv"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file);

        OutputFile.check("--vectors", link);
        OutputFile.write(link, into -> Files.writeString(into, "new"));

        assertThat(file).hasContent("new");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void shouldSayBeforeItBeginsThatAFileCannotBeWritten() {
        Path nowhere = folder.resolve("none/out.csv");
        assertThatThrownBy(() -> OutputFile.check("--vectors", nowhere))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--vectors %s: expected a file in a folder that is there, found no folder %s/none",
                        nowhere, folder);
        assertThatThrownBy(() -> OutputFile.check("--scores", folder))
                .isInstanceOf(UsageException.class)
                .hasMessage("--scores %s: expected a file in a folder that is there, found a folder", folder);
    }

    @Test
    void shouldSayThatTwoOptionsNameTheSameFile() {
        OutputFile.checkApart("--pairs", "a.csv", "--scores", "");
        OutputFile.checkApart("--pairs", "a.csv", "--scores", "b/a.csv");
        assertThatThrownBy(() -> OutputFile.checkApart("--pairs", "b/../a.csv", "--scores", "a.csv"))
                .isInstanceOf(UsageException.class)
                .hasMessage("--pairs b/../a.csv: expected another file than that of --scores, found the same");
    }

    private Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
