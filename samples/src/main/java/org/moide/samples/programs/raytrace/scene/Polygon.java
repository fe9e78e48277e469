package org.moide.samples.programs.raytrace.scene;

/**
 * Divides a face with any number of corners into triangles. A convex face becomes a fan from its first corner. From
 * another face, one ear after the other is cut off (Meisters 1975: a simple polygon has at least two). One object
 * divides many faces; used by one thread.
 */
final class Polygon {
    /** The bend at a corner that counts as straight in spite of rounding, as a fraction of the face's area. */
    private static final double STRAIGHT = 1e-12;

    /**
     * The kinds of triangles that may be cut off as ears. At first these are triangles that no other corner touches,
     * then those that no other corner is inside of, at last flat ones.
     */
    private enum Ears {
        FREE,
        TOUCHED,
        FLAT
    }

    private final double[] x;
    private final double[] y;
    private final int[] before;
    private final int[] after;
    private final boolean[] isEar;
    private final int[] corners;
    private int count;
    private int triangles;
    private double straight;
    private boolean crossed;

    Polygon(int mostCorners) {
        x = new double[mostCorners];
        y = new double[mostCorners];
        before = new int[mostCorners];
        after = new int[mostCorners];
        isEar = new boolean[mostCorners];
        corners = new int[3 * mostCorners];
    }

    /**
     * Divides a face into triangles.
     *
     * @param points all points of the mesh
     * @param corner the numbers of the face's points
     * @param corners the number of the face's corners, three or more
     * @return the number of triangles, whose corners {@link #corner} returns
     */
    int cut(Doubles points, int[] corner, int corners) {
        count = corners;
        triangles = 0;
        crossed = false;
        if (corners == 3 || (corners == 4 && isConvex(points, corner)) || flatten(points, corner) || isConvex()) {
            fan(0);
        } else {
            takeEars();
        }
        return triangles;
    }

    /**
     * Returns which of the face's corners is corner 0, 1 or 2 of a triangle. The triangles run around in the same
     * direction as the face.
     */
    int corner(int triangle, int corner) {
        return corners[3 * triangle + corner];
    }

    /** Returns whether the face's outline crosses itself, so that there is no unique way to divide it. */
    boolean isCrossed() {
        return crossed;
    }

    private void add(int a, int b, int c) {
        corners[3 * triangles] = a;
        corners[3 * triangles + 1] = b;
        corners[3 * triangles + 2] = c;
        triangles++;
    }

    /** Divides what is left of the face into a fan of triangles from corner {@code first}. */
    private void fan(int first) {
        if (triangles == 0) {
            for (int i = 2; i < count; i++) {
                add(0, i - 1, i);
            }
            return;
        }
        for (int i = after[first]; after[i] != first; i = after[i]) {
            add(first, i, after[i]);
        }
    }

    /**
     * Returns whether a quadrilateral is convex: whether all of its corners turn the same way, seen along the cross
     * product of its diagonals.
     */
    private static boolean isConvex(Doubles points, int[] corner) {
        int a = 3 * corner[0];
        int b = 3 * corner[1];
        int c = 3 * corner[2];
        int d = 3 * corner[3];
        double px = points.get(c) - points.get(a);
        double py = points.get(c + 1) - points.get(a + 1);
        double pz = points.get(c + 2) - points.get(a + 2);
        double qx = points.get(d) - points.get(b);
        double qy = points.get(d + 1) - points.get(b + 1);
        double qz = points.get(d + 2) - points.get(b + 2);
        double nx = py * qz - pz * qy;
        double ny = pz * qx - px * qz;
        double nz = px * qy - py * qx;
        double square = nx * nx + ny * ny + nz * nz;
        if (!(square > 0)) {
            return false;
        }
        double least = -STRAIGHT * square;
        double ex = points.get(b) - points.get(a);
        double ey = points.get(b + 1) - points.get(a + 1);
        double ez = points.get(b + 2) - points.get(a + 2);
        // A turn from one edge to the next is as large as one from an edge to a diagonal.
        double atB = turn(ex, ey, ez, px, py, pz, nx, ny, nz);
        double atA = turn(ex, ey, ez, qx, qy, qz, nx, ny, nz);
        double fx = points.get(d) - points.get(c);
        double fy = points.get(d + 1) - points.get(c + 1);
        double fz = points.get(d + 2) - points.get(c + 2);
        double atD = turn(fx, fy, fz, -px, -py, -pz, nx, ny, nz);
        double atC = turn(fx, fy, fz, -qx, -qy, -qz, nx, ny, nz);
        return atA >= least && atB >= least && atC >= least && atD >= least;
    }

    private static double turn(
            double ax, double ay, double az, double bx, double by, double bz, double nx, double ny, double nz) {
        return (ay * bz - az * by) * nx + (az * bx - ax * bz) * ny + (ax * by - ay * bx) * nz;
    }

    /**
     * Projects the face along one of the axes: the one along which its mean normal (Newell's) is longest. The result
     * runs counter-clockwise.
     *
     * @return whether the face has no area
     */
    private boolean flatten(Doubles points, int[] corner) {
        double nx = 0;
        double ny = 0;
        double nz = 0;
        int last = 3 * corner[count - 1];
        // About the first corner: far from the origin the products would lose what the face is.
        double ox = points.get(last);
        double oy = points.get(last + 1);
        double oz = points.get(last + 2);
        double ax = 0;
        double ay = 0;
        double az = 0;
        double size = 0;
        double parts = 0;
        for (int i = 0; i < count; i++) {
            double bx = points.get(3 * corner[i]) - ox;
            double by = points.get(3 * corner[i] + 1) - oy;
            double bz = points.get(3 * corner[i] + 2) - oz;
            double px = ay * bz - az * by;
            double py = az * bx - ax * bz;
            double pz = ax * by - ay * bx;
            nx += px;
            ny += py;
            nz += pz;
            parts += Math.abs(px) + Math.abs(py) + Math.abs(pz);
            size += bx * bx + by * by + bz * bz;
            ax = bx;
            ay = by;
            az = bz;
        }
        double most = Math.max(Math.abs(nx), Math.max(Math.abs(ny), Math.abs(nz)));
        if (!(most > 0 && most <= Double.MAX_VALUE)) {
            crossed = parts > STRAIGHT * size; // two halves of opposite orientation
            return true;
        }
        straight = STRAIGHT * most;
        int first = most == Math.abs(nz) ? 0 : most == Math.abs(nx) ? 1 : 2;
        int second = (first + 1) % 3;
        double towards = most == Math.abs(nz) ? nz : most == Math.abs(nx) ? nx : ny;
        for (int i = 0; i < count; i++) {
            int at = 3 * corner[i];
            x[i] = points.get(at + (towards > 0 ? first : second));
            y[i] = points.get(at + (towards > 0 ? second : first));
        }
        return false;
    }

    /**
     * Returns whether every corner turns left, and all turns together are once around. The second condition excludes
     * stars, in which every corner turns left too.
     */
    private boolean isConvex() {
        int turns = 0;
        double wasRight = 0;
        for (int i = 0; i < count; i++) {
            int a = i == 0 ? count - 1 : i - 1;
            int b = i + 1 == count ? 0 : i + 1;
            if (area(a, i, b) < -straight) {
                return false;
            }
            double right = x[b] - x[i];
            if (right != 0) {
                turns += right * wasRight < 0 ? 1 : 0;
                wasRight = Math.signum(right);
            }
        }
        return turns <= 2;
    }

    /** Returns twice the area of a triangle, above 0 if it runs counter-clockwise. */
    private double area(int a, int b, int c) {
        return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
    }

    /**
     * Cuts off ears until the face is divided. Each ear that is cut off can affect only whether its two neighbours are
     * ears, so the total time is proportional to the square of the number of corners.
     */
    private void takeEars() {
        for (int i = 0; i < count; i++) {
            before[i] = i == 0 ? count - 1 : i - 1;
            after[i] = i + 1 == count ? 0 : i + 1;
        }
        int left = count;
        int at = 0;
        for (Ears kind : Ears.values()) {
            for (int i = 0, each = at; i < left; i++, each = after[each]) {
                isEar[each] = isEar(each, kind);
            }
            int tried = 0;
            while (left > 3 && tried < left) {
                int next = after[at];
                if (isEar[at]) {
                    int a = before[at];
                    if (area(a, at, next) > straight) {
                        add(a, at, next);
                    }
                    after[a] = next;
                    before[next] = a;
                    left--;
                    tried = 0;
                    isEar[a] = isEar(a, kind);
                    isEar[next] = isEar(next, kind);
                } else {
                    tried++;
                }
                at = next;
            }
        }
        crossed = left > 3 || area(before[at], at, after[at]) < -straight;
        if (triangles == 0) {
            fan(0);
        } else {
            fan(at);
        }
    }

    private boolean isEar(int corner, Ears kind) {
        int a = before[corner];
        int c = after[corner];
        double area = area(a, corner, c);
        if (area <= straight) {
            return kind == Ears.FLAT && area >= -straight;
        }
        for (int i = after[c]; i != a; i = after[i]) {
            if (!isSame(i, a) && !isSame(i, corner) && !isSame(i, c) && isIn(i, a, corner, c, kind)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSame(int a, int b) {
        return x[a] == x[b] && y[a] == y[b];
    }

    private boolean isIn(int point, int a, int b, int c, Ears kind) {
        double least = Math.min(area(a, b, point), Math.min(area(b, c, point), area(c, a, point)));
        return kind == Ears.FREE ? least >= -straight : least > straight;
    }
}
