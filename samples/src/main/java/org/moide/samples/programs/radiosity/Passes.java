package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.commlib.CommLib;

/**
 * One engine's part of the passes (Task Pool Teams, §4.1), which its threads share. The elements of trees are tasks of
 * the engines' pools ({@link PassThread}). After a pass, whole trees move to engines with less work.
 *
 * <p>Every pass starts from the light of all surfaces after the pass before, so the result does not depend on which
 * thread runs which task, which engine has which tree, or where tasks migrate to.
 *
 * <p><b>One task stays.</b> Each engine has one more task, its start, which never leaves the engine and is put aside
 * nearly all the time. It begins each pass by putting the tasks of the engine's trees, and ends it. So threads
 * stay at the pool from pass to pass, and the pool's round ends when the last pass has ended on all engines, or before
 * a checkpoint.
 *
 * <pre>
 * step       goes on when
 * begin      the last pass has ended here, and the trees that move to this engine have come
 * sumUp      all trees of this engine are complete
 * end        the sums of all other engines have come
 * </pre>
 *
 * <p><b>When a pass ends.</b> No message asks for it, because each element has one element above it that waits for it.
 * An element that is divided is complete when its four quarters are, a tree when its top is, the engine's part of the
 * pass when all its trees are, and the pass when all engines' parts are. Each event is counted once, where the waiting
 * one is: a quarter decrements the counter of the element above it, a tree that of its engine, an engine's sums that of
 * each other engine. A task that is put aside, lies in a pool, or is on its way to another engine has not done that
 * yet. If a task runs on another engine, the element's branch goes there ({@link Guest}), and all counters of the
 * elements below it with it. At home the element decrements its counter when the branch has come back. That is so after
 * a second migration, too: the branch goes home to the engine that it came from. So when the sums of all engines have
 * come, no task of the pass exists, and no message of it is on its way, except sums, and trees that move. An engine
 * waits for both before it begins the next pass.
 *
 * <p>So an engine may be a pass behind another one, but never two. A task of a pass that has not begun here is put aside
 * until it does. Requests for light ({@link Lights}) and sums name the pass, and are kept for two passes.
 *
 * <p><b>Threads.</b> The thread that has the start runs its steps. The communication thread calls the methods whose
 * names say that something comes. What they write is read in the step that waits for it.
 */
final class Passes {
    /**
     * The cost of determining what is between two elements, expressed as a number of links over which light is
     * gathered.
     */
    static final int WORK_OF_A_LOOK = 100;

    /**
     * The work after which there is a checkpoint, of all engines, as a number of links over which light is gathered.
     */
    private static final double WORK_OF_A_ROUND = 1e8;

    private static final int SUMS = 5; // of each surface, see ownSums

    private final Engines engines;
    private final Forest forest;
    private final Lights lights;
    private final Branches branches;
    private final Limits limits;
    private final Map<Integer, Branch> arrived = new ConcurrentHashMap<>();
    private final List<Runnable> early = new ArrayList<>(); // guarded by this
    private volatile int pass;
    private volatile boolean isOver;
    private volatile Awaited trees = new Awaited();
    private volatile Awaited treesComing = new Awaited();
    /** The sums that come from other engines in a pass with an even number, and in one with an odd number. */
    private final Totals[] totals;

    private Outcome result;
    private long moved;
    private int passesOfRound;
    private double workOfRound;

    /** The sums of several engines in one pass. Guarded by itself; whether all have come, says {@code all}. */
    private static final class Totals {
        private double[] sums;
        private volatile Awaited all = new Awaited();

        Totals(int length) {
            sums = new double[length];
        }

        /** Adds an engine's sums. Those of each surface come from one engine; from the others come zeros. */
        synchronized void add(double[] of) {
            for (int i = 0; i < of.length; i++) {
                sums[i] += of[i];
            }
        }

        /** Returns the sums, and begins anew. */
        synchronized double[] take() {
            double[] taken = sums;
            sums = new double[taken.length];
            all = new Awaited();
            return taken;
        }
    }

    /** The sums over an engine's trees, on their way to another engine. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Sums(int pass, double[] sums) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * When passes end.
     *
     * @param passes the greatest number of passes
     * @param rest a pass that changes less than this fraction of all light is the last one
     * @param ofRound the number of passes after which there is a checkpoint; 0 for as many as make enough work
     */
    record Limits(int passes, double rest, int ofRound) {}

    /** The sums over all surfaces after a pass, which all engines know. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Outcome(double absorbed, double sent, long elements, long interactions, double change, double[] work)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        static final Outcome NONE = new Outcome(0.0, 0.0, 0, 0, Double.POSITIVE_INFINITY, new double[0]);
    }

    /** A tree that moves to another engine. */
    record MovedTree(int surface, Branch tree) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Creates the passes of an engine.
     *
     * @param before the outcome of the last of {@code pass} passes that are done already
     */
    Passes(Engines engines, Forest forest, Limits limits, int pass, Outcome before) {
        this.engines = engines;
        this.forest = forest;
        this.limits = limits;
        this.pass = pass;
        this.result = before;
        this.branches = new Branches(forest);
        this.lights = new Lights(forest, engines);
        this.totals = new Totals[] {new Totals(SUMS * forest.count()), new Totals(SUMS * forest.count())};
        if (engines.count() > 1) {
            lights.show(false, pass + 1);
        }
        if (pass == 0) {
            lights.know(1); // what lamps send out, which all engines know
        }
    }

    Forest forest() {
        return forest;
    }

    Lights lights() {
        return lights;
    }

    Branches branches() {
        return branches;
    }

    Engines engines() {
        return engines;
    }

    int pass() {
        return pass;
    }

    /** Returns the outcome of the last pass. */
    Outcome result() {
        return result;
    }

    /** Returns the number of trees that have moved between any engines. */
    long moved() {
        return moved;
    }

    /** Returns whether the last pass has ended. If not, and the round has, there is a checkpoint. */
    boolean isOver() {
        return isOver;
    }

    // --- the steps of the start -----------------------------------------------------------------------------------

    /** Begins the first pass of a round. */
    void beginRound(PassThread thread) {
        passesOfRound = 0;
        workOfRound = 0.0;
        begin(thread, forest.allotment());
    }

    private void begin(PassThread thread, Allotment before) {
        forest.pairs().clear();
        int next = pass + 1;
        if (engines.count() > 1) {
            lights.begin(next, before);
            treesComing = new Awaited();
        }
        trees = new Awaited();
        passesOfRound++;
        List<Runnable> waiting;
        synchronized (this) {
            pass = next;
            waiting = List.copyOf(early);
            early.clear();
        }
        waiting.forEach(Runnable::run);
        int[] own = forest.own();
        thread.putTrees(own);
        trees.then(own.length, thread.setAside(this::sumUp));
    }

    private void sumUp(PassThread thread) {
        thread.passEnds();
        double[] own = ownSums();
        if (engines.count() == 1) {
            end(thread, outcome(own));
            return;
        }
        lights.show(true, pass + 1);
        Totals all = totals[pass & 1];
        all.add(own);
        Runnable ends = thread.setAside(to -> end(to, outcome(all.take())));
        for (int engine = 0; engine < engines.count(); engine++) {
            if (engine != engines.own()) {
                thread.comm().post(engines.firstId(engine), Mail.SUMS, new Sums(pass, own));
            }
        }
        all.all.then(engines.count() - 1, ends);
    }

    /** Publishes the light after the pass, and lets trees move. */
    private void end(PassThread thread, Outcome all) {
        for (int surface : forest.own()) {
            forest.tree(surface).show();
        }
        result = all;
        workOfRound += Arrays.stream(all.work()).sum();
        thread.tellProgress(all.change(), limits.rest());
        if (pass == limits.passes() || all.change() <= limits.rest()) {
            isOver = true;
            return;
        }
        Allotment now = forest.allotment();
        Allotment next = engines.count() == 1 ? now : now.balanced(all.work());
        int coming = move(now, next, thread.comm());
        if (coming == 0) {
            goOn(thread, now, next);
        } else {
            treesComing.then(coming, thread.setAside(to -> goOn(to, now, next)));
        }
    }

    /** Sends the trees that move to other engines. Returns the number of trees that come here. */
    private int move(Allotment now, Allotment next, CommLib comm) {
        int coming = 0;
        for (int surface = 0; surface < forest.count(); surface++) {
            int from = now.owner(surface);
            int to = next.owner(surface);
            if (from != to) {
                moved++;
                coming += to == engines.own() ? 1 : 0;
                if (from == engines.own()) {
                    Branch tree = Branch.takenFrom(forest.tree(surface), lights.shown(pass + 1, surface));
                    comm.post(engines.firstId(to), Mail.TREE, new MovedTree(surface, tree));
                }
            }
        }
        return coming;
    }

    private void goOn(PassThread thread, Allotment before, Allotment next) {
        arrived.forEach((surface, tree) -> tree.settle(forest.tree(surface), forest));
        arrived.clear();
        forest.setAllotment(next);
        if (!isRoundOver()) {
            begin(thread, before);
        } else if (engines.count() > 1) {
            lights.show(false, pass + 1); // trees that have moved here are shown by this engine in the next round
        }
    }

    private boolean isRoundOver() {
        return limits.ofRound() == 0 ? workOfRound >= WORK_OF_A_ROUND : passesOfRound >= limits.ofRound();
    }

    /**
     * Returns for each surface that this engine has the sums over its elements: absorbed and sent light, elements,
     * interactions, visibility tests. For other surfaces they are 0.
     */
    private double[] ownSums() {
        int count = forest.count();
        double[] own = new double[SUMS * count];
        for (int surface : forest.own()) {
            Element tree = forest.tree(surface);
            own[surface] = tree.absorbed;
            own[count + surface] = tree.sent;
            own[2 * count + surface] = tree.elements;
            own[3 * count + surface] = tree.interactions;
            own[4 * count + surface] = tree.looks;
        }
        return own;
    }

    /**
     * Adds up the sums of all surfaces, always in the order of the surfaces. So the result is exactly the same
     * whichever engine has which surface.
     */
    private Outcome outcome(double[] of) {
        int count = forest.count();
        double[] all = new double[4];
        double[] work = new double[count];
        for (int surface = 0; surface < count; surface++) {
            for (int what = 0; what < all.length; what++) {
                all[what] += of[what * count + surface];
            }
            work[surface] = of[3 * count + surface] + WORK_OF_A_LOOK * of[4 * count + surface];
        }
        double before = result.sent();
        double change = all[1] == before ? 0.0 : Math.abs(all[1] / before - 1.0);
        return new Outcome(all[0], all[1], (long) all[2], (long) all[3], change, work);
    }

    // --- any thread ---------------------------------------------------------------------------------------------

    /** Returns whether a pass has begun here. */
    boolean hasBegun(int wanted) {
        return pass >= wanted;
    }

    /** Lets a task that is put aside go on when its pass begins here. */
    void whenBegun(int wanted, Runnable goesOn) {
        synchronized (this) {
            if (pass < wanted) {
                early.add(goesOn);
                return;
            }
        }
        goesOn.run();
    }

    /** Pulls light up from a completed element to those above it, as long as all of their quarters are complete. */
    void complete(Element element) {
        Element done = element;
        while (done.guest == null) {
            Element above = done.parent;
            if (above == null) {
                trees.happened();
                return;
            }
            if (above.open.decrementAndGet() > 0) {
                return;
            }
            pull(above);
            done = above;
        }
        done.guest.complete().happened();
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

    // --- the communication thread ---------------------------------------------------------------------------------

    void comesHome(Branches.Returned branch) {
        complete(branches.comeBack(branch));
    }

    void sumsCome(Sums of) {
        Totals into = totals[of.pass() & 1];
        into.add(of.sums());
        into.all.happened();
    }

    void treeComes(MovedTree tree) {
        arrived.put(tree.surface(), tree.tree());
        treesComing.happened();
    }
}
