package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the messages which docs/troubleshooting.md explains occur in MOIDE's sources in the same words, so that a
 * changed message is changed there too.
 */
class TroubleshootingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern HEADING = Pattern.compile("(?m)^### `([^`]+)`$");
    private static final Pattern VARIES = Pattern.compile("…");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    private static List<String> messages() throws IOException {
        return HEADING.matcher(Files.readString(ROOT.resolve("docs/troubleshooting.md")))
                .results()
                .map((MatchResult heading) -> heading.group(1))
                .toList();
    }

    /** Returns all main sources, with string literals joined that are split over lines. */
    private static String sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(TroubleshootingPageTest::javaFiles)
                    .map(TroubleshootingPageTest::text)
                    .map(text -> JOINED.matcher(text).replaceAll(""))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void shouldExplainWhatIsReallySaid() throws IOException {
        String sources = sources();
        assertThat(messages())
                .hasSizeGreaterThan(10)
                .allSatisfy(message -> assertThat(VARIES.splitAsStream(message))
                        .filteredOn(piece -> !piece.isBlank())
                        .allSatisfy(piece -> assertThat(sources.contains(piece.strip()))
                                .as("'%s' of '%s' in docs/troubleshooting.md: in a source", piece.strip(), message)
                                .isTrue()));
    }
}
