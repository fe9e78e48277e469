package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.BegunTask;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.host.ChildEnd.Clues;

final class ChildEndTest {
    private static final MemoryFigures MEMORY = new MemoryFigures(60L << 20, 64L << 20, 200L << 20);

    @Test
    void shouldPutTheCauseInWords() {
        assertThat(cause(137, true, clues(null, MEMORY)))
                .isEqualTo("was killed by SIGKILL (by hand, or the system was short of memory) (exit code 137);"
                        + " last known memory: heap 60 of 64 MiB, 200 MiB resident");
        assertThat(cause(134, true, clues(null, null))).isEqualTo("was killed by SIGABRT (exit code 134)");
        assertThat(cause(128 + 33, true, clues(null, null))).isEqualTo("was killed by signal 33 (exit code 161)");
        assertThat(cause(3, true, clues(null, null)))
                .isEqualTo("ended (exit code 3), as a JVM does that is out of memory");
        assertThat(cause(1, false, clues("Error: no such option", null)))
                .isEqualTo("ended before it was ready (exit code 1); it last said: Error: no such option");
        assertThat(cause(0, true, clues(null, null))).isEqualTo("ended by itself (exit code 0)");
    }

    @Test
    void shouldTellAKillForWantOfMemoryFromOneByHand() {
        Clues clues = new Clues(null, null, null, false, null, null, null, List.of(), "the machine");
        assertThat(cause(137, true, clues))
                .isEqualTo("was killed by the system (exit code 137), since the machine had no memory left; have fewer"
                        + " engines there, give each less with --engine-memory, or give the group more");
        assertThat(cause(134, true, clues)).isEqualTo("was killed by SIGABRT (exit code 134)");
    }

    @Test
    void shouldNameTheSignalOnlyIfThereWasOne() {
        assertThat(ChildEnd.of(139, false, true, clues(null, null)).signal()).isEqualTo("SIGSEGV");
        assertThat(ChildEnd.of(128, false, true, clues(null, null)).signal()).isNull();
        assertThat(ChildEnd.of(3, false, true, clues(null, null)).signal()).isNull();
    }

    @Test
    void shouldReadEveryControlLineThatItWrites() {
        NodeReference node = new NodeReference("engine-3 on h 9\n", List.of("h9", "fe80::1%eth0", ""), 7_111);
        for (ControlLine line : List.of(
                new ControlLine.Ready(node),
                new ControlLine.Ready(new NodeReference("", List.of(), 0)),
                new ControlLine.Failed("two\nlines, ümlauts"),
                new ControlLine.Failed("hangs", 3),
                new ControlLine.Exiting("main at A.b(A.java:1)"),
                new ControlLine.Memory(MEMORY))) {
            assertThat(line.text()).doesNotContain("\n");
            assertThat(ControlLine.parse(line.text())).isEqualTo(line);
            assertThat(ControlLine.isOfUnknownKind(line.text())).isFalse();
            assertThat(ControlLine.parse(line.text() + " more that a later version says"))
                    .isEqualTo(line);
        }
        for (String other :
                List.of("", "READY", "\u0001READY", "\u0001READY % 1 x", "\u0001MEMORY 1 2", "\u0001OTHER")) {
            assertThat(ControlLine.parse(other)).isNull();
            assertThat(ControlLine.isOfUnknownKind(other)).as(other).isEqualTo(other.equals("\u0001OTHER"));
        }
        assertThat(ControlLine.isOfUnknownKind("\u0001LATER 1 2")).isTrue();
        assertThat(ControlLine.isOfUnknownKind("\u0001")).isFalse();
        assertThat(ControlLine.isOfUnknownKind("\u0001a line of the user's")).isFalse();
    }

    @Test
    void shouldReadRangesOfPorts() {
        assertThat(PortRange.parse("7110-7190")).isEqualTo(new PortRange(7_110, 7_190));
        assertThat(PortRange.parse(" 7110 ")).isEqualTo(new PortRange(7_110, 7_110));
        assertThat(new PortRange(7_110, 7_190).size()).isEqualTo(81);
        assertThat(PortRange.ANY).hasToString("any");
        for (String wrong : List.of("", "a-b", "7190-7110", "0-7", "7110-99999", "7110-", "-1")) {
            assertThatThrownBy(() -> PortRange.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected a range of ports such as 7110-7190");
        }
    }

    @Test
    void shouldReadLinesHoweverTheyCome() throws IOException {
        String longest = "y".repeat(LineReader.MOST_BYTES + 1);
        LineReader lines = new LineReader(
                new ByteArrayInputStream(("one\r\n\nümlaut\n" + longest + "\nlast").getBytes(StandardCharsets.UTF_8)));
        assertThat(lines.next()).isEqualTo("one");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("ümlaut");
        assertThat(lines.next()).hasSize(LineReader.MOST_BYTES);
        assertThat(lines.next()).isEqualTo("y");
        assertThat(lines.next()).isEqualTo("last");
        assertThat(lines.next()).isNull();
    }

    @Test
    void shouldPutTheUsersJvmArgumentsAfterOurs() {
        JavaCommand command = JavaCommand.likeThis("m.Main").withHeap(64 << 20).withJvmArguments(List.of("-Xmx1g"));
        assertThat(command.words())
                .contains("-XX:+ExitOnOutOfMemoryError", "-Dfile.encoding=UTF-8")
                .containsSubsequence("-Xmx65536k", "-Xmx1g", "-cp", command.classPath(), "m.Main");
        assertThatThrownBy(() -> command.withHeap(1 << 20))
                .hasMessage("expected at least 32 MiB of memory for an engine, found 1 MiB");
    }

    @Test
    void shouldBlameTasksUnlessSomebodyHasEndedTheProcess() {
        List<BegunTask> running = List.of(new BegunTask(-1, 5, 2, "'t'"));
        Clues clues = new Clues(null, null, null, false, null, null, null, running, null);
        ChildEnd halted = ChildEnd.of(3, false, true, clues);
        assertThat(halted.cause()).endsWith("; it was running task 't'");
        assertThat(halted.death("engine-1 on h").begun()).isEqualTo(running);
        assertThat(halted.death("engine-1 on h").byItself()).isTrue();
        ChildEnd killed = ChildEnd.of(128 + 9, false, true, clues);
        assertThat(killed.death("engine-1 on h").begun()).isEqualTo(running);
        assertThat(killed.death("engine-1 on h").byItself()).isFalse();
        assertThat(ChildEnd.of(128 + 15, false, true, clues).begun()).isEmpty();
        Clues exiting = new Clues(null, null, null, false, "thread t", null, null, running, null);
        assertThat(ChildEnd.of(128 + 15, false, true, exiting).begun()).isEqualTo(running);
        assertThat(ChildEnd.of(3, true, true, clues).begun()).isEmpty();
        Clues failing = new Clues(null, null, "lost its coordinator", false, null, null, null, running, null);
        assertThat(ChildEnd.of(1, false, true, failing).byItself()).isFalse();
        Clues hanging =
                new Clues(null, null, "ended since a task took too long", true, null, null, null, running, null);
        ChildEnd ended = ChildEnd.of(1, false, true, hanging);
        assertThat(ended.byItself()).isTrue();
        assertThat(ended.how()).isEqualTo("ended since a task took too long (exit code 1)");
    }

    private static String cause(int exitCode, boolean ready, Clues clues) {
        return ChildEnd.of(exitCode, false, ready, clues).cause();
    }

    private static Clues clues(@Nullable String lastLine, @Nullable MemoryFigures memory) {
        return new Clues(null, null, null, false, null, lastLine, memory, List.of(), null);
    }
}
