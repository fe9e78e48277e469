package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Pending;
import org.moide.commlib.Reduction;
import org.moide.engine.ComputeThread;
import org.moide.samples.programs.radiosity.room.Surface;

/**
 * One thread's part of the passes (Task Pool Teams, §4.1). The elements of an engine's trees are tasks of its pool. A
 * task refines the element's links, gathers light over them and puts tasks for the quarters. The thread that completes
 * the last of an element's quarters pulls the light up to the element. After the pass, whole trees move to engines with
 * less work.
 *
 * <p>Every pass starts from the light of all surfaces after the pass before, so the result does not depend on which
 * thread runs which task or which engine has which tree.
 */
final class Passes {
    /**
     * The cost of determining what is between two elements, expressed as a number of links over which light is
     * gathered.
     */
    private static final int WORK_OF_A_LOOK = 100;
    /**
     * The least work below an element for which it gets a task of its own. If there is less work, the task of the
     * element above does it, because a task itself would cost as much.
     */
    private static final int WORK_OF_A_TASK = 2000;
    /**
     * How often a thread that waits for a task looks for one before it sleeps. Tasks take microseconds, so one comes
     * soon, unless another thread needs the processor.
     */
    private static final int SPINS = 1000;

    private static final long IDLE_NANOS = 20_000;
    /**
     * The smallest scale of a leaf (see {@link #shineBack}). There are limits, because a leaf that is partly below a
     * box may get less than all light around it.
     */
    private static final double SMALLEST_SCALE = 0.5;

    private static final double LARGEST_SCALE = 2.0;

    private final ComputeThread self;
    private final CommLib comm;
    private final Engines engines;
    private final Forest forest;
    private final Refinement refinement;
    private final Neighbours neighbours;
    private final @Nullable TaskLog log;
    private long moved;
    private long tasks;

    /**
     * A task: the element at {@code place} and everything below it. For the log, a task also has the number of the task
     * that put it, and how long that task had run by then.
     */
    private record Task(long place, int putBy, long putNanos) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The result of a pass, which all IDs know. */
    record Outcome(double absorbed, double sent, long elements, long interactions) {}

    /**
     * Creates the passes of a run.
     *
     * @param log where tasks are logged; null for no log. A log is possible only if this is the only thread
     */
    Passes(
            ComputeThread self,
            Engines engines,
            Forest forest,
            Refinement refinement,
            Neighbours neighbours,
            @Nullable TaskLog log) {
        this.self = self;
        this.comm = self.comm();
        this.engines = engines;
        this.forest = forest;
        this.refinement = refinement;
        this.neighbours = neighbours;
        this.log = log;
        neighbours.show(forest);
    }

    /** Returns the number of trees that have moved between any engines. */
    long moved() {
        return moved;
    }

    /** Returns the number of tasks that this thread has taken from its engine's pool. */
    long tasks() {
        return tasks;
    }

    /** Runs one pass. All IDs must call it. */
    Outcome pass() {
        neighbours.learn(forest);
        if (engines.count() > 1) {
            comm.remoteBarrier(); // trees must not be refined while other engines fetch their light
        }
        if (engines.thread() == 0) {
            int[] own = forest.own();
            forest.begin(own.length);
            for (int surface : own) {
                put(forest.tree(surface));
            }
        }
        self.barrier();
        if (log != null) {
            log.begin(forest.count());
        }
        work();
        if (log != null) {
            log.end(forest);
        }
        self.barrier();
        double[] sums = sums();
        comm.allReduce(sums, Reduction.SUM);
        // All engines have fetched the earlier light, so the new one may be published.
        int count = forest.count();
        for (int surface = engines.thread(); surface < count; surface += engines.threads()) {
            if (forest.isOwn(surface)) {
                forest.tree(surface).show();
            }
        }
        self.barrier();
        if (engines.count() > 1) {
            double[] work = new double[count];
            for (int surface = 0; surface < count; surface++) {
                work[surface] = sums[3 * count + surface] + WORK_OF_A_LOOK * sums[4 * count + surface];
            }
            move(forest.allotment().balanced(work));
        }
        neighbours.show(forest);
        return outcome(sums, count);
    }

    /**
     * Returns for each surface that this engine has the sums over its elements: absorbed and sent light, elements,
     * interactions, visibility tests. For other surfaces they are 0.
     */
    private double[] sums() {
        int count = forest.count();
        double[] sums = new double[5 * count];
        if (engines.thread() == 0) {
            for (int surface : forest.own()) {
                Element tree = forest.tree(surface);
                sums[surface] = tree.absorbed;
                sums[count + surface] = tree.sent;
                sums[2 * count + surface] = tree.elements;
                sums[3 * count + surface] = tree.interactions;
                sums[4 * count + surface] = tree.looks;
            }
        }
        return sums;
    }

    /**
     * Adds up the sums of all surfaces, always in the order of the surfaces. So the result is exactly the same
     * whichever engine has which surface.
     */
    private static Outcome outcome(double[] sums, int count) {
        double[] all = new double[4];
        for (int what = 0; what < all.length; what++) {
            for (int surface = 0; surface < count; surface++) {
                all[what] += sums[what * count + surface];
            }
        }
        return new Outcome(all[0], all[1], (long) all[2], (long) all[3]);
    }

    private void work() {
        int idle = 0;
        try {
            while (forest.isOpen()) {
                if (self.getSubtask() instanceof Task task) {
                    tasks++;
                    idle = 0;
                    run(task);
                } else if (idle++ < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(IDLE_NANOS);
                }
            }
        } catch (RuntimeException | Error failed) {
            forest.fail(failed);
            throw failed;
        }
    }

    private void run(Task task) {
        long place = task.place();
        int surface = Element.surface(place);
        if (log != null) {
            log.begin(surface, task.putBy(), task.putNanos());
        }
        process(forest.tree(surface).at(place));
        if (log != null) {
            log.end(surface);
        }
    }

    private void put(Element element) {
        self.putSubtask(
                log == null
                        ? new Task(element.place(), TaskLog.NOBODY, 0)
                        : new Task(element.place(), log.task(), log.taskNanos()));
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
            done(element);
            return;
        }
        element.open.set(4);
        Element[] quarters = element.quarters();
        // A quarter that is not complete keeps the element open, so the quarters are counted before.
        boolean[] isTask = new boolean[4];
        for (int quarter = 0; quarter < 4; quarter++) {
            Element below = quarters[quarter];
            isTask[quarter] = below.interactions + WORK_OF_A_LOOK * below.links.unknown() >= WORK_OF_A_TASK;
            if (isTask[quarter]) {
                put(below);
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

    /** Pulls light up from a completed element to those above it, as long as all of their quarters are complete. */
    private void done(Element element) {
        Element above = element.parent;
        while (above != null) {
            if (above.open.decrementAndGet() > 0) {
                return;
            }
            pull(above);
            above = above.parent;
        }
        forest.treeIsDone();
    }

    private static void pull(Element element) {
        element.absorbed = 0.0;
        element.sent = 0.0;
        element.elements = 1;
        element.interactions = element.links.count();
        double[] leaving = element.leaving;
        Arrays.fill(leaving, 0.0);
        for (Element quarter : element.quarters()) {
            element.absorbed += quarter.absorbed;
            element.sent += quarter.sent;
            element.elements += quarter.elements;
            element.interactions += quarter.interactions;
            element.looks += quarter.looks;
            for (int band = 0; band < Element.BANDS; band++) {
                leaving[band] += quarter.leaving[band] / 4.0;
            }
        }
    }

    private void move(Allotment next) {
        Allotment now = forest.allotment();
        List<Pending> leaving = new ArrayList<>();
        boolean isFirst = engines.thread() == 0;
        for (int surface = 0; surface < forest.count(); surface++) {
            int from = now.owner(surface);
            int to = next.owner(surface);
            if (from != to) {
                moved++;
                if (isFirst && from == forest.engine()) {
                    MovedTree tree = new MovedTree(forest.tree(surface), forest.shine(surface));
                    leaving.add(comm.isend(engines.firstId(to), surface, tree));
                }
            }
        }
        if (isFirst) {
            for (int surface = 0; surface < forest.count(); surface++) {
                int from = now.owner(surface);
                if (from != next.owner(surface) && next.owner(surface) == forest.engine()) {
                    comm.receive(engines.firstId(from), surface, MovedTree.class)
                            .settle(forest.tree(surface), forest);
                }
            }
            leaving.forEach(Pending::await);
        }
        self.barrier();
        if (isFirst) {
            forest.setAllotment(next);
        }
        self.barrier();
    }
}
