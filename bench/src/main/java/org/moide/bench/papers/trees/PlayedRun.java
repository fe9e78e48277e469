package org.moide.bench.papers.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.moide.bench.papers.trees.RecordedPass.Tree;
import org.moide.samples.programs.radiosity.Allotment;

/**
 * The simulation of all passes of a recording on several engines, with the communication before and after the tasks.
 */
final class PlayedRun {
    /** The number of values about each surface that all engines learn after a pass. */
    private static final int SUMS = 5;

    private final Shape shape;
    private final Network network;
    private long taskNanos;
    private long talkNanos;
    private int movedTrees;
    private int movedTasks;

    private PlayedRun(Shape shape, Network network) {
        this.shape = shape;
        this.network = network;
    }

    static PlayedRun of(Recording recording, Shape shape, Network network) {
        PlayedRun run = new PlayedRun(shape, network);
        run.play(recording);
        return run;
    }

    /** Returns the time in which tasks run, on the engine that takes longest. */
    double taskSeconds() {
        return taskNanos / 1e9;
    }

    /** Returns the time for communication before and after the tasks. */
    double talkSeconds() {
        return talkNanos / 1e9;
    }

    int movedTrees() {
        return movedTrees;
    }

    int movedTasks() {
        return movedTasks;
    }

    private void play(Recording recording) {
        List<Tree> first = recording.passes().get(0).trees();
        double[] shares = new double[shape.engines()];
        Arrays.fill(shares, 1.0 / shape.engines());
        Allotment allotment =
                Allotment.first(first.stream().mapToDouble(Tree::area).toArray(), shares);
        List<Tree> before = null;
        for (RecordedPass pass : recording.passes()) {
            Allotment now = allotment;
            List<Tree> known = before == null ? pass.trees() : before;
            if (before != null) {
                talkNanos += learnNanos(before, pass.shineNanos(), now);
            }
            long beside = Math.max(0, (pass.nanos() - pass.taskNanos()) / pass.tasks());
            PlayedPass played = new PlayedPass(shape, network, beside, longer(pass.trees(), now));
            taskNanos += played.play(roots(pass.trees(), known, now));
            movedTasks += played.movedTasks();
            if (shape.engines() > 1) {
                // The sums, and the barriers before and after the tasks.
                talkNanos += network.allNanos(shape.engines(), 8L * SUMS * first.size());
                talkNanos += 2 * network.allNanos(shape.engines(), 0);
            }
            if (shape.placement() == Shape.Placement.TREES && shape.engines() > 1) {
                allotment = now.balanced(
                        pass.trees().stream().mapToDouble(Tree::work).toArray());
                talkNanos += moveNanos(pass.trees(), now, allotment);
            }
            before = pass.trees();
        }
    }

    /**
     * Returns, for each engine, the factor by which its tasks take longer than in the recorded run. A finding about a
     * pair of surfaces is reused for the other surface if that is on the same engine; otherwise both engines look at
     * the pair. The recorded run had all trees on one engine.
     */
    private double[] longer(List<Tree> trees, Allotment allotment) {
        double[] looks = new double[shape.engines()];
        double all = 0;
        double work = 0;
        for (int surface = 0; surface < trees.size(); surface++) {
            Tree tree = trees.get(surface);
            double looked = tree.work() - tree.interactions();
            looks[allotment.owner(surface)] += looked;
            all += looked;
            work += tree.interactions() + looked / 2;
        }
        double share = all == 0 ? 0 : all / 2 / work;
        double sum = all;
        return Arrays.stream(looks)
                .map(own -> sum == 0 ? 1 : 1 + share * (1 - own / sum))
                .toArray();
    }

    private List<List<Task>> roots(List<Tree> trees, List<Tree> known, Allotment allotment) {
        List<List<Task>> roots = new ArrayList<>();
        for (int engine = 0; engine < shape.engines(); engine++) {
            int owner = engine;
            roots.add(IntStream.range(0, trees.size())
                    .filter(surface -> allotment.owner(surface) == owner)
                    .boxed()
                    .sorted((one, other) -> Integer.compare(
                            known.get(other).interactions(), known.get(one).interactions()))
                    .map(surface -> trees.get(surface).root())
                    .toList());
        }
        return roots;
    }

    /**
     * Returns the time in which each engine asks all others, with its threads in turn, how much light their trees send
     * out; the slowest engine counts.
     */
    private long learnNanos(List<Tree> trees, long shineNanos, Allotment allotment) {
        int others = shape.engines() - 1;
        if (others == 0) {
            return 0;
        }
        long all = trees.stream().mapToLong(Tree::shineBytes).sum();
        long slowest = 0;
        for (int engine = 0; engine < shape.engines(); engine++) {
            int own = engine;
            long mine = IntStream.range(0, trees.size())
                    .filter(surface -> allotment.owner(surface) == own)
                    .mapToLong(surface -> trees.get(surface).shineBytes())
                    .sum();
            long rounds = (others + shape.threads() - 1L) / shape.threads();
            // An engine's control thread encodes its trees for each other engine; its threads decode the others'
            // trees.
            long handled = shineNanos * others * mine / all;
            long taken = shineNanos * (all - mine) / all / shape.threads();
            long lines = (long) (Math.max(others * mine, all - mine) / network.bytesPerNano());
            slowest = Math.max(slowest, 2 * rounds * network.nanos(0) + Math.max(handled, lines) + taken);
        }
        return slowest;
    }

    private long moveNanos(List<Tree> trees, Allotment from, Allotment to) {
        long[] sent = new long[shape.engines()];
        long[] received = new long[shape.engines()];
        for (int surface = 0; surface < trees.size(); surface++) {
            if (from.owner(surface) != to.owner(surface)) {
                movedTrees++;
                long nanos = network.nanos(trees.get(surface).bytes());
                sent[from.owner(surface)] += nanos;
                received[to.owner(surface)] += nanos;
            }
        }
        return Math.max(
                Arrays.stream(sent).max().orElse(0),
                Arrays.stream(received).max().orElse(0));
    }
}
