package org.moide.coordinator.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalConsoleTest {
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final PrintStream both = new PrintStream(screen, true, UTF_8);

    @Test
    void shouldKeepTheStatusBelowAllLines() {
        TerminalConsole console = new TerminalConsole(both, both, true, 80);

        console.status("10%");
        console.print("a result");
        console.status("20%");
        console.status("");
        console.print("the end");

        assertThat(screen.toString(UTF_8))
                .isEqualTo("\r\u001b[K10%\r\u001b[Ka result\n10%\r\u001b[K20%\r\u001b[Kthe end\n");
    }

    @Test
    void shouldShowOnlyWhatFitsIntoALine() {
        TerminalConsole console = new TerminalConsole(both, both, true, 30);

        console.status("x".repeat(50));

        assertThat(screen.toString(UTF_8)).isEqualTo("\r\u001b[K" + "x".repeat(29));
    }

    @Test
    void shouldWriteNoStatusWhereItCannotBeReplaced() {
        TerminalConsole console = new TerminalConsole(both, both, false, 80);

        console.status("10%");
        console.error("a warning");

        assertThat(screen.toString(UTF_8)).isEqualTo("a warning\n");
    }

    @Test
    void shouldSayOnceThatNobodyReadsAnyMore() {
        PrintStream gone = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                },
                true,
                UTF_8);
        TerminalConsole console = new TerminalConsole(gone, both, false, 80);

        console.print("before the run");
        console.whenNobodyReads("nobody reads");
        console.print("lost");
        console.printed("engine-1: ", "lost too", false);
        console.print("lost as well");
        console.whenNobodyReads("");
        console.print("the results");

        assertThat(screen.toString(UTF_8)).isEqualTo("nobody reads\n");
    }

    @Test
    void shouldNotSayThatNobodyReadsWhenSomebodyDoes() {
        PrintStream read = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
        TerminalConsole console = new TerminalConsole(read, both, true, 80);

        console.whenNobodyReads("nobody reads");
        console.status("10%");
        console.print("read");
        assertThat(screen.toString(UTF_8)).doesNotContain("nobody");
    }

    @Test
    void shouldNeverMixLinesOfSeveralThreads() {
        TerminalConsole console = new TerminalConsole(both, both, true, 80);

        IntStream.range(0, 1000).parallel().forEach(i -> {
            console.print("line-" + i);
            console.status("status-" + i);
        });

        assertThat(screen.toString(UTF_8)
                        .replaceAll("\r\u001b\\[K(status-\\d+)?", "")
                        .replaceAll("status-\\d+", "")
                        .lines())
                .hasSize(1000)
                .allMatch(line -> line.matches("line-\\d+"));
    }
}
