package org.moide.test.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the examples in docs/testing.md are in this package, word for word, and run. */
class TestingPageTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void shouldShowWhatIsTriedHere() throws IOException {
        Path here = Path.of("src", "test", "java", "org", "moide", "test", "example");
        String sources = squeezed(Files.readString(here.resolve("Harvest.java"))
                + Files.readString(here.resolve("HarvestTest.java"))
                + Files.readString(here.resolve("SubsetsTest.java")));
        String page = Files.readString(Path.of("..", "docs", "testing.md"));
        List<String> snippets =
                SNIPPET.matcher(page).results().map(found -> found.group(1)).toList();
        assertThat(snippets).hasSize(3);
        assertThat(snippets).allSatisfy(snippet -> assertThat(sources).contains(squeezed(snippet)));
    }

    private static String squeezed(String source) {
        return source.replaceAll("\\s+", " ").strip();
    }
}
