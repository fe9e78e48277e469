package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({"Broken pipe, its reader has gone, 0, ''", "No space left on device, No space left on device, 1, lost"})
    void shouldSayOnceWhyOutputIsLost(String trouble, String why, int exitCode, String end) {
        TerminalConsole console = new TerminalConsole(failing(trouble), both, false, 80);

        console.print("before the run");
        console.whenOutputIsLost(said -> "cannot write: " + said);
        console.print("lost");
        console.printed("engine-1: ", "lost too", false);
        console.print("lost as well");
        console.whenOutputIsLost(said -> "");
        console.print("the results");

        assertThat(StandardOutput.checked(0, console)).isEqualTo(exitCode);
        assertThat(screen.toString(UTF_8))
                .isEqualTo(
                        "cannot write: " + why + "\n" + (end.isEmpty() ? "" : "moide: what it was to show is lost\n"));
    }

    @Test
    void shouldFailAndSayWhyWhenOutputIsLostOfWhichNothingWasSaid() {
        TerminalConsole console = new TerminalConsole(failing("Input/output error"), both, false, 80);

        console.print("lost");
        assertThat(StandardOutput.checked(0, console)).isEqualTo(1);
        assertThat(StandardOutput.checked(3, console)).as("it failed already").isEqualTo(3);
        assertThat(screen.toString(UTF_8))
                .isEqualTo("moide: cannot write to standard output: Input/output error;"
                        + " what it was to show is lost\n");
    }

    private static StandardOutput failing(String trouble) {
        return new StandardOutput(
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException(trouble);
                    }
                },
                UTF_8);
    }

    @Test
    void shouldNotSayThatOutputIsLostWhenItIsRead() {
        PrintStream read = new StandardOutput(OutputStream.nullOutputStream(), UTF_8);
        TerminalConsole console = new TerminalConsole(read, both, true, 80);

        console.whenOutputIsLost(why -> "lost");
        console.status("10%");
        console.print("read");
        assertThat(screen.toString(UTF_8)).doesNotContain("lost");
        assertThat(StandardOutput.checked(0, console)).isZero();
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
