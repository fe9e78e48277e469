package org.moide.bench.papers.trees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.moide.bench.papers.trees.RecordedPass.Tree;

/**
 * The recording that {@code moide run radiosity --task-log} writes.
 *
 * @param before seconds until the trees were made
 * @param seconds of all passes
 * @param picture seconds for the picture
 */
record Recording(double before, double seconds, double picture, List<RecordedPass> passes) {
    private static final String FORMAT = "moide-passes-1";
    private static final long UNIT_NANOS = 100;
    /** The work of looking at a pair of surfaces, in interactions; the same value as in the sample. */
    private static final int WORK_OF_A_LOOK = 100;

    /**
     * Reads a recording.
     *
     * @throws IllegalArgumentException naming file and line if it is malformed
     */
    static Recording read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int at = 0;
        try {
            if (lines.isEmpty() || !lines.get(0).equals(FORMAT)) {
                throw new IllegalArgumentException("expected " + FORMAT);
            }
            at = 1;
            StringTokenizer phases = words(lines, 1, "phases");
            double before = Double.parseDouble(phases.nextToken());
            double seconds = Double.parseDouble(phases.nextToken());
            double picture = Double.parseDouble(phases.nextToken());
            List<RecordedPass> passes = new ArrayList<>();
            at = 2;
            while (at < lines.size()) {
                StringTokenizer head = words(lines, at, "pass");
                long nanos = Long.parseLong(head.nextToken());
                long shineNanos = Long.parseLong(head.nextToken());
                List<Tree> trees = new ArrayList<>();
                at++;
                while (at < lines.size() && lines.get(at).startsWith("tree ")) {
                    trees.add(tree(words(lines, at, "tree")));
                    at++;
                }
                passes.add(new RecordedPass(nanos, shineNanos, List.copyOf(trees)));
            }
            return new Recording(before, seconds, picture, List.copyOf(passes));
        } catch (RuntimeException wrong) {
            throw new IllegalArgumentException(
                    file + ", line " + (at + 1) + ": expected what moide run radiosity --task-log writes, found that "
                            + wrong.getMessage(),
                    wrong);
        }
    }

    private static StringTokenizer words(List<String> lines, int at, String first) {
        StringTokenizer words = new StringTokenizer(lines.get(at));
        if (!words.hasMoreTokens() || !words.nextToken().equals(first)) {
            throw new IllegalArgumentException("the line does not begin with " + first);
        }
        return words;
    }

    private static Tree tree(StringTokenizer words) {
        int elements = Integer.parseInt(words.nextToken());
        int interactions = Integer.parseInt(words.nextToken());
        long looks = Long.parseLong(words.nextToken());
        double area = Double.parseDouble(words.nextToken());
        int count = words.countTokens();
        long bytesEach = Tree.bytes(elements, interactions) / Math.max(1, count);
        List<Task> tasks = new ArrayList<>();
        while (words.hasMoreTokens()) {
            StringTokenizer numbers = new StringTokenizer(words.nextToken(), ",");
            int putBy = Integer.parseInt(numbers.nextToken());
            long after = UNIT_NANOS * Long.parseLong(numbers.nextToken());
            Task task = new Task(UNIT_NANOS * Long.parseLong(numbers.nextToken()), bytesEach);
            if (putBy < 0 != tasks.isEmpty() || putBy >= tasks.size()) {
                throw new IllegalArgumentException("task " + tasks.size() + " of the tree was put by task " + putBy);
            }
            if (putBy >= 0) {
                tasks.get(putBy).puts(after, task);
            }
            tasks.add(task);
        }
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("the tree has no task");
        }
        // A task is listed after the task that put it.
        for (int task = tasks.size() - 1; task >= 0; task--) {
            tasks.get(task).count();
        }
        return new Tree(elements, interactions, interactions + (double) WORK_OF_A_LOOK * looks, area, tasks.get(0));
    }
}
