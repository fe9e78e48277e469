package org.moide.samples.programs.nbody;

import org.moide.samples.programs.nbody.force.QuadrupoleList;

/**
 * The part of one engine's tree that it sends to another: a <em>partial subtree</em>, which ends at cells that act as
 * points on every point of the receiver's domain (MOIDE, §4).
 *
 * <p>In the paper, an engine fetches more of a tree when a body needs a part that was not sent. Here, everything that
 * is needed is sent: the receiver has described its domain by {@link Regions}, which contain all its bodies, and the
 * children of a cell are left out only if the cell may act as a point on each region. The receiver's groups of bodies
 * are within these regions, so its walk uses such a cell without a check. So in each step there is one message for each
 * pair of engines, and no remote access.
 */
final class PartialTree {
    private static final int NUMBERS_OF_CELL = Cells.NODE;
    private static final int NEXT = Cells.MOMENT + 1;
    private static final int BODIES = NEXT + 1;
    private static final int NUMBERS_OF_BODY = 4;
    /** A factor slightly below 1, for squared distances: in spite of rounding, none counts as larger than it is. */
    private static final double MARGIN = 1.0 - 1e-9;

    /**
     * A factor for the square of the distance from a cell's centre of mass to its farthest corner. A cell is sent as a
     * point only if the squared distance of every region is larger than that product. Without this condition (with 0),
     * the error with two engines would be a tenth larger, and a twentieth of the work would be saved.
     */
    private static final double REACH = 0.3;

    /**
     * The length of a message's head, which has the number of cells, the number of bodies, and whether cells have
     * quadrupoles.
     */
    private static final int HEAD = 3;

    private PartialTree() {}

    private static int numbers(boolean quadrupoles) {
        return NUMBERS_OF_CELL + (quadrupoles ? QuadrupoleList.NUMBERS : 0);
    }

    /**
     * Selects the part of a tree that a domain needs.
     *
     * @param regions the receiver's {@link Regions} as numbers; empty if the receiver has no bodies
     * @param forces the approximate force in each region, as a measure by {@link TreeBuilder#measureOfForce}
     * @return cells and bodies as one message, for {@link #decode}
     */
    static double[] encode(Tree tree, double[] regions, double[] forces) {
        if (regions.length == 0 || tree.cells.count() == 0) {
            return new double[HEAD];
        }
        Cut cut = new Cut(tree.cells, regions, forces);
        int numbers = numbers(tree.cells.hasQuadrupoles());
        double[] message = new double[HEAD + cut.cells * numbers + cut.bodies * NUMBERS_OF_BODY];
        message[0] = cut.cells;
        message[1] = cut.bodies;
        message[2] = tree.cells.hasQuadrupoles() ? 1.0 : 0.0;
        write(tree, cut, message);
        return message;
    }

    /**
     * The choice of the cells that are sent. {@code kinds} says for each cell of the tree whether it is sent, and how.
     */
    private static final class Cut {
        static final byte NOT_SENT = 0;
        static final byte WHOLE = 1;
        static final byte OPENED = 2;

        final byte[] kinds;
        final int[] places;
        int cells;
        int bodies;
        private final double[] regions;
        private final double[] forces;
        private int suspect;

        Cut(Cells tree, double[] regions, double[] forces) {
            this.regions = regions;
            this.forces = forces;
            kinds = new byte[tree.count()];
            places = new int[tree.count() + 1];
            int visited = 0;
            for (int cell = 0; cell < tree.count(); ) {
                for (; visited <= cell; visited++) {
                    places[visited] = cells;
                }
                cells++;
                boolean whole = isPoint(tree, cell);
                kinds[cell] = whole ? WHOLE : OPENED;
                if (!whole) {
                    bodies += tree.bodies[cell];
                }
                cell = whole ? tree.next[cell] : cell + 1;
            }
            for (; visited <= tree.count(); visited++) {
                places[visited] = cells;
            }
        }

        /**
         * Returns whether a cell may act as a point on all bodies of all regions. It first checks the region for which
         * the last check failed, because the check most often fails there again.
         */
        private boolean isPoint(Cells tree, int cell) {
            if (!isPoint(tree, cell, suspect)) {
                return false;
            }
            for (int region = 0; region < forces.length; region++) {
                if (!isPoint(tree, cell, region)) {
                    suspect = region;
                    return false;
                }
            }
            return true;
        }

        private boolean isPoint(Cells tree, int cell, int region) {
            double distance2 =
                    distance2(regions, Regions.NUMBERS * region, tree.x(cell), tree.y(cell), tree.z(cell)) * MARGIN;
            return least2(tree, cell) < distance2
                    && ForceWalk.isPoint(tree.nodes, Cells.NODE * cell, distance2, forces[region]);
        }
    }

    private static void write(Tree tree, Cut cut, double[] message) {
        Cells cells = tree.cells;
        int numbers = numbers(cells.hasQuadrupoles());
        int at = HEAD;
        int body = HEAD + cut.cells * numbers;
        for (int cell = 0; cell < cells.count(); cell++) {
            if (cut.kinds[cell] != Cut.NOT_SENT) {
                boolean opened = cut.kinds[cell] == Cut.OPENED;
                int bodies = opened ? cells.bodies[cell] : 0;
                System.arraycopy(cells.nodes, Cells.NODE * cell, message, at, NEXT);
                if (opened) {
                    message[at + Cells.SPREAD] = Math.max(cells.spread(cell), least2(cells, cell));
                } else {
                    message[at + Cells.SPREAD] = Cells.NEVER_OPENED;
                    message[at + Cells.MOMENT] = Cells.NEVER_OPENED;
                }
                message[at + NEXT] = cut.places[cells.next[cell]];
                message[at + BODIES] = bodies;
                System.arraycopy(
                        cells.quadrupoles,
                        (numbers - NUMBERS_OF_CELL) * cell,
                        message,
                        at + NUMBERS_OF_CELL,
                        numbers - NUMBERS_OF_CELL);
                at += numbers;
                int first = cells.first[cell];
                for (int i = first; i < first + bodies; i++) {
                    message[body] = tree.x[i];
                    message[body + 1] = tree.y[i];
                    message[body + 2] = tree.z[i];
                    message[body + 3] = tree.mass[i];
                    body += NUMBERS_OF_BODY;
                }
            }
        }
    }

    /**
     * Returns the square of the least distance at which a cell may act as a point. That distance is a fraction of the
     * distance from the cell's centre of mass to the farthest corner of its box. It is needed because at the border of
     * two engines, a cell may surround a group of the other engine, which cannot happen within one tree.
     */
    private static double least2(Cells cells, int cell) {
        int at = 6 * cell;
        double dx = Math.max(cells.x(cell) - cells.box[at], cells.box[at + 3] - cells.x(cell));
        double dy = Math.max(cells.y(cell) - cells.box[at + 1], cells.box[at + 4] - cells.y(cell));
        double dz = Math.max(cells.z(cell) - cells.box[at + 2], cells.box[at + 5] - cells.z(cell));
        return REACH * (dx * dx + dy * dy + dz * dz);
    }

    /** Returns the tree that {@link #encode} has written. Its cells have no boxes. */
    static Tree decode(double[] message) {
        int count = (int) message[0];
        int bodyCount = (int) message[1];
        boolean quadrupoles = message[2] == 1.0;
        int numbers = numbers(quadrupoles);
        Cells cells = new Cells(count, quadrupoles);
        int firstBody = 0;
        for (int i = 0; i < count; i++) {
            int at = HEAD + i * numbers;
            int cell = cells.add();
            System.arraycopy(message, at, cells.nodes, Cells.NODE * cell, Cells.NODE);
            System.arraycopy(
                    message,
                    at + NUMBERS_OF_CELL,
                    cells.quadrupoles,
                    (numbers - NUMBERS_OF_CELL) * cell,
                    numbers - NUMBERS_OF_CELL);
            cells.next[cell] = (int) message[at + NEXT];
            cells.bodies[cell] = (int) message[at + BODIES];
            cells.first[cell] = firstBody;
            firstBody += cells.bodies[cell];
        }
        Tree tree = Tree.withRoom(cells, bodyCount);
        for (int i = 0; i < bodyCount; i++) {
            int at = HEAD + count * numbers + i * NUMBERS_OF_BODY;
            tree.x[i] = message[at];
            tree.y[i] = message[at + 1];
            tree.z[i] = message[at + 2];
            tree.mass[i] = message[at + 3];
        }
        return tree;
    }

    /**
     * Returns the square of the distance from a point to a box; 0 within the box.
     *
     * @param at the index at which the box begins in {@code boxes}
     */
    static double distance2(double[] boxes, int at, double x, double y, double z) {
        double dx = Math.max(0.0, Math.max(boxes[at] - x, x - boxes[at + 3]));
        double dy = Math.max(0.0, Math.max(boxes[at + 1] - y, y - boxes[at + 4]));
        double dz = Math.max(0.0, Math.max(boxes[at + 2] - z, z - boxes[at + 5]));
        return dx * dx + dy * dy + dz * dz;
    }
}
