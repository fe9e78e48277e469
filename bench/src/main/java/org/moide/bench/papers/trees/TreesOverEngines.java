package org.moide.bench.papers.trees;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.moide.balance.pool.Discipline;
import org.moide.bench.papers.trees.Shape.Placement;

/**
 * Prints how long a recorded run of radiosity would take on several engines. It prints a line for each combination of
 * pool, placement and number of engines. After these three, the line has the seconds of all passes, how many of these
 * seconds lie before and after tasks, the seconds of the whole run, and the numbers of trees and of tasks that moved.
 *
 * <p>The whole run includes that each engine reads the room and makes its first trees by itself, and that all threads
 * paint the picture.
 */
public final class TreesOverEngines {
    private TreesOverEngines() {}

    /**
     * Runs the simulations. Arguments: the recording; the numbers of engines, the threads of each, the pools and the
     * placements (stay, trees, tasks), separated by commas; the network's latency in microseconds, bandwidth in
     * megabytes per second and handling time in microseconds, as in {@code moide simulate}; and the nanoseconds for
     * which a thread waits for a queue that another thread used last.
     */
    public static void main(String[] words) throws IOException {
        if (words.length != 9) {
            throw new IllegalArgumentException("expected a recording, engines, threads, pools, placements, latency,"
                    + " bandwidth, handling and handover, found " + words.length + " words");
        }
        Recording recording = Recording.read(Path.of(words[0]));
        int threads = Integer.parseInt(words[2]);
        Network network =
                new Network((long) (1e3 * Double.parseDouble(words[5])), Double.parseDouble(words[6]) / 1e3, (long)
                        (1e3 * Double.parseDouble(words[7])));
        for (String pool : list(words[3])) {
            for (String placement : list(words[4])) {
                for (String engines : list(words[1])) {
                    Shape shape = new Shape(
                            Integer.parseInt(engines),
                            threads,
                            Discipline.of(pool),
                            Placement.valueOf(placement.toUpperCase(Locale.ROOT)),
                            Long.parseLong(words[8]));
                    PlayedRun run = PlayedRun.of(recording, shape, network);
                    double passes = run.taskSeconds() + run.talkSeconds();
                    double whole = recording.before() + passes + recording.picture() / (shape.engines() * threads);
                    System.out.printf(
                            Locale.ROOT,
                            "%s %s %s %.4f %.4f %.4f %d %d%n",
                            pool,
                            placement,
                            engines,
                            passes,
                            run.talkSeconds(),
                            whole,
                            run.movedTrees(),
                            run.movedTasks());
                }
            }
        }
    }

    private static List<String> list(String words) {
        return List.of(words.split(",", -1));
    }
}
