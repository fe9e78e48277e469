package org.moide.monitor;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A NUMA node: a part of a machine whose processors reach its memory faster than that of other parts. A node that
 * another process sent may have any values; {@link #plausible} keeps only possible ones.
 *
 * @param number the operating system's number
 * @param processors in the kernel's form {@code 0-7,16-23}; empty for memory without processors
 * @param processorCount the number of these processors
 * @param memoryBytes its memory; 0 if unknown
 */
public record NumaNode(int number, String processors, int processorCount, long memoryBytes)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /**
     * The greatest number of nodes that are kept. The largest machines of today have some hundreds; people read only a
     * few dozen.
     */
    public static final int MOST = 64;

    private static final int MOST_NUMBER = 1 << 16;
    private static final int MOST_LETTERS = 512;
    private static final long MOST_MEMORY_BYTES = 1L << 50;
    private static final Pattern RANGES = Pattern.compile("(\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*)?");

    /** Creates a node; the number of processors follows from the list. */
    public static NumaNode of(int number, String processors, long memoryBytes) {
        return new NumaNode(number, processors, count(processors), memoryBytes);
    }

    /** Counts the processors in a list of the kernel; returns a negative number if the list is malformed. */
    private static int count(String processors) {
        if (processors.length() > MOST_LETTERS || !RANGES.matcher(processors).matches()) {
            return -1;
        }
        int count = 0;
        for (String range : List.of(processors.split(",", -1))) {
            int dash = range.indexOf('-');
            int from = range.isEmpty() ? 1 : Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int to = range.isEmpty() ? 0 : Integer.parseInt(dash < 0 ? range : range.substring(dash + 1));
            count += Math.max(0, to - from + 1);
        }
        return count;
    }

    private boolean canBe() {
        return number >= 0
                && number < MOST_NUMBER
                && processors != null
                && count(processors) == processorCount
                && processorCount >= 0
                && memoryBytes >= 0
                && memoryBytes <= MOST_MEMORY_BYTES
                && (processorCount > 0 || memoryBytes > 0);
    }

    /** Returns those of the given nodes that can exist, in the order of their numbers, at most {@link #MOST}. */
    public static List<NumaNode> plausible(@Nullable List<NumaNode> any) {
        return any == null
                ? List.of()
                : any.stream()
                        .filter(Objects::nonNull)
                        .filter(NumaNode::canBe)
                        .limit(MOST)
                        .sorted(Comparator.comparingInt(NumaNode::number))
                        .toList();
    }
}
