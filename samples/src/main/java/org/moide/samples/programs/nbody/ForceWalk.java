package org.moide.samples.programs.nbody;

import java.util.List;

/**
 * Computes the forces on the bodies of a leaf: walks all trees once for the leaf's box, which gives a list of cells and
 * bodies that is right for every body in the box, and applies it to each. Belongs to one thread; what it computes for a
 * leaf depends on nothing else, so any thread may take any leaf.
 */
final class ForceWalk {
    private final Attraction attraction;
    private final double softening;

    ForceWalk(double softening) {
        this.softening = softening;
        attraction = new Attraction(softening);
    }

    /**
     * Sets acceleration, potential and work of the bodies of one leaf.
     *
     * @param own the tree that {@code leaf} is in, over {@code bodies}
     * @param others partial trees of other engines, in a fixed order
     */
    void leaf(Bodies bodies, Tree own, List<Tree> others, int leaf) {
        double[] box = own.cells.box;
        attraction.clear();
        collect(own, box, 6 * leaf);
        for (Tree other : others) {
            collect(other, box, 6 * leaf);
        }
        int first = own.cells.first[leaf];
        for (int i = first; i < first + own.cells.bodies[leaf]; i++) {
            attraction.at(bodies.x[i], bodies.y[i], bodies.z[i]);
            bodies.ax[i] = attraction.ax;
            bodies.ay[i] = attraction.ay;
            bodies.az[i] = attraction.az;
            // The list has the body itself: no force, but a potential.
            bodies.potential[i] = attraction.potential + bodies.mass[i] / softening;
            bodies.work[i] = attraction.count() - 1.0;
        }
    }

    private void collect(Tree tree, double[] boxes, int box) {
        Cells cells = tree.cells;
        int end = cells.count();
        for (int cell = 0; cell < end; ) {
            double distance2 = PartialTree.distance2(boxes, box, cells.x[cell], cells.y[cell], cells.z[cell]);
            if (distance2 > cells.opening[cell]) {
                attraction.add(cells.x[cell], cells.y[cell], cells.z[cell], cells.mass[cell]);
                cell = cells.next[cell];
            } else {
                if (cells.isLeaf(cell)) {
                    attraction.addAll(tree, cells.first[cell], cells.bodies[cell]);
                }
                cell++;
            }
        }
    }
}
