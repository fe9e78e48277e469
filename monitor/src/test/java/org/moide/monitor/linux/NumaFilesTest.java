package org.moide.monitor.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.monitor.NumaNode;

class NumaFilesTest {
    /** A file of a machine with two sockets of 16 cores, with two threads each. */
    private static final String MEMINFO = """
            Node 1 MemTotal:       65973620 kB
            Node 1 MemFree:        41257336 kB
            Node 1 MemUsed:        24716284 kB
            Node 1 HugePages_Total:     0
            """;

    private static final long BYTES = 65_973_620L * 1024;

    @TempDir
    Path root;

    private void node(String name, String cpulist, String meminfo) throws IOException {
        Path folder =
                Files.createDirectories(root.resolve("sys/devices/system/node").resolve(name));
        Files.writeString(folder.resolve("cpulist"), cpulist + "\n");
        Files.writeString(folder.resolve("meminfo"), meminfo);
    }

    private List<NumaNode> nodes() {
        return new NumaFiles(root).nodes();
    }

    @Test
    void shouldReadNodesByTheirNumbersAndMemoryWithoutProcessorsToo() throws IOException {
        node("node10", "", "Node 10 MemTotal:       134217728 kB\n");
        node("node1", "16-31,48-63", MEMINFO);
        node("node0", "0-15,32-47", MEMINFO.replace("Node 1", "Node 0"));

        assertThat(nodes())
                .containsExactly(
                        new NumaNode(0, "0-15,32-47", 32, BYTES),
                        new NumaNode(1, "16-31,48-63", 32, BYTES),
                        new NumaNode(10, "", 0, 128L << 30));
    }

    @Test
    void shouldLeaveOutWhatCannotBe() throws IOException {
        node("node0", "0-3", MEMINFO);
        node("node1", "3-0", "");
        node("node2", "0-3;rm", MEMINFO);
        node("node3", "1,".repeat(400) + "1", MEMINFO);
        node("node4", "7", "Node 4 MemTotal:       -5 kB\n");
        node("node123456", "8", MEMINFO);
        node("node5x", "9", MEMINFO);
        Files.writeString(root.resolve("sys/devices/system/node/node6"), "a file");

        assertThat(nodes()).containsExactly(new NumaNode(0, "0-3", 4, BYTES), new NumaNode(4, "7", 1, 0));
    }

    @Test
    void shouldReadNoMoreThanAnybodyWantsAndNothingWhereThereIsNothing() throws IOException {
        assertThat(nodes()).isEmpty();
        for (int node = 0; node < NumaNode.MOST + 20; node++) {
            node("node" + node, Integer.toString(node), "");
        }
        assertThat(nodes()).hasSize(NumaNode.MOST);
    }

    @Test
    void shouldKeepOfAStrangersWordWhatCanBe() {
        List<NumaNode> told = new ArrayList<>(List.of(
                new NumaNode(1, "4-7", 4, 8L << 30),
                new NumaNode(0, "0-3", 4, 8L << 30),
                new NumaNode(2, "8-11", 1_000_000, 1),
                new NumaNode(-1, "0", 1, 1),
                new NumaNode(3, "\u001b[2J", 1, 1),
                new NumaNode(4, "0", 1, Long.MAX_VALUE),
                new NumaNode(5, "", 0, 0)));
        told.add(null);

        assertThat(NumaNode.plausible(told)).extracting(NumaNode::number).containsExactly(0, 1);
        assertThat(NumaNode.plausible(null)).isEmpty();
    }
}
