package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.moide.samples.programs.radiosity.room.Facets;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The trees that the threads of one engine share, one for each surface of the room. Some of the trees belong to this
 * engine; of the others it knows the light after the last pass.
 *
 * <p><b>Threads.</b> Between passes, one thread changes which engine has which tree. In a pass, all threads work on the
 * trees, as {@link Element} describes, and the communication thread writes the light of other engines' trees before any
 * task reads it ({@link Lights}).
 */
final class Forest {
    private final Room room;
    private final Frame.Surfaces surfaces;
    private final Facets inTheWay;
    private final Pairs pairs = new Pairs();
    private final Element[] trees;
    private final int engine;
    private volatile Allotment allotment;

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
        Arrays.setAll(trees, surface -> Element.whole(surface, isTriangle(surface)));
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

    /** Goes on from trees that were saved between two passes. The light of other engines' trees is not known then. */
    void restore(Allotment owners, int[] surfaces, Branch[] saved) {
        setAllotment(owners);
        for (Element tree : trees) {
            tree.links.become(new Links());
        }
        for (int i = 0; i < surfaces.length; i++) {
            saved[i].settle(trees[surfaces[i]], this);
        }
    }

    private void link(Element tree) {
        for (int source : facing(tree.surface)) {
            tree.links.add(trees[source]);
        }
    }

    /** Returns the surfaces from which a surface may get light, which are also those that it may light. */
    int[] facing(int number) {
        Surface surface = room.surfaces().get(number);
        int[] facing = new int[trees.length];
        int count = 0;
        for (int source = 0; source < trees.length; source++) {
            Surface other = room.surfaces().get(source);
            if (source != number && surface.isFacedBy(other) && other.isFacedBy(surface)) {
                facing[count++] = source;
            }
        }
        return Arrays.copyOf(facing, count);
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

    boolean isTriangle(int surface) {
        return room.surfaces().get(surface).isTriangle();
    }

    Shine shine(int surface) {
        return new Shine(trees[surface], isTriangle(surface));
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
}
