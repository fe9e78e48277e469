package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.engine.ComputeThread;
import org.moide.samples.programs.radiosity.room.Surface;

/**
 * A thread that runs the tasks of passes. A task refines an element's links, gathers light over them and puts tasks for
 * the quarters. The thread that completes the last of an element's quarters pulls the light up to the element.
 *
 * <p>A task that came from another engine asks for its branch, and a task that needs the light of other engines' trees
 * asks for that. Such a task is put aside until the answer is here, and the thread takes another one.
 */
final class PassThread {
    /**
     * The least work below an element for which it gets a task of its own. If there is less work, the task of the
     * element above does it, because a task itself would cost as much.
     */
    private static final int WORK_OF_A_TASK = 2000;
    /**
     * The smallest scale of a leaf (see {@link #shineBack}). There are limits, because a leaf that is partly below a
     * box may get less than all light around it.
     */
    private static final double SMALLEST_SCALE = 0.5;

    private static final double LARGEST_SCALE = 2.0;

    private final ComputeThread self;
    private final Passes passes;
    private final Engines engines;
    private final Forest forest;
    private final Refinement refinement;
    private final @Nullable TaskLog log;
    private long tasks;

    /**
     * A task: the element at {@code place} and everything below it, in a pass. For the log, a task also has the number
     * of the task that put it, and how long that task had run by then. In pools it is an array of bytes, which needs no
     * encoding.
     *
     * @param home the index of the engine on which the element is
     */
    private record Task(long place, int pass, int home, int putBy, long putNanos) {
        private static final int BYTES = 2 * Long.BYTES + 3 * Integer.BYTES;

        static Task of(byte[] bytes) {
            ByteBuffer from = ByteBuffer.wrap(bytes);
            return new Task(from.getLong(), from.getInt(), from.getInt(), from.getInt(), from.getLong());
        }

        byte[] bytes() {
            return ByteBuffer.allocate(BYTES)
                    .putLong(place)
                    .putInt(pass)
                    .putInt(home)
                    .putInt(putBy)
                    .putLong(putNanos)
                    .array();
        }
    }

    /** The rest of a task that is put aside. It stays on this engine, so it is never serialized. */
    private static final class Rest implements Serializable {
        private static final long serialVersionUID = 1L;

        private final transient Consumer<PassThread> goesOn;

        Rest(Consumer<PassThread> goesOn) {
            this.goesOn = goesOn;
        }
    }

    /**
     * Creates a thread of passes.
     *
     * @param log where tasks are logged; null for no log. A log is possible only if this is the only thread
     */
    PassThread(ComputeThread self, Passes passes, Refinement refinement, @Nullable TaskLog log) {
        this.self = self;
        this.passes = passes;
        this.engines = passes.engines();
        this.forest = passes.forest();
        this.refinement = refinement;
        this.log = log;
    }

    /** Returns the number of tasks that this thread has taken from its engine's pool. */
    long tasks() {
        return tasks;
    }

    CommLib comm() {
        return self.comm();
    }

    /** Runs the passes of a round: until all are done, or until there is a checkpoint. All IDs must call it. */
    void runRound() {
        if (self.threadIndex() == 0) {
            self.putHere(List.of(engines.own()));
        }
        for (Serializable next = self.getTask(); next != null; next = self.getTask()) {
            if (next instanceof Rest rest) {
                rest.goesOn.accept(this);
            } else if (next instanceof byte[] task) {
                tasks++;
                begin(Task.of(task));
            } else if (next instanceof Integer engine) {
                tasks++;
                start(engine);
            }
        }
    }

    /** Puts the running task aside. It goes on by {@code goesOn}, on any thread of this engine. */
    Runnable setAside(Consumer<PassThread> goesOn) {
        return self.setAside(new Rest(goesOn));
    }

    /** Runs the task that begins and ends the passes of an engine, see {@link Passes}. */
    private void start(int engine) {
        if (engine != engines.own()) {
            throw new IllegalStateException("expected the start of engine " + engines.own() + ", found that of engine "
                    + engine + ", which must not leave it");
        }
        passes.beginRound(this);
    }

    /** Puts the tasks of this engine's trees. */
    void putTrees(int[] surfaces) {
        if (log != null) {
            log.begin(forest.count());
        }
        List<byte[]> trees = new ArrayList<>(surfaces.length);
        for (int surface : surfaces) {
            trees.add(task(forest.tree(surface)).bytes());
        }
        self.putHere(trees);
    }

    /** Records that all trees are complete in this pass. */
    void passEnds() {
        if (log != null) {
            log.end(forest);
        }
    }

    void tellProgress(double change, double rest) {
        if (engines.own() == 0) {
            self.report().progress(percentAtRest(change, rest), 100, "percent of the way until light is at rest");
        }
    }

    /**
     * Returns how near the light is to equilibrium, in percent. Each pass changes it by a nearly constant factor less
     * than the pass before, so the logarithm of the change is used.
     */
    private static long percentAtRest(double change, double rest) {
        double part = Math.log(Math.max(change, rest)) / Math.log(rest);
        return Math.round(100.0 * Math.max(0.0, part));
    }

    private void begin(Task task) {
        if (!passes.hasBegun(task.pass())) {
            passes.whenBegun(task.pass(), setAside(to -> to.begin(task)));
        } else if (task.home() == engines.own()) {
            if (log == null) {
                light(passes.branches().element(task.place()));
            } else {
                int surface = Element.surface(task.place());
                log.begin(surface, task.putBy(), task.putNanos());
                light(passes.branches().element(task.place()));
                log.end(surface);
            }
        } else {
            AtomicReference<Branches.@Nullable Sent> branch = new AtomicReference<>();
            Runnable goesOn = setAside(to -> to.welcome(task, branch.get()));
            comm().request(engines.firstId(task.home()), Mail.BRANCH, task.place(), Branches.Sent.class, sent -> {
                branch.set(sent);
                goesOn.run();
            });
        }
    }

    private void welcome(Task task, Branches.@Nullable Sent branch) {
        if (branch == null) {
            throw new IllegalStateException("expected the branch of " + task);
        }
        light(passes.branches().come(task.place(), task.home(), branch).top());
    }

    /** Processes an element as soon as the light is here that its tree needs. */
    private void light(Element element) {
        if (engines.count() == 1 || passes.lights().isHere(passes.pass(), element.surface)) {
            run(element);
        } else {
            passes.lights().await(passes.pass(), element.surface, comm(), setAside(to -> to.run(element)));
        }
    }

    private void run(Element element) {
        process(element);
        Guest guest = element.guest;
        if (guest != null) {
            guest.complete().then(1, setAside(to -> to.sendHome(guest)));
        }
    }

    private void sendHome(Guest guest) {
        comm().post(
                        engines.firstId(guest.home()),
                        Mail.BRANCH_HOME,
                        passes.branches().giveBack(guest));
    }

    private Task task(Element element) {
        return log == null
                ? new Task(element.place(), passes.pass(), engines.own(), TaskLog.NOBODY, 0)
                : new Task(element.place(), passes.pass(), engines.own(), log.task(), log.taskNanos());
    }

    private void process(Element element) {
        element.looks = refinement.refine(element);
        Element above = element.parent;
        for (int band = 0; band < Element.BANDS; band++) {
            element.arriving[band] = above == null ? 0.0 : above.arriving[band];
        }
        element.links.gather(forest.surfaces().area(element), element.arriving);
        if (!element.isCut) {
            shineBack(element);
            passes.complete(element);
            return;
        }
        element.open.set(4);
        Element[] quarters = element.quarters();
        // A quarter that is not complete keeps the element open, so the quarters are counted before.
        boolean[] isTask = new boolean[4];
        for (int quarter = 0; quarter < 4; quarter++) {
            Element below = quarters[quarter];
            isTask[quarter] = below.interactions + Passes.WORK_OF_A_LOOK * below.links.unknown() >= WORK_OF_A_TASK;
            if (isTask[quarter]) {
                self.putTask(task(below).bytes());
            }
        }
        for (int quarter = 0; quarter < 4; quarter++) {
            if (!isTask[quarter]) {
                process(quarters[quarter]);
            }
        }
    }

    /**
     * Computes the light that a leaf reflects.
     *
     * <p>In a closed room, the form factors of all links of a leaf and of the elements above it should add up to 1.
     * They do so only approximately, because a link of an element above the leaf stands for the mean over all its
     * leaves. Leaves for which the sum is too large would send out too much light. So each leaf has a scale, by which
     * all its exchange of light is multiplied in both directions. The scales are adjusted until the sums are 1
     * (Sinkhorn's method for symmetric matrices). Then no light is lost or gained.
     */
    private void shineBack(Element leaf) {
        Surface shape = forest.room().surfaces().get(leaf.surface);
        double area = forest.surfaces().area(leaf);
        double scale = leaf.scale;
        double next = scale;
        double around = leaf.arriving[3];
        if (forest.room().closed() && around > 0.0) {
            next = Math.max(SMALLEST_SCALE, Math.min(LARGEST_SCALE, Math.sqrt(scale / around)));
        }
        double red = scale * leaf.arriving[0];
        double green = scale * leaf.arriving[1];
        double blue = scale * leaf.arriving[2];
        double redBack = red * shape.reflect().red();
        double greenBack = green * shape.reflect().green();
        double blueBack = blue * shape.reflect().blue();
        double redOut = shape.emit().red() + redBack;
        double greenOut = shape.emit().green() + greenBack;
        double blueOut = shape.emit().blue() + blueBack;
        leaf.leaving[0] = next * redOut;
        leaf.leaving[1] = next * greenOut;
        leaf.leaving[2] = next * blueOut;
        leaf.leaving[3] = next;
        leaf.absorbed = area * (red + green + blue - redBack - greenBack - blueBack);
        leaf.sent = area * (redOut + greenOut + blueOut);
        leaf.elements = 1;
        leaf.interactions = leaf.links.count();
    }
}
