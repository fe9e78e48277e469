package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.moide.samples.programs.raytrace.scene.Vector3;

/** What is between two places: rays are cast from one to the other. Immutable but for its scratch; one thread at a time. */
final class Visibility {
    /** Rays from one place to another: one from each of the 4 × 4 parts of the first to a part of the second, each part used once. */
    private static final int SIDE = 4;

    private static final int RAYS = SIDE * SIDE;
    /** Any number without a common factor with {@link #RAYS} meets each part once. */
    private static final int STRIDE = 7;
    /** Where rays begin and end on a surface they are not stopped by it: in parts of their length. */
    private static final double NEAR = 1e-6;

    private static final int NUMBERS = 12;

    private final Room room;
    /** Of each surface that can be in the way: corner, normal, and what gives a point's u and v. */
    private final double[] blockers;

    private final int[] blockerSurfaces;
    private int lastBlocker;

    Visibility(Room room) {
        this.room = room;
        List<Surface> surfaces = room.surfaces();
        int[] inside = new int[surfaces.size()];
        int count = 0;
        for (int surface = 0; surface < surfaces.size(); surface++) {
            if (!isHull(surfaces, surface)) {
                inside[count++] = surface;
            }
        }
        blockerSurfaces = Arrays.copyOf(inside, count);
        blockers = new double[count * NUMBERS];
        for (int blocker = 0; blocker < count; blocker++) {
            put(surfaces.get(blockerSurfaces[blocker]), blocker * NUMBERS);
        }
    }

    /** Whether nothing is behind a surface, as with the walls of a room: such a surface is never in the way. */
    private static boolean isHull(List<Surface> surfaces, int candidate) {
        Surface wall = surfaces.get(candidate);
        double tolerance = 1e-9 * (wall.along().length() + wall.across().length());
        for (Surface other : surfaces) {
            for (int corner = 0; corner < 4; corner++) {
                if (wall.before(other.at(corner & 1, corner >> 1)) < -tolerance) {
                    return false;
                }
            }
        }
        return true;
    }

    private void put(Surface surface, int at) {
        Vector3 normal = surface.along().cross(surface.across());
        double square = normal.dot(normal);
        put(surface.corner(), at);
        put(normal, at + 3);
        // The reciprocal sides: their products with a point of the plane are its u and v.
        put(surface.across().cross(normal).times(1.0 / square), at + 6);
        put(normal.cross(surface.along()).times(1.0 / square), at + 9);
    }

    private void put(Vector3 vector, int at) {
        blockers[at] = vector.x();
        blockers[at + 1] = vector.y();
        blockers[at + 2] = vector.z();
    }

    /** What part of a place can be seen from another, from 0 to 1; the same both ways, whoever asks. */
    double between(Place one, Place other) {
        if (blockerSurfaces.length == 0) {
            return 1.0;
        }
        return one.surface() < other.surface() ? cast(one, other) : cast(other, one);
    }

    private double cast(Place receiver, Place source) {
        Surface to = room.surfaces().get(receiver.surface());
        Surface from = room.surfaces().get(source.surface());
        SplittableRandom jitter = new SplittableRandom(31L * receiver.hashCode() + source.hashCode());
        int seen = 0;
        int facing = 0;
        for (int ray = 0; ray < RAYS; ray++) {
            int other = (ray * STRIDE + STRIDE) % RAYS;
            Vector3 begin = point(to, receiver, ray, jitter);
            Vector3 end = point(from, source, other, jitter);
            // What is behind the other's back is left out by the form factor already.
            if (from.before(begin) > 0.0 && to.before(end) > 0.0) {
                facing++;
                seen += isBlocked(begin, end, receiver.surface(), source.surface()) ? 0 : 1;
            }
        }
        return facing == 0 ? 1.0 : (double) seen / facing;
    }

    private static Vector3 point(Surface surface, Place place, int part, SplittableRandom jitter) {
        int column = part % SIDE;
        int row = part / SIDE;
        double u = (column + jitter.nextDouble()) / SIDE;
        double v = (row + jitter.nextDouble()) / SIDE;
        return surface.at(place.u(u), place.v(v));
    }

    private boolean isBlocked(Vector3 begin, Vector3 end, int receiver, int source) {
        int count = blockerSurfaces.length;
        // What was in the way last time probably is again.
        for (int i = 0; i < count; i++) {
            int blocker = lastBlocker + i < count ? lastBlocker + i : lastBlocker + i - count;
            int surface = blockerSurfaces[blocker];
            if (surface != receiver && surface != source && blocks(blocker * NUMBERS, begin, end)) {
                lastBlocker = blocker;
                return true;
            }
        }
        return false;
    }

    private boolean blocks(int at, Vector3 begin, Vector3 end) {
        double[] b = blockers;
        double x = begin.x() - b[at];
        double y = begin.y() - b[at + 1];
        double z = begin.z() - b[at + 2];
        double dx = end.x() - begin.x();
        double dy = end.y() - begin.y();
        double dz = end.z() - begin.z();
        double height = x * b[at + 3] + y * b[at + 4] + z * b[at + 5];
        double fall = dx * b[at + 3] + dy * b[at + 4] + dz * b[at + 5];
        double part = -height / fall;
        if (!(part > NEAR && part < 1.0 - NEAR)) {
            return false;
        }
        x += part * dx;
        y += part * dy;
        z += part * dz;
        double u = x * b[at + 6] + y * b[at + 7] + z * b[at + 8];
        double v = x * b[at + 9] + y * b[at + 10] + z * b[at + 11];
        return u >= 0.0 && u <= 1.0 && v >= 0.0 && v <= 1.0;
    }
}
