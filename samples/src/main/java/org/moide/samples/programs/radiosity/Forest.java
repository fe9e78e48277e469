package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.radiosity.room.Facets;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The trees that the threads of one engine share, one for each surface of the room. Some of the trees belong to this
 * engine; of the others it knows the light after the last pass.
 *
 * <p><b>Threads.</b> Between passes, the engine's first thread changes which engine has which tree, and each thread
 * updates the light of some of the trees of other engines. In a pass, all threads work on the trees, as {@link Element}
 * describes.
 */
final class Forest {
    private final Room room;
    private final Frame.Surfaces surfaces;
    private final Facets inTheWay;
    private final Pairs pairs = new Pairs();
    private final Element[] trees;
    private final int engine;
    private Allotment allotment;
    /** The number of trees that are not complete yet in this pass. */
    private final AtomicInteger open = new AtomicInteger();

    private volatile @Nullable Throwable failure;

    /**
     * Creates trees of one element each, with links from each surface to all surfaces that it may see.
     *
     * @param shares each engine's fraction of the power of all engines
     * @param engine the number of this engine
     */
    Forest(Room room, double[] shares, int engine) {
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
        for (Element tree : trees) {
            Colour emit = room.surfaces().get(tree.surface).emit();
            tree.becomeReal((float) emit.red(), (float) emit.green(), (float) emit.blue(), 1.0F);
            if (isOwn(tree.surface)) {
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

    void treeIsDone() {
        open.decrementAndGet();
    }

    /** Records that a thread has failed, so that the other threads do not wait for its work. */
    void fail(Throwable cause) {
        failure = cause;
    }

    /**
     * Returns whether there is work left in this pass.
     *
     * @throws IllegalStateException if another thread has failed
     */
    boolean isOpen() {
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("another thread of this engine could not go on: " + cause, cause);
        }
        return open.get() > 0;
    }
}
