package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.Training;

/** Tests that the primers print what docs/primers.md shows, and that their sources contain the lines that it shows. */
@Timeout(300)
class PrimersPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = ROOT.resolve("samples/src/main/java/org/moide/samples/primers/mechanisms");
    private static final Pattern BLOCK = Pattern.compile("```(java)?\n(.*?)```", Pattern.DOTALL);
    private static final String PROMPT = "$ ./moide ";

    /** The command of a run that no engine fits, and the words of the page about its end. */
    private static final List<String> REFUSED = List.of("run", "show-needs", "gpu");

    private static final String WHY = "expected an engine for the directives onLabels [gpu], needsMemory 32.0 MiB";

    @TempDir
    Path home;

    @Test
    void shouldPrintWhatIsShown() throws IOException {
        List<String> words = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (String block : blocks(false)) {
            if (block.startsWith(PROMPT)) {
                List<String> lines = block.lines().toList();
                words.addAll(
                        Arrays.asList(lines.get(0).substring(PROMPT.length()).split(" ")));
                words.add("+");
                expected.addAll(lines);
            }
        }
        words.addAll(REFUSED); // the last one, since a process ends with the first command that fails
        List<String> java = new ArrayList<>(StoryClasses.java());
        java.set(java.size() - 1, Training.class.getName());

        try (MoideProcess runs = MoideProcess.start(home, home, java, words.toArray(String[]::new))) {
            assertThat(runs.awaitEnd()).as("exit code of the last: %s", runs).isEqualTo(1);
            assertThat(runs.out())
                    .containsExactlyElementsOf(expected.stream()
                            .filter(line -> !line.startsWith(PROMPT))
                            .toList());
            assertThat(runs.err()).anyMatch(line -> line.contains(WHY));
        }
        assertThat(squeezed(page())).contains(WHY);
    }

    @Test
    void shouldShowLinesOfTheSources() throws IOException {
        String sources;
        try (Stream<Path> files = Files.list(SOURCES)) {
            sources = files.map(PrimersPageTest::read)
                    .map(PrimersPageTest::squeezed)
                    .collect(Collectors.joining());
        }
        assertThat(blocks(true))
                .hasSizeGreaterThan(10)
                .allSatisfy(block -> assertThat(sources).contains(squeezed(block)));
    }

    @Test
    void shouldListEachPrimer() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (!name.equals("package-info.java")) {
                    assertThat(page()).contains("primers/mechanisms/" + name);
                }
            }
        }
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/primers.md"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    /** Returns the blocks of the page, without their fences: those of Java, or the others. */
    private static List<String> blocks(boolean java) throws IOException {
        List<MatchResult> found = BLOCK.matcher(page()).results().toList();
        return found.stream()
                .filter(block -> java == (block.group(1) != null))
                .map(block -> block.group(2))
                .toList();
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
