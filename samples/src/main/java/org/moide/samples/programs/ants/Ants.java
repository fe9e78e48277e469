package org.moide.samples.programs.ants;

import java.io.IOException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.samples.programs.ants.Message.Part;
import org.moide.samples.programs.ants.Message.Start;
import org.moide.samples.programs.ants.Message.Tile;

/**
 * Simulates ants that look for food and carry it home along trails of scent, on a grid whose opposite edges are joined.
 * The food moves, and with it the trails and the busy regions. The grid is divided into regions, which are workers. A
 * region may move to engines that have one of its neighbours; in each step, neighbours exchange scent and ants. One
 * more worker assembles pictures and stays on the first engine.
 *
 * <p>The result depends only on the options for the model, such as the seed, and not on regions, engines or moves: all
 * numbers are whole, an ant's random numbers do not depend on any order, and what arrives from neighbours is handled in
 * the order of their directions.
 *
 * <p>Reports {@code ants}, {@code food} (how often food was brought home), {@code sha256} (of scent and ants at the
 * end), {@code picture}, {@code frames} and {@code film} if requested, {@code antStepsPerSecond} unless the engine that
 * ran {@code begin} was lost, and {@code verified} with {@code --check}.
 */
public final class Ants implements WorkerApplication<Member, Message, Outcome> {
    private static final long ALL = 0;
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /** The time at which the run began. It is set only on the engine that ran {@code begin}. */
    private volatile long startNanos = NOT_BEGUN;

    private volatile @Nullable Rules rules; // created when first needed; the same for all workers

    @Override
    public String summary() {
        return "ants on a grid in regions that may move, with food, and so work, that wanders";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options.of(arguments).checkFiles();
    }

    @Override
    public void begin(WorkerSetup<Message> setup) {
        Options options = Options.of(setup.arguments());
        startNanos = System.nanoTime();
        for (int region = 0; region < options.regions(); region++) {
            setup.worker(region, Directives.NONE.moveAnywhere().neighbours(neighbours(options, region)));
        }
        if (options.isFilmed()) {
            setup.worker(options.regions(), Directives.NONE.startOn(0));
        }
        setup.group(ALL, 0, options.regions());
        setup.broadcast(ALL, new Start());
    }

    private static long[] neighbours(Options options, int region) {
        return IntStream.range(0, Heading.COUNT)
                .map(way -> Region.neighbour(options, region, way))
                .filter(neighbour -> neighbour != region)
                .distinct()
                .asLongStream()
                .toArray();
    }

    @Override
    public Member state(long worker, WorkerContext<Member, Message> context) {
        Options options = Options.of(context.arguments());
        return worker < options.regions() ? new Region(options, (int) worker, rules(options)) : new Camera(options);
    }

    private Rules rules(Options options) {
        Rules made = rules;
        if (made == null || !made.options().equals(options)) {
            made = new Rules(options);
            rules = made;
        }
        return made;
    }

    @Override
    public void handle(Message message, WorkerContext<Member, Message> context) {
        Member state = context.state();
        if (message instanceof Tile tile && state instanceof Camera camera) {
            camera.take(tile);
        } else if (message instanceof Part part && state instanceof Region region) {
            region.hear(part);
            goOn(region, context);
        } else if (message instanceof Start && state instanceof Region region) {
            region.start();
            tellOfStep(region, context);
            goOn(region, context);
        } else {
            throw new IllegalStateException(
                    "worker " + context.worker() + ": expected what is for it, found " + message);
        }
    }

    /**
     * Runs all half steps for which the region has got the needed messages from its neighbours. If neighbours are
     * ahead, these may be two half steps.
     */
    private void goOn(Region region, WorkerContext<Member, Message> context) {
        Rules all = rules(region.options());
        while (region.isReady()) {
            if (region.half() % 2 == 0) {
                Colony[] left = region.fadeAndGo(all);
                for (int way = 0; way < Heading.COUNT; way++) {
                    tell(region, way, left[way].numbers(), context);
                }
            } else {
                region.welcomeAndWork(all);
                tellOfStep(region, context);
            }
        }
    }

    /** Sends the neighbours what they need for the next step, and sends the camera the picture of this step. */
    private void tellOfStep(Region region, WorkerContext<Member, Message> context) {
        Options options = region.options();
        if (options.isFilmed(region.step())) {
            byte[] colours = Painter.paint(region, rules(options));
            context.send(options.regions(), new Tile(region.step(), region.number(), colours));
        }
        if (region.number() == 0) {
            context.report().progress(region.step(), options.steps(), "steps");
        }
        for (int way = 0; way < Heading.COUNT && !region.isDone(); way++) {
            tell(region, way, region.border(way), context);
        }
    }

    private static void tell(Region region, int way, int[] numbers, WorkerContext<Member, Message> context) {
        int neighbour = Region.neighbour(region.options(), region.number(), way);
        context.send(neighbour, new Part(region.half(), Heading.back(way), numbers));
    }

    @Override
    public Outcome result(long worker, Member state) {
        return new Outcome(state);
    }

    @Override
    public Outcome merge(Outcome left, Outcome right) {
        return left.add(right);
    }

    @Override
    public void handleResults(Outcome outcome, Report report) throws IOException {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        Options options = outcome.options();
        outcome.requireAll();
        report.put("ants", options.ants());
        report.put("food", outcome.food());
        report.put("sha256", outcome.digest());
        if (startNanos != NOT_BEGUN) {
            report.put("antStepsPerSecond", (double) options.ants() * options.steps() / seconds);
        }
        if (options.check()) {
            outcome.check();
            report.put("verified", true);
        }
        outcome.write();
        options.picture().tell(report);
        if (!options.frames().isEmpty()) {
            report.put("frames", options.frames());
        }
        if (!options.film().isEmpty()) {
            report.put("film", options.film());
        }
    }
}
