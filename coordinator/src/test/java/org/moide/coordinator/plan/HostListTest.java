package org.moide.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
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
    void shouldReadEachWayInWhichMpirunsFilesAreWritten() throws IOException {
        assertThat(file("""
                a:7001 slots = 2
                joe@b slots= 3
                "c" slots="4"   // Open MPI's comment
                d cpu=5 user=joe
                e slots-max=2 slots =1#right behind
                f count=6 port=7102
                [::1] max_slots = 2
                """))
                .containsExactly(
                        new DaemonAddress("a", 7001, 2),
                        new DaemonAddress("b", 7100, 3),
                        new DaemonAddress("c", 7100, 4),
                        new DaemonAddress("d", 7100, 5),
                        new DaemonAddress("e", 7100, 1),
                        new DaemonAddress("f", 7102, 6),
                        new DaemonAddress("::1", 7100, 0));
    }

    @Test
    void shouldReadTextAsAnyEditorWritesIt() throws IOException {
        String text = "# B\u00fcro\r\nnode1 slots=4\r\n\r\nnode2\r\n";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        for (byte[] bytes : List.of(
                text.getBytes(StandardCharsets.UTF_8),
                ("\ufeff" + text).getBytes(StandardCharsets.UTF_8),
                text.getBytes(StandardCharsets.ISO_8859_1),
                text.getBytes(StandardCharsets.UTF_16),
                ("\ufeff" + text).getBytes(StandardCharsets.UTF_16LE),
                text.replace("\r\n", "\r").getBytes(StandardCharsets.UTF_8),
                packed.toByteArray())) {
            Path file = Files.write(folder.resolve("hosts"), bytes);
            assertThat(HostList.readFile(file))
                    .containsExactly(new DaemonAddress("node1", 7100, 4), new DaemonAddress("node2", 7100, 0));
        }
        Path binary = Files.write(folder.resolve("hosts"), new byte[] {'a', 1, (byte) 0xff, 2});
        assertThatThrownBy(() -> HostList.readFile(binary)).hasMessageContaining("it is no text");
    }

    @Test
    void shouldRefuseTextThatUnpacksToTooMuch() throws IOException {
        Path file = folder.resolve("bomb.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            for (int mebibyte = 0; mebibyte < 16; mebibyte++) {
                out.write(new byte[1 << 20]);
            }
        }
        assertThatThrownBy(() -> HostList.readFile(file)).hasMessageContaining("it has more than 4 MiB");
    }

    @Test
    void shouldStartDaemonsByTheLoginThatIsNamed() throws IOException {
        assertThat(HostList.readOptionOfStarted("--ssh", "joe@node[1-2]:7101,node3"))
                .containsExactly(
                        new HostList.NamedHost("joe@node1", 7101, 0),
                        new HostList.NamedHost("joe@node2", 7101, 0),
                        new HostList.NamedHost("node3", 0, 0));
        Path file = Files.writeString(folder.resolve("hosts"), "joe@node1 slots=2\nnode2 user=ann\n");
        assertThat(HostList.readFileOfStarted(file))
                .containsExactly(new HostList.NamedHost("joe@node1", 0, 2), new HostList.NamedHost("ann@node2", 0, 0));
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
                "node1 slotz=4|line 2, column 7: expected slots=n or max_slots=n, found 'slotz=4'; did you mean slots?",
                "node1 slots|line 2, column 7: expected slots=n or max_slots=n, found 'slots'; write slots=...",
                "node1 slots=2 cpu=3|line 2, column 15: expected each setting once, found 'cpu=' again",
                "node1 4 all.q@node1|line 2, column 7: expected slots=n or max_slots=n, found '4'; for 4 threads write slots=4",
                "node1 node2|line 2, column 7: expected slots=n or max_slots=n, found 'node2'; another host stands on a line of its own",
                "node1,node2|line 2, column 6: expected a space or the end of the line, found ','; each host stands on a line of its own",
                "node1 ifhn=ib0|line 2, column 7: 'ifhn=' is for mpirun and means nothing here: leave it out",
                "node1:4|line 2, column 7: expected a port from 1024 on, found '4'; for 4 threads, which mpiexec means by this, write slots=4",
                "^node1|line 2, column 1: '^', which leaves a host out for mpirun, means nothing here: delete the host's own line",
                "+n1|line 2, column 1: '+', which takes hosts by their number for mpirun, means nothing here: name the host",
                "node1 user=|line 2, column 12: expected a user's name, found the end",
                "300.1.1.1|line 2, column 1: expected an IPv4 address of four numbers up to 255, found '300.1.1.1'",
                "[::1|line 2, column 1: expected ']' after an IPv6 address, found the end",
                "[1:2:3:4]|line 2, column 2: expected an IPv6 address, found '1:2:3:4]'",
                "http://node1:80/x|line 2, column 1: expected a host, found the URL 'http://node1:80/x'; write node1:80",
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
                "node1;node2|line 2, column 6: expected a space or the end of the line, found ';node2'; each host stands on a line of its own",
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
                "http://x:1|--hosts, column 1: expected a host, found the URL 'http://x:1'; write x:1",
                "ssh://joe@x|--hosts, column 1: expected a host, found the URL 'ssh://joe@x'; write joe@x; --ssh starts daemons by ssh",
                "b,joe@a|--hosts, column 3: expected a host, found 'joe@': what runs there is reached by its port, not by a login; --ssh starts daemons by one",
                "./hosts|--hosts, column 1: expected a host name such as node1, node[1-4] or node1:7101, found './hosts'; a file of hosts is read by --hostfile",
                "/etc/hosts|--hosts, column 1: expected a host name such as node1, node[1-4] or node1:7101, found '/etc/hosts'; a file of hosts is read by --hostfile",
                "a:70000|--hosts, column 3: expected a port from 1 to 65535, found '70000'",
                "::1|--hosts, column 1: expected a host, found '::1'; write an IPv6 address in brackets: [::1] or [::1]:7100",
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
