package org.moide.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostListTest {
    @TempDir
    Path folder;

    @Test
    void shouldReadWhatMpirunReads() throws IOException {
        List<DaemonAddress> hosts = file("""
                # the cluster

                node1 slots=4 max_slots=8   # the big one
                \tnode2:7101
                node3.example.org:7102 max-slots=2
                [fe80::1]:7103 slots=1
                """);

        assertThat(hosts)
                .containsExactly(
                        new DaemonAddress("node1", 7100, 4),
                        new DaemonAddress("node2", 7101, 0),
                        new DaemonAddress("node3.example.org", 7102, 0),
                        new DaemonAddress("fe80::1", 7103, 1));
    }

    @Test
    void shouldExpandRangesInTheOrderAndWidthInWhichTheyAreWritten() throws IOException {
        assertThat(file("node[08-10,7]x[1-2]:7101 slots=2\n"))
                .extracting(DaemonAddress::toString)
                .containsExactly(
                        "node08x1:7101",
                        "node08x2:7101",
                        "node09x1:7101",
                        "node09x2:7101",
                        "node10x1:7101",
                        "node10x2:7101",
                        "node7x1:7101",
                        "node7x2:7101");
    }

    @Test
    void shouldAddTheSlotsOfAHostThatIsNamedMoreThanOnce() throws IOException {
        assertThat(file("a\nb\na\na slots=2\nb:7101\n"))
                .containsExactly(
                        new DaemonAddress("a", 7100, 4),
                        new DaemonAddress("b", 7100, 0),
                        new DaemonAddress("b", 7101, 0));
    }

    @Test
    void shouldNotGiveMoreSlotsThanTheMostThatIsAllowed() throws IOException {
        assertThat(file("a slots=3 max_slots=4\na slots=3\n")).containsExactly(new DaemonAddress("a", 7100, 4));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node1 slot=4|line 2, column 7: expected slots=n or max_slots=n, found 'slot=4'",
                "node1 slots=|line 2, column 13: expected a number of slots from 1 to 4096, found the end",
                "node1 slots=0|line 2, column 13: expected a number of slots from 1 to 4096, found '0'",
                "node1 slots=4x|line 2, column 14: expected a space or the end of the line, found 'x'",
                "node1 slots=4 max_slots=2|line 2, column 1: expected at most max_slots=2, found slots=4",
                "node1:70000|line 2, column 7: expected a port from 1 to 65535, found '70000'",
                "node1:|line 2, column 7: expected a port from 1 to 65535, found the end",
                "node[1-|line 2, column 8: expected the last number of the range, found the end",
                "node[4-1]|line 2, column 8: expected a number from 4 on, found '1]'",
                "node[1-2|line 2, column 9: expected ',', '-' or ']', found the end",
                "node[]|line 2, column 6: expected a number, as in node[1-4,7], found ']'",
                "node[1-99999]|line 2, column 6: expected a range of at most 4096 hosts, found '1-99999]'",
                "n[1-100]x[1-100]|line 2, column 1: expected at most 4096 hosts, found more",
                "=x|line 2, column 1: expected a host name such as node1, node[1-4] or node1:7101, found '=x'",
                "node1;node2|line 2, column 6: expected slots=n or max_slots=n, found ';node2'",
            })
    void shouldNameLineAndColumnWhenALineIsWrong(String line, String expected) {
        assertThatThrownBy(() -> file("good\n" + line + "\n"))
                .isInstanceOf(PlanException.class)
                .hasMessage(folder.resolve("hosts") + ", " + expected);
    }

    @Test
    void shouldSayThatAFileIsNotThereOrNamesNobody() {
        assertThatThrownBy(() -> HostList.readFile(folder.resolve("none")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("there is none");
        assertThatThrownBy(() -> file("# nobody\n"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("expected a host on at least one line");
    }

    @Test
    void shouldReadAnOptionWithCommasInsideAndOutsideOfRanges() {
        assertThat(HostList.readOption("a:7101,node[1,3]:7102, b"))
                .extracting(DaemonAddress::toString)
                .containsExactly("a:7101", "node1:7102", "node3:7102", "b:7100");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,,b|--hosts, column 3: expected a host name such as node1, node[1-4] or node1:7101, found ','",
                "a:|--hosts, column 3: expected a port from 1 to 65535, found the end",
                "a b|--hosts, column 3: expected ',', found 'b'",
                "a,|--hosts, column 3: expected a host name such as node1, node[1-4] or node1:7101, found the end",
            })
    void shouldNameTheColumnWhenAnOptionIsWrong(String option, String expected) {
        assertThatThrownBy(() -> HostList.readOption(option))
                .isInstanceOf(PlanException.class)
                .hasMessage(expected);
    }

    @Test
    void shouldReadHostsOnWhichDaemonsAreToBeStarted() throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), "node[1-2] slots=4\nnode1:7101\n");
        assertThat(HostList.readFileOfStarted(file))
                .containsExactly(
                        new HostList.NamedHost("node1", 0, 4),
                        new HostList.NamedHost("node2", 0, 4),
                        new HostList.NamedHost("node1", 7101, 0));
        Files.writeString(file, "node1\n\nnode[1-2]\n");
        assertThatThrownBy(() -> HostList.readFileOfStarted(file))
                .isInstanceOf(PlanException.class)
                .hasMessage(file
                        + ", line 3: expected each host once, found node1 again; for more threads there say slots=n,"
                        + " for a second daemon name its port, as in node1:7101");
    }

    private List<DaemonAddress> file(String text) throws IOException {
        Path file = folder.resolve("hosts");
        Files.writeString(file, text);
        return HostList.readFile(file);
    }
}
