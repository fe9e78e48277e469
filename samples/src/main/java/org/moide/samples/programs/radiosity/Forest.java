package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.moide.samples.programs.radiosity.room.Facets;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The trees that the threads of one engine share, one for each surface of the room. Some of the trees belong to this
 * engine; of the others it knows the light after the last pass.
 *
 * <p><b>Threads.</b> Between passes, the engine's first thread changes which engine has which tree. In a pass, all
 * threads work on the trees, as {@link Element} describes. The communication thread gives parts of them to other
 * engines, and takes them back.
 */
final class Forest {
    private final Room room;
    private final Frame.Surfaces surfaces;
    private final Facets inTheWay;
    private final Pairs pairs = new Pairs();
    private final Element[] trees;
    private final int engine;
    private volatile Allotment allotment;
    private final Lights lights;
    /** The number of own trees that are not complete yet in this pass. */
    private final AtomicInteger open = new AtomicInteger();

    /**
     * Creates trees of one element each.
     *
     * @param shares each engine's fraction of the power of all engines
     * @param engine the number of this engine
     * @param isNew whether the trees have links, from each surface to all surfaces that it may see; if not, the links
     *     come from a checkpoint
     */
    Forest(Room room, double[] shares, int engine, boolean isNew) {
        this.room = room;
        this.engine = engine;
        surfaces = new Frame.Surfaces(room.surfaces());
        inTheWay = Facets.inTheWay(room.surfaces());
        trees = new Element[room.surfaces().size()];
        Arrays.setAll(
                trees,
                surface -> Element.whole(surface, room.surfaces().get(surface).isTriangle()));
        allotment = Allotment.first(
                room.surfaces().stream().mapToDouble(Surface::area).toArray(), shares);
        lights = new Lights(this);
        for (Element tree : trees) {
            Colour emit = room.surfaces().get(tree.surface).emit();
            tree.becomeReal((float) emit.red(), (float) emit.green(), (float) emit.blue(), 1.0F);
            if (isNew && isOwn(tree.surface)) {
                link(tree);
            }
        }
    }

    private void link(Element tree) {
        Surface surface = room.surfaces().get(tree.surface);
        for (Element source : trees) {
            Surface other = room.surfaces().get(source.surface);
            if (source != tree && surface.isFacedBy(other) && other.isFacedBy(surface)) {
                tree.links.add(source);
            }
        }
    }

    Room room() {
        return room;
    }

    Frame.Surfaces surfaces() {
        return surfaces;
    }

    Facets inTheWay() {
        return inTheWay;
    }

    Pairs pairs() {
        return pairs;
    }

    int count() {
        return trees.length;
    }

    Element tree(int surface) {
        return trees[surface];
    }

    Shine shine(int surface) {
        return new Shine(trees[surface], room.surfaces().get(surface).isTriangle());
    }

    Lights lights() {
        return lights;
    }

    /** Returns an element, everything below it and their interaction lists. */
    Part part(Element top) {
        return new Part(top, room.surfaces().get(top.surface).isTriangle());
    }

    /** Returns the part of a tree that goes with a task to another engine. Its interaction lists are there from now on. */
    Part giveAway(long place) {
        Element top = trees[Element.surface(place)].at(place);
        Part part = part(top);
        Part.release(top);
        return part;
    }

    Allotment allotment() {
        return allotment;
    }

    void setAllotment(Allotment next) {
        allotment = next;
    }

    boolean isOwn(int surface) {
        return allotment.owner(surface) == engine;
    }

    int engine() {
        return engine;
    }

    /** Returns the surfaces whose trees this engine has, those with the most work first. */
    int[] own() {
        return IntStream.range(0, trees.length)
                .filter(this::isOwn)
                .boxed()
                .sorted((one, other) -> Integer.compare(trees[other].interactions, trees[one].interactions))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Prepares a pass over this number of trees. */
    void begin(int count) {
        pairs.clear();
        open.set(count);
    }

    /**
     * Notes that an element of one of this engine's trees was processed, by itself: elements below it may not be yet.
     * Completes the elements above it, as long as all of their parts are complete.
     */
    void done(Element element) {
        Element next = element.isCut ? element : element.parent;
        while (next != null && next.completePart()) {
            next = next.parent;
        }
        if (next == null) {
            open.decrementAndGet();
        }
    }

    /**
     * Checks that a pass is over.
     *
     * @throws IllegalStateException if some trees are not complete
     */
    void checkComplete() {
        if (open.get() != 0) {
            throw new IllegalStateException("expected all trees of engine " + engine + " to be complete when no task is"
                    + " left, found " + open.get() + " that are not");
        }
    }
}
