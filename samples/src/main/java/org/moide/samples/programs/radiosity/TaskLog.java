package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.samples.output.OutputFile;

/**
 * Logs the tasks of all passes for {@code bench/tpt.sh}, which simulates them on more engines: how long each task took,
 * which task of its tree put it, and when it was put. Only for a run of one thread.
 *
 * <p>The log is a text file. The first line has the format; the second line has the seconds of the run's phases (until
 * the room is read, the trees and all passes, the picture). Then there is a line for each pass, {@code pass <tasks'
 * nanoseconds> <nanoseconds to put all trees into messages>}. It is followed by a line for each surface, {@code tree
 * <elements> <interactions> <looks> <area>} and the surface's tasks in the order in which they ran. A task has three
 * numbers: the number of the task that put it, counted from 0 in its tree, or -1; how long that other task had run by
 * then; and how long this task ran. The two times are in units of 100 ns. They are processor times of the thread, so
 * other load of the machine does not count.
 */
final class TaskLog {
    static final String FORMAT = "moide-passes-1";
    /**
     * The number in place of a task's number for the task of a whole tree, which no task has put but the pass itself.
     */
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

    /**
     * Begins the measurement of the next phase now. The measurement of the first phase began when this object was made.
     */
    void phaseBegins() {
        phaseNanos = now();
    }

    /** Ends the present phase, and begins the measurement of the next one. */
    void phaseEnds() {
        long end = now();
        phases.append(' ').append((end - phaseNanos) / 1e9);
        phaseNanos = end;
    }

    /** Records that a pass begins. */
    void begin(int surfaces) {
        trees = new StringBuilder[surfaces];
        Arrays.setAll(trees, surface -> new StringBuilder());
        counts = new int[surfaces];
        task = NOBODY;
        passNanos = now();
    }

    /**
     * Records that a task of a tree begins.
     *
     * @param by the number of the task that put it, or {@link #NOBODY}
     * @param byNanos how long that task had run by then
     */
    void begin(int surface, int by, long byNanos) {
        putBy = by;
        putNanos = byNanos;
        task = counts[surface]++;
        beganNanos = now();
    }

    /** Returns the number of the running task within its tree, or {@link #NOBODY}. */
    int task() {
        return task;
    }

    /** Returns the time for which the running task has run. */
    long taskNanos() {
        return task == NOBODY ? 0 : now() - beganNanos;
    }

    /** Records that the running task, of the tree of this surface, has ended. */
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

    /** Records that the pass has ended. */
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
