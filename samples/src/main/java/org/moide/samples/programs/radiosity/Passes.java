package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
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
 * <p>A task that needs the light of trees of other engines asks for it, and is put aside until the answers are there. A
 * task that has moved to another engine asks for its element and those below, and sends back what has become of them:
 * it counts as done when they are home.
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
    private final Lights lights;
    private final @Nullable TaskLog log;
    private final BitSet missing = new BitSet();
    /** The processed elements of the running task, if another engine has their tree. */
    private @Nullable Harvest harvest;

    private boolean isFirst;
    private long moved;
    private long tasks;

    /**
     * A task: the element at {@code place} and everything below it. Their interaction lists are on the engine {@code
     * holder}, which put the task. For the log, a task also has the number of the task that put it, and how long that
     * task had run by then.
     */
    private record Task(long place, int holder, int putBy, long putNanos) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The rest of a task that was put aside: to process its element, or nothing if that is done. */
    private record Rest(long place, boolean isDone) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The result of a pass, which all IDs know. */
    record Outcome(double absorbed, double sent, long elements, long interactions) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Creates the passes of a run.
     *
     * @param saved the passes that were run before; if none was, all engines know the light of all trees
     * @param log where tasks are logged; null for no log. A log is possible only if this is the only thread
     */
    Passes(
            ComputeThread self,
            Engines engines,
            Forest forest,
            Refinement refinement,
            Saved saved,
            @Nullable TaskLog log) {
        this.self = self;
        this.comm = self.comm();
        this.engines = engines;
        this.forest = forest;
        this.refinement = refinement;
        this.lights = forest.lights();
        this.isFirst = saved.passes() == 0;
        this.moved = saved.moved();
        this.tasks = saved.tasks();
        this.log = log;
        if (!isFirst) {
            show();
        }
        comm.remoteBarrier();
    }

    /** Returns the number of trees that have moved between any engines. */
    long moved() {
        return moved;
    }

    /** Returns the number of tasks that this thread has begun. */
    long tasks() {
        return tasks;
    }

    /** Returns this thread's part of a checkpoint: every so many trees of its engine. */
    Saved saved(int passes, Outcome outcome) {
        List<Integer> surfaces = new ArrayList<>();
        List<Part> trees = new ArrayList<>();
        for (int surface = engines.thread(); surface < forest.count(); surface += engines.threads()) {
            if (forest.isOwn(surface)) {
                surfaces.add(surface);
                trees.add(forest.part(forest.tree(surface)));
            }
        }
        return new Saved(passes, outcome, moved, tasks, surfaces, trees);
    }

    /** Runs one pass. All IDs must call it. */
    Outcome pass() {
        if (engines.thread() == 0) {
            int[] own = forest.own();
            forest.begin(own.length);
            lights.begin(isFirst);
            self.putHere(Arrays.stream(own)
                    .mapToObj(surface -> task(forest.tree(surface)))
                    .toList());
        }
        isFirst = false;
        self.barrier();
        if (log != null) {
            log.begin(forest.count());
        }
        work();
        if (log != null) {
            log.end(forest);
        }
        forest.checkComplete();
        double[] sums = sums();
        comm.allReduce(sums, Reduction.SUM);
        int count = forest.count();
        for (int surface = engines.thread(); surface < count; surface += engines.threads()) {
            if (forest.isOwn(surface)) {
                forest.tree(surface).show();
            }
        }
        show();
        self.barrier();
        if (engines.count() > 1) {
            double[] work = new double[count];
            for (int surface = 0; surface < count; surface++) {
                work[surface] = sums[3 * count + surface] + WORK_OF_A_LOOK * sums[4 * count + surface];
            }
            move(forest.allotment().balanced(work));
        }
        comm.remoteBarrier(); // other engines may ask for the light from now on
        return outcome(sums, count);
    }

    /** Shows the light of this engine's trees to other engines, as far as it is this thread's to do. */
    private void show() {
        for (int surface = engines.thread(); surface < forest.count(); surface += engines.threads()) {
            if (engines.count() > 1 && forest.isOwn(surface)) {
                lights.show(surface, forest.shine(surface));
            }
        }
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
        Serializable next = self.getTask();
        while (next != null) {
            if (next instanceof Task task) {
                tasks++;
                begin(task);
            } else if (next instanceof Rest rest && !rest.isDone()) {
                run(element(rest.place()));
            }
            next = self.getTask();
        }
    }

    private Element element(long place) {
        return forest.tree(Element.surface(place)).at(place);
    }

    private void begin(Task task) {
        Element element = element(task.place());
        if (log != null) {
            log.begin(element.surface, task.putBy(), task.putNanos());
            process(element);
            log.end(element.surface);
        } else if (task.holder() == engines.own()) {
            run(element);
        } else {
            Runnable resume = self.setAside(new Rest(task.place(), false));
            comm.request(engines.firstId(task.holder()), Exchange.PART, task.place(), Part.class, part -> {
                part.settle(element, forest);
                resume.run();
            });
        }
    }

    /** Processes the element of a task, or puts the task aside until the light that it needs is known. */
    private void run(Element element) {
        missing.clear();
        if (engines.count() > 1) {
            findMissing(element);
        }
        if (!missing.isEmpty()) {
            Runnable resume = self.setAside(new Rest(element.place(), false));
            lights.await(missing, resume)
                    .forEach((engine, surfaces) -> comm.request(
                            engines.firstId(engine),
                            Exchange.LIGHT,
                            surfaces,
                            Shine[].class,
                            shines -> lights.arrived(surfaces, shines)));
        } else if (forest.isOwn(element.surface)) {
            process(element);
        } else {
            Harvest done = new Harvest();
            harvest = done;
            process(element);
            harvest = null;
            Runnable resume = self.setAside(new Rest(element.place(), true));
            int owner = engines.firstId(forest.allotment().owner(element.surface));
            comm.request(owner, Exchange.HARVEST, done.whole(), Boolean.class, isHome -> resume.run());
        }
    }

    /**
     * Finds the trees whose light the task of an element needs: those of all links of the element and of those elements
     * below it that will not get a task of their own. New links lead to the same trees.
     */
    private void findMissing(Element element) {
        Links links = element.links;
        for (int link = 0; link < links.count(); link++) {
            int surface = links.source(link).surface;
            if (!lights.isKnown(surface)) {
                missing.set(surface);
            }
        }
        if (element.isCut) {
            for (Element quarter : element.quarters()) {
                if (!isTask(quarter)) {
                    findMissing(quarter);
                }
            }
        }
    }

    private static boolean isTask(Element quarter) {
        return quarter.interactions + WORK_OF_A_LOOK * quarter.links.unknown() >= WORK_OF_A_TASK;
    }

    private Task task(Element element) {
        return log == null
                ? new Task(element.place(), engines.own(), TaskLog.NOBODY, 0)
                : new Task(element.place(), engines.own(), log.task(), log.taskNanos());
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
            finish(element);
            return;
        }
        finish(element);
        Element[] quarters = element.quarters();
        boolean[] isTask = new boolean[4];
        for (int quarter = 0; quarter < 4; quarter++) {
            isTask[quarter] = isTask(quarters[quarter]);
            if (isTask[quarter]) {
                self.putTask(task(quarters[quarter]));
            }
        }
        for (int quarter = 0; quarter < 4; quarter++) {
            if (!isTask[quarter]) {
                process(quarters[quarter]);
            }
        }
    }

    private void finish(Element element) {
        if (harvest == null) {
            forest.done(element);
        } else {
            harvest.add(element);
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
        leaf.shone(area * (red + green + blue - redBack - greenBack - blueBack), area * (redOut + greenOut + blueOut));
    }

    private void move(Allotment next) {
        Allotment now = forest.allotment();
        List<Pending> leaving = new ArrayList<>();
        boolean leads = engines.thread() == 0;
        for (int surface = 0; surface < forest.count(); surface++) {
            int from = now.owner(surface);
            int to = next.owner(surface);
            if (from != to) {
                moved++;
                if (leads && from == forest.engine()) {
                    leaving.add(comm.isend(engines.firstId(to), surface, forest.part(forest.tree(surface))));
                    Part.release(forest.tree(surface));
                }
            }
        }
        if (leads) {
            for (int surface = 0; surface < forest.count(); surface++) {
                int from = now.owner(surface);
                if (from != next.owner(surface) && next.owner(surface) == forest.engine()) {
                    Part tree = comm.receive(engines.firstId(from), surface, Part.class);
                    tree.settle(forest.tree(surface), forest);
                    lights.show(surface, tree.shine());
                }
            }
            leaving.forEach(Pending::await);
        }
        self.barrier();
        if (leads) {
            forest.setAllotment(next);
        }
        self.barrier();
    }
}
