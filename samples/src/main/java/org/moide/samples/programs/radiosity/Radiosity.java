package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.samples.programs.radiosity.room.Room;

/**
 * Hierarchical radiosity (Task Pool Teams, §4.1): computes how light is scattered from wall to wall until it is in
 * equilibrium. Each surface is a quad-tree, divided more finely where more light is exchanged. The elements of trees are
 * tasks in the pools of engines, and may migrate between them. A task that needs the light of another engine's trees
 * asks for it, and waits while its thread runs others. Between passes, trees move to engines with less work. The passes
 * end, as in SPLASH's radiosity, when the light that is sent out has hardly changed.
 *
 * <p>Reports {@code emittedPower}, {@code absorbedPower}, {@code energyError} (the relative difference of the two: in a
 * closed room, all light that is emitted is absorbed in the end), {@code surfaces}, {@code elements}, {@code
 * interactions}, {@code passes}, {@code tasks} (the number taken from pools), {@code movedTrees}, {@code remoteTrees}
 * (the number of trees whose light was fetched from another engine), {@code seconds} (of all passes, without the
 * picture), {@code pictureSeconds}, {@code pixels} and {@code picture}.
 */
public final class Radiosity implements Application {
    /** The passes that the threads of an engine share. Set by the first thread, between two barriers. */
    private volatile @Nullable Passes passes;

    @Override
    public Mode mode() {
        return Mode.COOPERATIVE;
    }

    /** Returns the strategy by which tasks stay where their trees are. Whole trees move between passes. */
    @Override
    public String strategy() {
        return "S1";
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

    /**
     * What a thread saves between two rounds of passes. The state of an engine's first thread has the engine's trees.
     *
     * @param pass the number of passes that are done
     * @param owners for each surface, the engine that has its tree
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record State(
            int pass,
            double seconds,
            long tasks,
            long asked,
            long moved,
            Passes.Outcome outcome,
            int[] owners,
            int[] surfaces,
            Branch[] trees)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        static State first() {
            return new State(0, 0.0, 0, 0, 0, Passes.Outcome.NONE, new int[0], new int[0], new Branch[0]);
        }

        /** Returns a thread's state when there is another number of threads: the trees are dealt by their work. */
        static State redistributed(List<State> all, ComputeThread self) {
            State any = all.get(0);
            if (any.pass == 0) {
                return first();
            }
            Engines engines = new Engines(self);
            Allotment next = Allotment.first(any.outcome.work(), engines.shares());
            Branch[] trees = new Branch[any.owners.length];
            for (State state : all) {
                for (int i = 0; i < state.surfaces.length; i++) {
                    trees[state.surfaces[i]] = state.trees[i];
                }
            }
            int[] owners = IntStream.range(0, trees.length).map(next::owner).toArray();
            int[] own = IntStream.range(0, trees.length)
                    .filter(surface -> engines.thread() == 0 && owners[surface] == engines.own())
                    .toArray();
            boolean isFirst = self.id() == 0;
            return new State(
                    any.pass,
                    any.seconds,
                    isFirst ? all.stream().mapToLong(State::tasks).sum() : 0,
                    isFirst ? all.stream().mapToLong(State::asked).sum() : 0,
                    any.moved,
                    any.outcome,
                    owners,
                    own,
                    Arrays.stream(own).mapToObj(surface -> trees[surface]).toArray(Branch[]::new));
        }
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        State state = self.restore(State::first, State::redistributed);
        Options options = Options.of(self.arguments());
        if (options.isLogWanted() && self.count() > 1) {
            throw new UsageException("--task-log: expected one engine of one thread, found " + self.count()
                    + " threads; run it with --local-engines 1 --threads 1");
        }
        TaskLog log = options.isLogWanted() ? new TaskLog() : null;
        Engines engines = new Engines(self);
        // Only the host of ID 0 needs the file.
        Room room = self.comm().broadcast(0, self.id() == 0 ? options.load() : Room.nothing());
        Mail mail = new Mail(self.comm(), engines);
        if (log != null) {
            log.phaseEnds();
        }
        for (int time = state.pass == 0 ? 0 : options.warmUp(); time < options.warmUp(); time++) {
            solve(self, engines, room, mail, options, state, null);
        }
        self.comm().remoteBarrier();
        if (log != null) {
            log.phaseBegins();
        }
        long start = System.nanoTime();
        Solved solved = solve(self, engines, room, mail, options, state, log);
        long passed = System.nanoTime();
        if (log != null) {
            log.phaseEnds();
        }
        Passes done = solved.passes;
        if (options.isPictureWanted()) {
            done.lights().fetchAll(done.pass() + 1, self.comm(), self.threadIndex(), self.threadCount());
            self.barrier();
            new Pictures(self, room, done.forest()).write(options);
        }
        double picture = (System.nanoTime() - passed) / 1e9;
        if (log != null) {
            log.phaseEnds();
            log.write(Path.of(options.taskLog()));
        }
        long trees = self.threadIndex() == 0 ? done.lights().askedTrees() : 0;
        long asked = self.comm().allReduce(state.asked + trees, Reduction.SUM);
        long tasks = self.comm().allReduce(solved.tasks, Reduction.SUM);
        if (self.id() == 0) {
            tell(self, room, done, state.moved);
            self.report().put("tasks", tasks);
            self.report().put("remoteTrees", asked);
            self.report().put("seconds", state.seconds + (passed - start) / 1e9);
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

    private record Solved(Passes passes, long tasks) {}

    private Solved solve(
            ComputeThread self,
            Engines engines,
            Room room,
            Mail mail,
            Options options,
            State state,
            @Nullable TaskLog log) {
        long start = System.nanoTime();
        Passes shared = share(self, engines, room, mail, options, state);
        Forest forest = shared.forest();
        Refinement refinement = new Refinement(forest, options.accuracy() * room.emitted(), options.smallestArea());
        PassThread thread = new PassThread(self, shared, refinement, log);
        thread.runRound();
        while (!shared.isOver()) {
            double seconds = state.seconds + (System.nanoTime() - start) / 1e9;
            self.checkpoint(() -> saved(shared, thread, state, engines.thread() == 0, seconds));
            thread.runRound();
        }
        return new Solved(shared, state.tasks + thread.tasks());
    }

    private static State saved(Passes passes, PassThread thread, State before, boolean hasTrees, double seconds) {
        Forest forest = passes.forest();
        int[] own = hasTrees ? forest.own() : new int[0];
        return new State(
                passes.pass(),
                seconds,
                before.tasks + thread.tasks(),
                before.asked + (hasTrees ? passes.lights().askedTrees() : 0),
                before.moved + passes.moved(),
                passes.result(),
                IntStream.range(0, forest.count())
                        .map(forest.allotment()::owner)
                        .toArray(),
                own,
                Arrays.stream(own)
                        .mapToObj(surface -> Branch.copyOf(forest.tree(surface), forest.shine(surface)))
                        .toArray(Branch[]::new));
    }

    private Passes share(ComputeThread self, Engines engines, Room room, Mail mail, Options options, State state) {
        if (engines.thread() == 0) {
            Forest forest = new Forest(room, engines.shares(), engines.own());
            if (state.pass > 0) {
                forest.restore(Allotment.of(state.owners, engines.shares()), state.surfaces, state.trees);
            }
            Passes.Limits limits = new Passes.Limits(options.passes(), options.rest(), options.checkpointEvery());
            Passes made = new Passes(engines, forest, limits, state.pass, state.outcome);
            mail.isFor(made);
            passes = made;
        }
        self.comm().remoteBarrier();
        Passes shared = passes;
        if (shared == null) {
            throw new IllegalStateException("radiosity works in cooperative mode, where an engine's threads share one"
                    + " object: leave out --mode");
        }
        self.barrier();
        return shared;
    }

    private static void tell(ComputeThread self, Room room, Passes done, long movedBefore) {
        double emitted = room.emitted();
        Passes.Outcome outcome = done.result();
        double error = emitted == 0.0 ? 0.0 : Math.abs(outcome.absorbed() - emitted) / emitted;
        self.report().put("emittedPower", emitted);
        self.report().put("absorbedPower", outcome.absorbed());
        self.report().put("energyError", error);
        self.report().put("surfaces", room.surfaces().size());
        self.report().put("elements", outcome.elements());
        self.report().put("interactions", outcome.interactions());
        self.report().put("passes", done.pass());
        self.report().put("movedTrees", movedBefore + done.moved());
    }
}
