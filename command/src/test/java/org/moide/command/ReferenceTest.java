package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.plan.SampleIndex;
import picocli.CommandLine;

/**
 * Checks that the reference and the manual page contain the help of every command. With
 * {@code -Dmoide.reference.accept=true} it writes them instead.
 */
class ReferenceTest {
    private static final Path DOCS = Path.of("../docs");
    private static final boolean ACCEPT = Boolean.getBoolean("moide.reference.accept");

    private CommandLine moide;

    @BeforeEach
    void makeAllCommands() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        TerminalConsole console = new TerminalConsole(nowhere, nowhere, false, 80);
        SettingsProvider nothingSet = new SettingsProvider(Map.of(), List.of());
        moide = new MoideCommand(new TwoHosts(), console, () -> SampleIndex.find(null), nothingSet).lineOf();
    }

    @Test
    void shouldHaveAReferenceThatIsTheHelpOfAllCommands() throws IOException {
        assertWritten("reference.md", new ReferencePages(moide).markdown());
    }

    @Test
    void shouldHaveAManualPageThatIsTheHelpOfAllCommands() throws IOException {
        assertWritten("moide.1", new ReferencePages(moide).man());
    }

    @Test
    void shouldWriteForMenWhatItsFormatterWouldTakeForCommands() {
        assertThat(ReferencePages.escaped(".x")).isEqualTo("\\&.x");
        assertThat(ReferencePages.escaped("'x'")).isEqualTo("\\&'x'");
        assertThat(ReferencePages.escaped("a \\ --b")).isEqualTo("a \\e \\-\\-b");
    }

    private static void assertWritten(String file, List<String> lines) throws IOException {
        Path page = DOCS.resolve(file);
        if (ACCEPT) {
            Files.write(page, lines);
        }
        List<String> written = Files.exists(page) ? Files.readAllLines(page) : new ArrayList<>();
        assertThat(written)
                .as("docs/%s, made from the commands: -Dmoide.reference.accept=true writes it", file)
                .isEqualTo(lines);
    }
}
