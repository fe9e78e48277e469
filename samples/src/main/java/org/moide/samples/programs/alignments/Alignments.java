package org.moide.samples.programs.alignments;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Computes the best local alignment of each pair of DNA sequences (Smith and Waterman, with affine gaps). The sequences
 * are divided into blocks, which are data objects. There is a task for each pair of blocks, which reads both.
 *
 * <p>Reports {@code sequences}, {@code pairs}, {@code checksum} (over scores and end positions), {@code cells} (the
 * number of cells of all matrices), {@code seconds}, {@code cellsPerSecond}, and {@code verified} with {@code --check}.
 */
public final class Alignments implements TaskApplication<BlockPair, Scores> {
    private volatile @Nullable Scoring scoring; // set on each engine by prepare

    /** The scores of all pairs, on the coordinator. */
    private @Nullable ScoreMatrix matrix;

    private @Nullable Options options;
    private List<Sequence> sequences = List.of();
    private long startNanos;

    @Override
    public String summary() {
        return "aligns all pairs of DNA sequences, a task for a pair of blocks that it reads";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options asked = Options.of(arguments);
        asked.checkFiles();
        asked.read();
    }

    @Override
    public void createTasks(TaskContext<BlockPair> context) {
        Options asked = Options.of(context.arguments());
        options = asked;
        sequences = asked.read();
        matrix = new ScoreMatrix(sequences);
        startNanos = System.nanoTime();
        int blocks = (sequences.size() + asked.block() - 1) / asked.block();
        for (int block = 0; block < blocks; block++) {
            int first = block * asked.block();
            int end = Math.min(sequences.size(), first + asked.block());
            context.write(block, new SequenceBlock(first, sequences.subList(first, end)));
            for (int before = 0; before <= block; before++) {
                context.put(new BlockPair(before, block), before, block);
            }
        }
    }

    @Override
    public void prepare(TaskContext<BlockPair> context) {
        scoring = Options.of(context.arguments()).scoring();
    }

    @Override
    public Scores identity() {
        return new Scores();
    }

    @Override
    public Scores executeTask(BlockPair pair, TaskContext<BlockPair> context) {
        Scoring by = requireNonNull(scoring, "prepare comes before the first task");
        SequenceBlock one = context.read(pair.block(), SequenceBlock.class);
        SequenceBlock other = context.read(pair.with(), SequenceBlock.class);
        Scores scores = new Scores();
        for (int first = 0; first < one.sequences().size(); first++) {
            for (int second = 0; second < other.sequences().size(); second++) {
                int firstNumber = one.first() + first;
                int secondNumber = other.first() + second;
                if (firstNumber <= secondNumber) {
                    scores.add(
                            firstNumber,
                            secondNumber,
                            by.align(
                                    one.sequences().get(first).bases(),
                                    other.sequences().get(second).bases()));
                }
            }
        }
        return scores;
    }

    @Override
    public Scores merge(Scores left, Scores right) {
        return left.add(right);
    }

    @Override
    public boolean equivalent(Scores left, Scores right) {
        return left.isLike(right);
    }

    @Override
    public boolean handlePartial(Scores partial, Report report) {
        requireNonNull(matrix, "createTasks comes before any result").take(partial);
        return true;
    }

    @Override
    public void handleResults(Scores rest, Report report) throws IOException {
        ScoreMatrix all = requireNonNull(matrix, "createTasks comes before the end");
        Options asked = requireNonNull(options, "createTasks comes before the end");
        all.take(rest);
        all.requireAll();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double cells = cells();
        report.put("sequences", sequences.size());
        report.put("pairs", all.pairs());
        report.put("checksum", all.checksum());
        report.put("cells", cells);
        report.put("seconds", seconds);
        report.put("cellsPerSecond", cells / seconds);
        if (asked.check()) {
            all.check(asked.scoring());
            report.put("verified", true);
        }
        if (!asked.scores().isEmpty()) {
            all.writeMatrix(Path.of(asked.scores()));
            report.put("scores", asked.scores());
        }
        if (!asked.pairs().isEmpty()) {
            all.writePairs(Path.of(asked.pairs()));
            report.put("pairsFile", asked.pairs());
        }
    }

    private double cells() {
        double bases = 0;
        double squares = 0;
        for (Sequence sequence : sequences) {
            bases += sequence.bases().length;
            squares += (double) sequence.bases().length * sequence.bases().length;
        }
        return (bases * bases + squares) / 2;
    }
}
