package org.moide.samples.programs.nbody;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.samples.picture.PictureFile;
import org.moide.samples.programs.warm.Untimed;
import org.moide.samples.programs.warm.WarmUp;

/**
 * Gravitational N-body simulation by the method of Barnes and Hut over a <em>distributed tree</em> (MOIDE, §4), in
 * cooperative mode: ID 0 divides the leaves of the tree among the engines in proportion to their power, so each engine
 * has a domain. The threads of each engine together build the tree of its domain, the engines send each other the parts
 * of these trees that the others need, and the threads compute the forces. In each step, bodies move to the engine
 * whose part of space they have entered. When an engine's work exceeds its share by a given ratio, space is divided
 * again. Time is integrated by the leapfrog method (kick, drift, kick).
 *
 * <p>All decisions depend on counted interactions and not on measured times. So runs with the same number of engines,
 * powers and threads give exactly the same positions.
 *
 * <p>Reports {@code forceErrorRms} (with {@code --check}: after the last step), {@code energy} and {@code energyDrift}
 * (relative, since the start), {@code momentumDrift} (since the start, as a fraction of the sum of masses times
 * speeds), {@code interactions} (of all force computations), {@code bodies}, {@code steps}, {@code partitions} (how
 * often space was divided), {@code secondsPerStep}, {@code picture} and {@code film}; with {@code --warm-up} also
 * {@code warmUp}; with {@code --checkpoint-cost} also {@code secondsPerStepWithCheckpoint}, {@code
 * secondsPerStepWithoutCheckpoint} and {@code checkpointCost} (the fraction by which the first is longer).
 */
public final class Nbody implements Application {
    private final Domain domain = new Domain();

    @Override
    public Mode mode() {
        return Mode.COOPERATIVE;
    }

    @Override
    public String summary() {
        return "gravitational N-body simulation: Barnes-Hut over a distributed tree";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options options = Options.of(arguments);
        options.checkFiles();
        if (!options.input().isEmpty()) {
            options.load();
        }
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        Engines engines = new Engines(self);
        if (engines.isFirstThread()) {
            domain.shared = true;
        }
        self.barrier();
        if (!domain.shared) {
            throw new IllegalStateException(
                    "nbody works in cooperative mode, where an engine's threads share one object: leave out --mode");
        }
        new Simulation(self, engines, domain, Options.of(self.arguments())).run();
    }

    /** The number of steps of the warm-up that compute potentials. */
    private static final int WARM_POTENTIALS = 4;

    /** The number of steps of the warm-up that divide space, as the first measured step does. */
    private static final int WARM_CUTS = 3;

    /** One compute thread's part of the simulation. */
    private static final class Simulation {
        private final ComputeThread self;
        private final Engines engines;
        private final Options options;
        private final DomainThread thread;
        private final Report report;
        private final boolean speaker;
        private int total;
        private int partitions;
        private double interactions;
        private Untimed untimed = Untimed.NOTHING;
        private final SafePointCost cost = new SafePointCost(System.nanoTime());
        private @Nullable Frames frames;

        Simulation(ComputeThread self, Engines engines, Domain domain, Options options) {
            this.self = self;
            this.engines = engines;
            this.options = options;
            this.thread = new DomainThread(self, engines, domain, options);
            this.report = self.report();
            this.speaker = self.id() == 0;
        }

        void run() throws IOException {
            NbodyState state =
                    self.restore(() -> NbodyState.BEGINNING, (all, any) -> NbodyState.gathered(all, speaker));
            if (state.step() == 0) {
                warmUp();
                start();
            } else {
                goOn(state);
            }
            Conserved before = state.step() == 0 ? thread.conserved() : state.before();
            if (state.step() == 0) {
                frame(0);
            }
            long startNanos = System.nanoTime() - state.elapsedNanos();
            for (int step = state.step() + 1; step <= options.steps(); step++) {
                // The energy needs the last step's potentials, which are not sent with bodies.
                step(step == options.steps(), options.rebalance());
                frame(step);
                if (speaker) {
                    report.progress(step, options.steps(), "steps");
                }
                if (isSafePoint(step)) {
                    save(step, before, System.nanoTime() - startNanos);
                }
                cost.ended(step, System.nanoTime());
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            finish(before, thread.conserved(), seconds);
        }

        /**
         * Runs one step of the simulation.
         *
         * @param rebalance space is divided again if an engine has more than this multiple of its share of the work
         */
        private void step(boolean potentials, double rebalance) {
            thread.kickAndDrift(options.step());
            if (engines.count() > 1 && thread.migrate(rebalance)) {
                partitions++;
            }
            forces(potentials);
            thread.kick(options.step());
        }

        /** Runs some steps and discards their results. After that, the simulation begins from the start. */
        private void warmUp() {
            if (options.mostWarmUpNanos() > 0) {
                start();
                Conserved before = thread.conserved();
                int[] steps = {0};
                untimed = WarmUp.run(self.comm(), options.mostWarmUpNanos(), () -> untimedStep(++steps[0], before));
                partitions = 0;
                interactions = 0.0;
            }
        }

        /**
         * Runs everything that a measured step may run, so that its code is compiled: potentials, the division of
         * space, the report of progress and a checkpoint. The first of each takes some hundredths of a second. A run
         * that is restored from this checkpoint begins again from the start.
         */
        private void untimedStep(int number, Conserved before) {
            boolean potentials = number % WARM_POTENTIALS == 0;
            step(potentials, number % WARM_CUTS == 1 ? 0.0 : options.rebalance());
            if (potentials) {
                thread.conserved();
            }
            if (speaker) {
                report.progress(0, options.steps(), "steps");
            }
            save(0, before, 0);
        }

        private boolean isSafePoint(int step) {
            boolean wanted =
                    options.checkpointCost() ? SafePointCost.isWith(step) : step % options.checkpointEvery() == 0;
            return wanted && step < options.steps();
        }

        private void save(int step, Conserved before, long elapsedNanos) {
            self.checkpoint(() -> new NbodyState(
                    step,
                    total,
                    partitions,
                    interactions,
                    before,
                    elapsedNanos,
                    false,
                    thread.parts(),
                    untimed,
                    thread.packed(),
                    frames));
        }

        private void goOn(NbodyState state) {
            total = state.total();
            partitions = state.partitions();
            interactions = state.interactions();
            frames = state.frames();
            untimed = state.untimed();
            if (state.others()) {
                thread.distribute(state.all());
                partitions++;
            } else {
                thread.unpack(state.bodies(), state.parts());
            }
        }

        private void start() {
            Bodies all = speaker ? options.load() : new Bodies(0);
            int[] count = {all.count()};
            self.comm().broadcast(0, Slice.of(count));
            total = count[0];
            thread.distribute(all);
            partitions = 1;
            forces(true);
        }

        private void forces(boolean potentials) {
            thread.forces(potentials);
            interactions += thread.interactions();
        }

        private void frame(int step) throws IOException {
            if (options.isPictured(step)) {
                Bodies all = thread.gather(total);
                if (speaker) {
                    if (frames == null) {
                        frames = new Frames(options.frames(), options.film(), all);
                    }
                    frames.write(all);
                }
            }
        }

        private void finish(Conserved before, Conserved after, double seconds) throws IOException {
            interactions = thread.sum(interactions);
            double forceErrorRms = Double.NaN;
            PictureFile picture = options.picture();
            if (options.check() || !options.output().isEmpty() || picture.isWanted()) {
                Bodies all = thread.gather(total);
                if (options.check()) {
                    forceErrorRms = thread.forceErrorRms(all, options.softening());
                }
                if (speaker && !options.output().isEmpty()) {
                    BodyFile.write(Path.of(options.output()), all);
                }
                if (speaker && picture.isWanted()) {
                    picture.write(Sky.WIDTH, Sky.HEIGHT, new Sky(all).draw(all));
                }
            }
            if (frames != null) {
                frames.end();
            }
            if (speaker) {
                tell(before, after, forceErrorRms, seconds);
            }
        }

        private void tell(Conserved before, Conserved after, double forceErrorRms, double seconds) {
            report.put("bodies", total);
            report.put("steps", options.steps());
            report.put("interactions", (long) interactions);
            report.put("partitions", partitions);
            report.put("energy", after.energy());
            report.put("energyDrift", after.energyDrift(before));
            report.put("momentumDrift", after.momentumDrift(before));
            if (options.check()) {
                report.put("forceErrorRms", forceErrorRms);
            }
            if (options.steps() > 0) {
                report.put("secondsPerStep", seconds / options.steps());
            }
            if (options.checkpointCost()) {
                double ratio = cost.secondsWith() / cost.secondsWithout();
                report.put("secondsPerStepWithCheckpoint", cost.secondsWith());
                report.put("secondsPerStepWithoutCheckpoint", cost.secondsWithout());
                report.put("checkpointCost", ratio - 1.0);
            }
            if (untimed.warmUp()) {
                report.put("warmUp", untimed.inWords(""));
            }
            options.picture().tell(report);
            if (!options.film().isEmpty()) {
                report.put("film", options.film());
            }
        }
    }
}
