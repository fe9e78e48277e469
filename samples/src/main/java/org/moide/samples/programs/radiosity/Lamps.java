package org.moide.samples.programs.radiosity;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.moide.samples.programs.radiosity.room.Rays;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * The surfaces that emit light. Their direct light makes the visible shadows, so it is computed for the points of a
 * picture and not taken from elements. Used by one thread.
 */
final class Lamps {
    /**
     * The most lamps. Each takes time at every pixel, so the light of further lamps is treated like scattered light.
     */
    private static final int MOST = 24;

    private static final int FEWEST_RAYS = 2;

    private final Room room;
    private final FormFactor formFactor = new FormFactor();
    private final Frame.Surfaces frames;
    private final Rays rays;
    private final int[] lamps;
    private final boolean[] isLamp;

    /** Chooses the brightest lamps of a room. */
    Lamps(Room room, Rays rays) {
        this(room, rays, MOST);
    }

    /** Chooses the brightest lamps, at most {@code most}. */
    Lamps(Room room, Rays rays, int most) {
        this.room = room;
        this.frames = new Frame.Surfaces(room.surfaces());
        this.rays = rays;
        lamps = IntStream.range(0, room.surfaces().size())
                .filter(surface -> !room.surfaces().get(surface).emit().isBlack())
                .boxed()
                .sorted(Comparator.comparingDouble(this::power).reversed())
                .limit(most)
                .mapToInt(Integer::intValue)
                .toArray();
        isLamp = new boolean[room.surfaces().size()];
        for (int lamp : lamps) {
            isLamp[lamp] = true;
        }
    }

    private double power(int surface) {
        Surface shape = room.surfaces().get(surface);
        return shape.area() * shape.emit().most();
    }

    int count() {
        return lamps.length;
    }

    boolean isLamp(int surface) {
        return isLamp[surface];
    }

    Colour emit(int lamp) {
        return room.surfaces().get(lamps[lamp]).emit();
    }

    /**
     * Returns the fraction of the light arriving at a point of a surface that comes from a lamp, if nothing is between
     * them.
     */
    double factor(int lamp, int surface, Vector3 point) {
        return lamps[lamp] == surface
                ? 0.0
                : formFactor.atPoint(point, room.surfaces().get(surface).normal(), frames, lamps[lamp]);
    }

    /**
     * Returns the fraction of a lamp's light that reaches a point of a surface without being blocked.
     *
     * @param factor the result of {@link #factor}; fewer rays are used if it is small
     * @param most the most rays in each of the two directions of the lamp
     * @param acrossPart at which place of its part of the lamp a ray ends, in the first direction, from 0 to 1
     * @param downPart the same for the second direction
     */
    double seen(int lamp, int surface, Vector3 point, double factor, int most, double acrossPart, double downPart) {
        Surface shape = room.surfaces().get(lamps[lamp]);
        double light = Math.min(1.0, factor * shape.emit().most());
        int side = Math.max(FEWEST_RAYS, (int) Math.ceil(most * Math.sqrt(light)));
        Vector3 normal = room.surfaces().get(surface).normal();
        Vector3 lampNormal = shape.normal();
        double all = 0.0;
        double open = 0.0;
        boolean isStopped = false;
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                Vector3 end = point(shape, (column + acrossPart) / side, (row + downPart) / side);
                Vector3 way = end.minus(point);
                double square = way.dot(way);
                double weight = Math.max(0.0, way.dot(normal)) * -way.dot(lampNormal) / (square * square);
                if (weight > 0.0) {
                    all += weight;
                    if (rays.isBlocked(point, end, surface, lamps[lamp])) {
                        isStopped = true;
                    } else {
                        open += weight;
                    }
                }
            }
        }
        // Exactly 1 if nothing is in between, independent of rounding.
        return isStopped ? open / all : 1.0;
    }

    /** Maps a point of a square to a surface, such that evenly distributed points stay evenly distributed. */
    private static Vector3 point(Surface shape, double across, double down) {
        if (!shape.isTriangle()) {
            return shape.at(across, down);
        }
        double root = Math.sqrt(across);
        return shape.at(1.0 - root, down * root);
    }
}
