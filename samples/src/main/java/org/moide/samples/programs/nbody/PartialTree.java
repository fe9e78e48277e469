package org.moide.samples.programs.nbody;

/**
 * What one engine sends of its tree to another: a <em>partial subtree</em>, cut where the acceptance test holds for
 * every point of the receiver's domain (MOIDE, §4).
 *
 * <p>The paper's engines fetch more of a subtree when a body needs what the cut left out. Here nothing is ever left out:
 * the domain is told as a few boxes that together hold all its bodies, a cell is cut only if its centre of mass is far
 * enough from the nearest point of all boxes, and the receiver's walk, whose groups of bodies lie within these boxes,
 * takes a cut cell without asking. So there is one message for each pair of engines and step, and no remote access.
 */
final class PartialTree {
    private static final int NUMBERS_OF_CELL = 7;
    private static final int NUMBERS_OF_BODY = 4;
    /** Keeps what rounding may do to a distance on the safe side. */
    private static final double MARGIN = 1.0 + 1e-9;

    private PartialTree() {}

    /**
     * Cuts a tree for a domain.
     *
     * @param boxes the receiver's domain, six bounds for each box as in {@link Cells#box}; none if it has no bodies
     * @return cells and bodies as one message, read by {@link #decode}
     */
    static double[] encode(Tree tree, double[] boxes) {
        if (boxes.length == 0 || tree.cells.count() == 0) {
            return new double[] {0.0, 0.0};
        }
        Cut cut = new Cut(tree.cells, boxes);
        double[] message = new double[2 + cut.cells * NUMBERS_OF_CELL + cut.bodies * NUMBERS_OF_BODY];
        message[0] = cut.cells;
        message[1] = cut.bodies;
        write(tree, cut, message);
        return message;
    }

    /** Which cells are sent, and how many; {@code kinds} has one entry for each cell of the tree. */
    private static final class Cut {
        static final byte NOT_SENT = 0;
        static final byte WHOLE = 1;
        static final byte OPENED = 2;

        final byte[] kinds;
        final int[] places;
        int cells;
        int bodies;

        Cut(Cells tree, double[] boxes) {
            kinds = new byte[tree.count()];
            places = new int[tree.count() + 1];
            int visited = 0;
            for (int cell = 0; cell < tree.count(); ) {
                for (; visited <= cell; visited++) {
                    places[visited] = cells;
                }
                cells++;
                boolean whole =
                        distance2(boxes, tree.x[cell], tree.y[cell], tree.z[cell]) > tree.opening[cell] * MARGIN;
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
    }

    private static void write(Tree tree, Cut cut, double[] message) {
        Cells cells = tree.cells;
        int at = 2;
        int body = 2 + cut.cells * NUMBERS_OF_CELL;
        for (int cell = 0; cell < cells.count(); cell++) {
            if (cut.kinds[cell] != Cut.NOT_SENT) {
                boolean opened = cut.kinds[cell] == Cut.OPENED;
                int bodies = opened ? cells.bodies[cell] : 0;
                message[at] = cells.x[cell];
                message[at + 1] = cells.y[cell];
                message[at + 2] = cells.z[cell];
                message[at + 3] = cells.mass[cell];
                message[at + 4] = opened ? cells.opening[cell] : Cells.NEVER_OPENED;
                message[at + 5] = cut.places[cells.next[cell]];
                message[at + 6] = bodies;
                at += NUMBERS_OF_CELL;
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

    /** The tree that {@link #encode} wrote. Its cells have no boxes. */
    static Tree decode(double[] message) {
        int count = (int) message[0];
        int bodyCount = (int) message[1];
        Cells cells = new Cells();
        int firstBody = 0;
        for (int i = 0; i < count; i++) {
            int at = 2 + i * NUMBERS_OF_CELL;
            int cell = cells.add();
            cells.x[cell] = message[at];
            cells.y[cell] = message[at + 1];
            cells.z[cell] = message[at + 2];
            cells.mass[cell] = message[at + 3];
            cells.opening[cell] = message[at + 4];
            cells.next[cell] = (int) message[at + 5];
            cells.bodies[cell] = (int) message[at + 6];
            cells.first[cell] = firstBody;
            firstBody += cells.bodies[cell];
        }
        Tree tree = Tree.withRoom(cells, bodyCount);
        for (int i = 0; i < bodyCount; i++) {
            int at = 2 + count * NUMBERS_OF_CELL + i * NUMBERS_OF_BODY;
            tree.x[i] = message[at];
            tree.y[i] = message[at + 1];
            tree.z[i] = message[at + 2];
            tree.mass[i] = message[at + 3];
        }
        return tree;
    }

    /**
     * A few boxes that hold all bodies of a tree: the widest cell is replaced by its children until there would be more
     * than {@code most}.
     */
    static double[] boxes(Cells cells, int most) {
        if (cells.count() == 0) {
            return new double[0];
        }
        int[] chosen = new int[most];
        int count = 1;
        while (true) {
            int widest = -1;
            for (int i = 0; i < count; i++) {
                boolean wider = widest < 0 || cells.width(chosen[i]) > cells.width(chosen[widest]);
                if (!cells.isLeaf(chosen[i]) && wider) {
                    widest = i;
                }
            }
            if (widest < 0 || count - 1 + children(cells, chosen[widest]) > most) {
                break;
            }
            int cell = chosen[widest];
            chosen[widest] = chosen[--count];
            for (int child = cell + 1; child < cells.next[cell]; child = cells.next[child]) {
                chosen[count++] = child;
            }
        }
        double[] boxes = new double[6 * count];
        for (int i = 0; i < count; i++) {
            System.arraycopy(cells.box, 6 * chosen[i], boxes, 6 * i, 6);
        }
        return boxes;
    }

    private static int children(Cells cells, int cell) {
        int children = 0;
        for (int child = cell + 1; child < cells.next[cell]; child = cells.next[child]) {
            children++;
        }
        return children;
    }

    /** The square of the distance from a point to the nearest of the boxes. */
    private static double distance2(double[] boxes, double x, double y, double z) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int at = 0; at < boxes.length; at += 6) {
            nearest = Math.min(nearest, distance2(boxes, at, x, y, z));
        }
        return nearest;
    }

    /** The square of the distance from a point to one box, 0 within it. */
    static double distance2(double[] boxes, int at, double x, double y, double z) {
        double dx = Math.max(0.0, Math.max(boxes[at] - x, x - boxes[at + 3]));
        double dy = Math.max(0.0, Math.max(boxes[at + 1] - y, y - boxes[at + 4]));
        double dz = Math.max(0.0, Math.max(boxes[at + 2] - z, z - boxes[at + 5]));
        return dx * dx + dy * dy + dz * dz;
    }
}
