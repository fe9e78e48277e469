package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.samples.programs.radiosity.room.Room;

/**
 * Hierarchical radiosity (Task Pool Teams, §4.1): computes how light is scattered from wall to wall until it is in
 * equilibrium. Each surface is a quad-tree, divided more finely where more light is exchanged. The elements of an
 * engine's trees are tasks in its pool, engines fetch the light of each other's trees, and trees move between passes to
 * engines with less work. The passes end, as in SPLASH's radiosity, when the light that is sent out has hardly changed.
 *
 * <p>Reports {@code emittedPower}, {@code absorbedPower}, {@code energyError} (the relative difference of the two: in a
 * closed room, all light that is emitted is absorbed in the end), {@code surfaces}, {@code elements}, {@code
 * interactions}, {@code passes}, {@code tasks} (the number taken from pools), {@code movedTrees}, {@code remoteTrees}
 * (the number of trees whose light was fetched from another engine), {@code seconds} (of all passes, without the
 * picture), {@code pictureSeconds}, {@code pixels} and {@code picture}.
 */
public final class Radiosity implements Application {
    /** The forest that the threads of an engine share. Set by the first thread, between two barriers. */
    private volatile @Nullable Forest forest;

    @Override
    public Mode mode() {
        return Mode.COOPERATIVE;
    }

    @Override
    public String summary() {
        return "hierarchical radiosity: light scattered from wall to wall in a room, as a PNG";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options options = Options.of(arguments);
        options.checkOutput();
        options.load();
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        // No state is saved: when an engine is lost or changed, the computation begins anew.
        self.restore(() -> 0, (all, any) -> 0);
        Options options = Options.of(self.arguments());
        if (options.isLogWanted() && self.count() > 1) {
            throw new UsageException("--task-log: expected one engine of one thread, found " + self.count()
                    + " threads; run it with --local-engines 1 --threads 1");
        }
        TaskLog log = options.isLogWanted() ? new TaskLog() : null;
        Engines engines = new Engines(self);
        // Only the host of ID 0 needs the file.
        Room room = self.comm().broadcast(0, self.id() == 0 ? options.load() : Room.nothing());
        Neighbours neighbours = new Neighbours(self.comm(), engines);
        if (log != null) {
            log.phaseEnds();
        }
        for (int time = 0; time < options.warmUp(); time++) {
            solve(self, engines, room, neighbours, options, null);
        }
        self.comm().remoteBarrier();
        if (log != null) {
            log.phaseBegins();
        }
        long start = System.nanoTime();
        Solved solved = solve(self, engines, room, neighbours, options, log);
        long passed = System.nanoTime();
        double seconds = (passed - start) / 1e9;
        if (log != null) {
            log.phaseEnds();
        }
        if (options.isPictureWanted()) {
            neighbours.learn(solved.forest);
            self.barrier();
            new Pictures(self, room, solved.forest).write(options);
        }
        double picture = (System.nanoTime() - passed) / 1e9;
        if (log != null) {
            log.phaseEnds();
            log.write(Path.of(options.taskLog()));
        }
        long asked = self.comm().allReduce(neighbours.asked(), Reduction.SUM);
        long tasks = self.comm().allReduce(solved.passes.tasks(), Reduction.SUM);
        if (self.id() == 0) {
            tell(self, room, solved);
            self.report().put("tasks", tasks);
            self.report().put("remoteTrees", asked);
            self.report().put("seconds", seconds);
            self.report().put("pictureSeconds", picture);
            if (options.isPictureWanted()) {
                self.report()
                        .put(
                                "pixels",
                                room.settings().width() + " × "
                                        + room.settings().height());
                self.report().put("picture", options.output());
            }
        }
    }

    private record Solved(Forest forest, Passes passes, Passes.Outcome outcome, int count) {}

    private Solved solve(
            ComputeThread self,
            Engines engines,
            Room room,
            Neighbours neighbours,
            Options options,
            @Nullable TaskLog log) {
        Forest trees = share(self, engines, room);
        Refinement refinement = new Refinement(trees, options.accuracy() * room.emitted(), options.smallestArea());
        Passes passes = new Passes(self, engines, trees, refinement, neighbours, log);
        Passes.Outcome outcome = new Passes.Outcome(0.0, 0.0, 0, 0);
        double change = Double.POSITIVE_INFINITY;
        int pass = 0;
        while (pass < options.passes() && change > options.rest()) {
            double before = outcome.sent();
            outcome = passes.pass();
            change = outcome.sent() == before ? 0.0 : Math.abs(outcome.sent() / before - 1.0);
            pass++;
            if (self.id() == 0) {
                self.report()
                        .progress(
                                percentAtRest(change, options.rest()),
                                100,
                                "percent of the way until light is at rest");
            }
        }
        return new Solved(trees, passes, outcome, pass);
    }

    private Forest share(ComputeThread self, Engines engines, Room room) {
        if (engines.thread() == 0) {
            forest = new Forest(room, engines.shares(), engines.own());
        }
        self.barrier();
        Forest shared = forest;
        if (shared == null) {
            throw new IllegalStateException("radiosity works in cooperative mode, where an engine's threads share one"
                    + " object: leave out --mode");
        }
        self.barrier();
        return shared;
    }

    /**
     * Returns how near the light is to equilibrium, in percent. Each pass changes it by a nearly constant factor less
     * than the pass before, so the logarithm of the change is used.
     */
    private static long percentAtRest(double change, double rest) {
        double part = Math.log(Math.max(change, rest)) / Math.log(rest);
        return Math.round(100.0 * Math.max(0.0, part));
    }

    private static void tell(ComputeThread self, Room room, Solved solved) {
        double emitted = room.emitted();
        Passes.Outcome outcome = solved.outcome;
        double error = emitted == 0.0 ? 0.0 : Math.abs(outcome.absorbed() - emitted) / emitted;
        self.report().put("emittedPower", emitted);
        self.report().put("absorbedPower", outcome.absorbed());
        self.report().put("energyError", error);
        self.report().put("surfaces", room.surfaces().size());
        self.report().put("elements", outcome.elements());
        self.report().put("interactions", outcome.interactions());
        self.report().put("passes", solved.count);
        self.report().put("movedTrees", solved.passes.moved());
    }
}
