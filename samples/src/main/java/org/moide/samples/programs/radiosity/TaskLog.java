package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.samples.output.OutputFile;

/**
 * The tasks of all passes, written down for {@code bench/tpt.sh}, which divides them among more engines than there are:
 * how long each took, which task of its tree put it, and when. For a run of one thread.
 *
 * <p>A text file. After a line with the format and one with the seconds of the run's phases (until the room is read,
 * the trees and all passes, the picture) comes for each pass a line
 * {@code pass <tasks' nanoseconds> <nanoseconds to put all trees into messages>}, then for each surface a line
 * {@code tree <elements> <interactions> <looks> <area>} and its tasks, in the order in which they ran: the number of
 * the task that put it, counted from 0 in its tree, or -1; how long that had run by then, and how long this one ran, in
 * units of 100 ns. Times are of the thread's processor, so what else the machine does is not in them.
 */
final class TaskLog {
    static final String FORMAT = "moide-passes-1";
    /** No task: that of a whole tree is put by the pass. */
    static final int NOBODY = -1;

    private static final long UNIT_NANOS = 100;

    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder phases = new StringBuilder();
    private long phaseNanos = clock.getCurrentThreadCpuTime();
    private StringBuilder[] trees = new StringBuilder[0];
    private int[] counts = new int[0];
    private long passNanos;
    private int putBy;
    private long putNanos;
    private long beganNanos;
    private int task = NOBODY;

    private long now() {
        return clock.getCurrentThreadCpuTime();
    }

    /** The next phase begins; the first did when this was made. */
    void phaseBegins() {
        phaseNanos = now();
    }

    /** A phase ends, and the next begins. */
    void phaseEnds() {
        long end = now();
        phases.append(' ').append((end - phaseNanos) / 1e9);
        phaseNanos = end;
    }

    /** A pass begins. */
    void begin(int surfaces) {
        trees = new StringBuilder[surfaces];
        Arrays.setAll(trees, surface -> new StringBuilder());
        counts = new int[surfaces];
        task = NOBODY;
        passNanos = now();
    }

    /** A task of a tree begins. */
    void begin(int surface, int by, long byNanos) {
        putBy = by;
        putNanos = byNanos;
        task = counts[surface]++;
        beganNanos = now();
    }

    /** The number of the task that runs, in its tree. */
    int task() {
        return task;
    }

    /** The time for which it has run. */
    long taskNanos() {
        return task == NOBODY ? 0 : now() - beganNanos;
    }

    /** Writes down that the running task, of the tree of this surface, has ended. */
    void end(int surface) {
        long nanos = now() - beganNanos;
        trees[surface]
                .append(' ')
                .append(putBy)
                .append(',')
                .append(putNanos / UNIT_NANOS)
                .append(',')
                .append(nanos / UNIT_NANOS);
        task = NOBODY;
    }

    /** The pass ends. */
    void end(Forest forest) {
        long nanos = now() - passNanos;
        long before = now();
        for (int surface = 0; surface < trees.length; surface++) {
            forest.shine(surface);
        }
        long shineNanos = now() - before;
        text.append("pass ").append(nanos).append(' ').append(shineNanos).append('\n');
        for (int surface = 0; surface < trees.length; surface++) {
            Element tree = forest.tree(surface);
            text.append("tree ")
                    .append(tree.elements)
                    .append(' ')
                    .append(tree.interactions)
                    .append(' ')
                    .append(tree.looks)
                    .append(' ')
                    .append((float) forest.surfaces().area(tree))
                    .append(trees[surface])
                    .append('\n');
        }
    }

    /** Writes the file. */
    void write(Path file) throws IOException {
        String head = FORMAT + "\nphases" + phases + "\n";
        OutputFile.write(file, into -> Files.writeString(into, head + text));
    }
}
