package org.moide.samples.programs.radiosity;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Decides between which elements light is exchanged (Hanrahan, Salzman and Aupperle, §3 and §5): where what a link carries is
 * too much to be taken as even, the larger of its two ends is cut in four. One thread.
 */
final class Refinement {
    /** Half-seen sources throw shadows, whose edges want smaller elements; what looks hidden by 16 rays may not be. */
    private static final double PARTLY_SEEN = 2.0;

    private static final double HIDDEN = 0.1;

    private final Room room;
    private final FormFactor formFactor;
    private final Visibility visibility;
    private final double largestPower;
    private final double smallestArea;
    private long evaluations;

    /**
     * Decides by these limits.
     *
     * @param largestPower what a link may carry, of the brightest band
     * @param smallestArea elements of at most this are not cut
     */
    Refinement(Room room, double largestPower, double smallestArea) {
        this.room = room;
        this.formFactor = new FormFactor(room);
        this.visibility = new Visibility(room);
        this.largestPower = largestPower;
        this.smallestArea = smallestArea;
    }

    /** How many pairs of places were looked at. */
    long evaluations() {
        return evaluations;
    }

    /** Links a surface with all that it may see. */
    void begin(QuadTree tree) {
        List<Link> links = new ArrayList<>();
        for (int source = 0; source < room.surfaces().size(); source++) {
            if (source != tree.surface()) {
                link(tree, 0, Place.whole(source), links);
            }
        }
        tree.setLinks(links);
    }

    /**
     * Replaces links that carry too much by finer ones.
     *
     * @param shines how each surface shone after the last pass
     */
    void refine(QuadTree tree, IntFunction<Shine> shines) {
        List<Link> refined = new ArrayList<>(tree.links().size());
        List<Link> open = new ArrayList<>(tree.links());
        Shine own = shines.apply(tree.surface());
        while (!open.isEmpty()) {
            Link link = open.remove(open.size() - 1);
            if (!isTooCoarse(tree, link, own, shines.apply(link.source().surface())) || !cut(tree, link, open)) {
                refined.add(link);
            }
        }
        tree.setLinks(refined);
    }

    /** The source's element decides the same of the way back: so what one gains is what the other sends. */
    private boolean isTooCoarse(QuadTree tree, Link link, Shine own, Shine source) {
        double weight = link.visible() == 1.0 ? 1.0 : link.visible() == 0.0 ? HIDDEN : PARTLY_SEEN;
        Place receiver = tree.place(link.element());
        double brightest = Math.max(
                own.radiosity(own.element(receiver)).most(),
                source.radiosity(source.element(link.source())).most());
        return weight * link.formFactor() * room.area(receiver) * brightest > largestPower;
    }

    private boolean cut(QuadTree tree, Link link, List<Link> open) {
        double own = room.area(tree.place(link.element()));
        double other = room.area(link.source());
        if (Math.max(own, other) <= smallestArea) {
            return false;
        }
        boolean first = tree.surface() < link.source().surface();
        if (own > other || (own == other && first)) {
            int children = tree.firstChild(link.element());
            for (int child = children; child < children + 4; child++) {
                link(tree, child, link.source(), open);
            }
        } else {
            for (int quarter = 0; quarter < 4; quarter++) {
                link(tree, link.element(), link.source().quarter(quarter), open);
            }
        }
        return true;
    }

    private void link(QuadTree tree, int element, Place source, List<Link> links) {
        Place receiver = tree.place(element);
        evaluations++;
        double factor = formFactor.between(receiver, source);
        if (factor > 0.0) {
            links.add(new Link(element, source, factor, visibility.between(receiver, source)));
        }
    }
}
