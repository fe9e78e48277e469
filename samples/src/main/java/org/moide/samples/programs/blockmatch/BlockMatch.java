package org.moide.samples.programs.blockmatch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Motion estimation (TDC, §4.1): finds where each block of each frame of a film was in the frame before. There is a
 * task for each block. It reads two frames; frames are data objects, whose IDs are the frames' numbers.
 *
 * <p>The coordinator reads the film; with {@code --start even}, each engine reads a part of it.
 *
 * <p>A film is a file in Y4M, numbered pictures in PGM or PNG, or a scene that is computed; only brightness counts.
 *
 * <p>Reports {@code frames}, {@code blocks}, {@code checksum} (of all vectors), {@code meanError} (the mean difference
 * of a pixel from the one that it is matched with), {@code seconds}, {@code blocksPerSecond}, and {@code verified} with
 * {@code --check}.
 */
public final class BlockMatch implements TaskApplication<Block, Vectors> {
    private volatile @Nullable Search search; // set on each engine by prepare
    private volatile @Nullable Film ownInput; // set on each engine that reads frames itself
    private int side;

    /**
     * The collected vectors, on the coordinator. They can be kept here, because the application object that ran {@code
     * createTasks} also handles the results.
     */
    private @Nullable VectorField field;

    private @Nullable Film film;
    private @Nullable Options options;
    private long startNanos;

    @Override
    public String summary() {
        return "finds how the blocks of a film's frames have moved, a task for each block that reads two frames";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options asked = Options.of(arguments);
        asked.checkFiles();
        asked.film();
    }

    @Override
    public void createTasks(TaskContext<Block> context) {
        Options asked = Options.of(context.arguments());
        Film opened = asked.film();
        int frames = asked.frames(opened);
        int rows = opened.height() / asked.block();
        int columns = opened.width() / asked.block();
        options = asked;
        film = opened;
        field = new VectorField(frames, rows, columns);
        startNanos = System.nanoTime();
        for (int frame = 0; frame < frames && !asked.startsEven(); frame++) {
            context.write(frame, asked.frame(opened, frame));
            putBlocks(frame, rows, columns, context);
        }
    }

    private static void putBlocks(int frame, int rows, int columns, TaskContext<Block> context) {
        for (int row = 0; row < rows && frame > 0; row++) {
            for (int column = 0; column < columns; column++) {
                context.put(new Block(frame, row, column), frame - 1, frame);
            }
        }
    }

    @Override
    public void prepare(TaskContext<Block> context) {
        Options asked = Options.of(context.arguments());
        side = asked.block();
        search = new Search(side, asked.range());
        ownInput = asked.startsEven() ? asked.film() : null;
    }

    /**
     * Reads the frames of one part of the film, and also the last frame before this part, which belongs to the part
     * before.
     */
    @Override
    public void initialize(int part, int parts, TaskContext<Block> context) {
        Options asked = Options.of(context.arguments());
        if (!asked.startsEven()) {
            return;
        }
        Film input = ownInput();
        int frames = asked.frames(input);
        int from = (int) ((long) frames * part / parts);
        int to = (int) ((long) frames * (part + 1) / parts);
        for (int frame = Math.max(0, from - 1); frame < to; frame++) {
            context.writeRecomputable(frame, asked.frame(input, frame));
            if (frame >= from) {
                putBlocks(frame, input.height() / asked.block(), input.width() / asked.block(), context);
            }
        }
    }

    @Override
    public Frame recompute(long frame, TaskContext<Block> context) {
        return Options.of(context.arguments()).frame(ownInput(), Math.toIntExact(frame));
    }

    private Film ownInput() {
        return requireNonNull(ownInput, "prepare comes first");
    }

    @Override
    public Vectors identity() {
        return new Vectors();
    }

    @Override
    public Vectors executeTask(Block block, TaskContext<Block> context) {
        Frame frame = context.read(block.frame(), Frame.class);
        Frame before = context.read(block.frame() - 1, Frame.class);
        Search.Found found = requireNonNull(search, "prepare comes before the first task")
                .find(frame, before, block.column() * side, block.row() * side);
        return Vectors.of(block, found);
    }

    @Override
    public Vectors merge(Vectors left, Vectors right) {
        return left.add(right);
    }

    @Override
    public boolean equivalent(Vectors left, Vectors right) {
        return left.isLike(right);
    }

    @Override
    public boolean handlePartial(Vectors partial, Report report) {
        requireNonNull(field, "createTasks comes before any result").take(partial);
        return true;
    }

    @Override
    public void handleResults(Vectors rest, Report report) throws IOException {
        VectorField all = requireNonNull(field, "createTasks comes before the end");
        Film opened = requireNonNull(film, "createTasks comes before the end");
        Options asked = requireNonNull(options, "createTasks comes before the end");
        all.take(rest);
        all.requireAll();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        report.put("frames", asked.frames(opened));
        report.put("blocks", all.blocks());
        report.put("checksum", all.checksum());
        report.put("meanError", all.meanError(asked.block() * asked.block()));
        report.put("seconds", seconds);
        report.put("blocksPerSecond", all.blocks() / seconds);
        if (asked.check()) {
            all.check(opened, new Search(asked.block(), asked.range()), asked.block());
            report.put("verified", true);
        }
        if (!asked.vectors().isEmpty()) {
            all.write(Path.of(asked.vectors()));
            report.put("vectors", asked.vectors());
        }
        if (asked.picture().isWanted()) {
            int shown = asked.shown() == 0 ? asked.frames(opened) - 1 : asked.shown();
            Frame frame = asked.frame(opened, shown);
            asked.picture().write(frame.width(), frame.height(), all.picture(frame, shown, asked.block()));
            asked.picture().tell(report);
        }
    }
}
