package org.moide.command.runs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.loading.Digests;

class FetchedFilesTest {
    private static final int PIECE = 3;

    @TempDir
    Path folder;

    private final Map<String, byte[]> there = new LinkedHashMap<>();
    private final Map<String, byte[]> sent = new LinkedHashMap<>();

    private KnownRuns.Found run() {
        HostRuns host = (HostRuns) Proxy.newProxyInstance(
                HostRuns.class.getClassLoader(),
                new Class<?>[] {HostRuns.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "files" ->
                        there.entrySet().stream()
                                .map(file -> new HostRuns.RunFile(
                                        file.getKey(), file.getValue().length, Digests.of(file.getValue())))
                                .toList();
                    case "piece" -> {
                        byte[] all = sent.getOrDefault((String) arguments[1], there.get((String) arguments[1]));
                        int from = Math.toIntExact((long) arguments[2]);
                        yield Arrays.copyOfRange(all, Math.min(from, all.length), Math.min(all.length, from + PIECE));
                    }
                    default -> throw new AssertionError("nobody asks for " + method);
                });
        RunSight sight = new RunSight("4k2", "cg", "", "h", 0, null, RunSight.Stage.ENDED, "done", 0, true, true);
        return new KnownRuns.Found(new KnownRuns.Place("h", () -> host), sight);
    }

    @Test
    void shouldBringFilesPieceByPieceAndLeaveThoseThatAreThere() throws IOException {
        there.put("run.json", "{\"wallSeconds\": 1}".getBytes(UTF_8));
        there.put("pictures/one.png", new byte[] {1, 2, 3, 4, 5, 6, 7});
        there.put("empty", new byte[0]);
        assertThat(FetchedFiles.into(folder.resolve("to"), run(), false).names())
                .containsExactly("run.json", "pictures/one.png", "empty");
        assertThat(folder.resolve("to/pictures/one.png")).hasBinaryContent(new byte[] {1, 2, 3, 4, 5, 6, 7});
        assertThat(folder.resolve("to/empty")).isEmptyFile();
        Files.writeString(folder.resolve("to/run.json"), "mine");
        FetchedFiles again = FetchedFiles.into(folder.resolve("to"), run(), false);
        assertThat(again.lines())
                .containsExactly("left run.json: another file is there already; --force overwrites it");
        assertThat(folder.resolve("to/run.json")).hasContent("mine");
        assertThat(FetchedFiles.into(folder.resolve("to"), run(), true).lines()).isEmpty();
        assertThat(folder.resolve("to/run.json")).hasContent("{\"wallSeconds\": 1}");
    }

    @Test
    void shouldLeaveAFolderThatHasTheNameOfAFile() throws IOException {
        there.put("run.json", new byte[] {1});
        Files.createDirectories(folder.resolve("run.json"));
        FetchedFiles fetched = FetchedFiles.into(folder, run(), true);
        assertThat(fetched.names()).isEmpty();
        assertThat(fetched.lines())
                .containsExactly("left run.json: a folder is there already; --to names another place");
        assertThat(folder.resolve("run.json")).isDirectory();
    }

    @Test
    void shouldSayWhichFileIsInTheFoldersPlace() throws IOException {
        there.put("run.json", new byte[] {1});
        Path file = Files.createFile(folder.resolve("file"));
        for (Path to : List.of(file, file.resolve("below/this"))) {
            assertThatThrownBy(() -> FetchedFiles.into(to, run(), true))
                    .isInstanceOf(PlanException.class)
                    .hasMessage("--to: expected a folder, or the place for one, found the file " + file);
        }
    }

    @Test
    void shouldKeepNothingOfAFileWhoseBytesAreOthersThanWereSaid() {
        there.put("run.json", "{\"wallSeconds\": 1}".getBytes(UTF_8));
        sent.put("run.json", "{\"wallSeconds\": 2}".getBytes(UTF_8));
        assertThatThrownBy(() -> FetchedFiles.into(folder, run(), false))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("expected run.json as it was when it was looked at, found other bytes");
        sent.put("run.json", new byte[0]);
        assertThatThrownBy(() -> FetchedFiles.into(folder, run(), false)).isInstanceOf(PlanException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldWriteNothingOutsideTheFolderWhateverTheHostSays() throws IOException {
        Path to = Files.createDirectory(folder.resolve("to"));
        Files.createSymbolicLink(to.resolve("link"), folder);
        for (String name : List.of("../outside", "/tmp/outside", "a/../../outside", ".", "link/outside", "nul\0")) {
            there.clear();
            there.put(name, new byte[] {1});
            assertThatThrownBy(() -> FetchedFiles.into(to, run(), true))
                    .as(name)
                    .isInstanceOf(PlanException.class);
        }
        assertThat(folder.resolve("outside")).doesNotExist();
    }
}
