package org.moide.samples.programs.nbody;

/**
 * A Barnes–Hut tree, or the part of one that another engine has sent. It has the cells, and the positions and masses of
 * the bodies to which its leaves refer. Once it is built, any thread may read it.
 */
final class Tree {
    final Cells cells;
    final double[] x;
    final double[] y;
    final double[] z;
    final double[] mass;

    private final int bodies;

    private Tree(Cells cells, int bodies, double[] x, double[] y, double[] z, double[] mass) {
        this.cells = cells;
        this.bodies = bodies;
        this.x = x;
        this.y = y;
        this.z = z;
        this.mass = mass;
    }

    int bodies() {
        return bodies;
    }

    /** Returns the total mass of the tree's bodies. */
    double mass() {
        return cells.count() > 0 ? cells.mass(0) : 0.0;
    }

    /** Returns a tree over an engine's own bodies, which are not copied. */
    static Tree of(Cells cells, Bodies bodies) {
        return new Tree(cells, bodies.count(), bodies.x, bodies.y, bodies.z, bodies.mass);
    }

    /** Returns a tree with arrays of its own, which have room for this number of bodies. */
    static Tree withRoom(Cells cells, int bodies) {
        return new Tree(cells, bodies, new double[bodies], new double[bodies], new double[bodies], new double[bodies]);
    }
}
