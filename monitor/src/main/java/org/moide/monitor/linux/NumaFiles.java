package org.moide.monitor.linux;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.moide.monitor.NumaNode;

/** The NUMA nodes of a machine, from {@code /sys/devices/system/node}. Reads the files at each call. */
public final class NumaFiles {
    private static final String TOTAL = "MemTotal:";
    private static final String NODE = "node";
    private static final int MOST_DIGITS = 5;

    private final Path nodes;

    /**
     * Creates a reader of the files about NUMA nodes.
     *
     * @param root "/", or for tests a folder with the same structure
     */
    public NumaFiles(Path root) {
        this.nodes = root.resolve("sys/devices/system/node");
    }

    /** Returns the plausible nodes; empty if the system has no such files. */
    public List<NumaNode> nodes() {
        List<NumaNode> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(nodes, NODE + "[0-9]*")) {
            for (Path folder : folders) {
                String number = String.valueOf(folder.getFileName()).substring(NODE.length());
                if (found.size() < NumaNode.MOST
                        && number.length() <= MOST_DIGITS
                        && number.chars().allMatch(Character::isDigit)) {
                    found.add(NumaNode.of(
                            Integer.parseInt(number), ProcText.text(folder.resolve("cpulist")), memoryBytes(folder)));
                }
            }
        } catch (IOException | DirectoryIteratorException untold) {
            return List.of();
        }
        return NumaNode.plausible(found);
    }

    /** Reads the memory from a line such as {@code Node 0 MemTotal:       16303428 kB}. */
    private static long memoryBytes(Path folder) {
        for (String line : ProcText.lines(folder.resolve("meminfo"))) {
            int at = line.indexOf(TOTAL);
            if (at >= 0 && line.endsWith("kB")) {
                String kibibytes = line.substring(at + TOTAL.length(), line.length() - "kB".length());
                return Math.max(0, ProcText.number(kibibytes.strip())) * 1024;
            }
        }
        return 0;
    }
}
