package org.moide.samples.programs.radiosity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.samples.picture.Pattern;
import org.moide.samples.programs.radiosity.room.Rays;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.trace.Lens;
import org.moide.samples.programs.raytrace.trace.Tone;

/**
 * Draws the picture of a room whose light has been computed. A pixel in which surfaces meet is the mean of several
 * rays. Where a screen cannot show the level between two others, pixels of both are mixed in a pattern, so that a wall
 * that darkens slowly has no visible steps. Used by one thread.
 *
 * <p>The picture is computed in tiles: if all four corners of a tile see all of a lamp, or all see none of it, the
 * pixels between them are assumed to see the same.
 */
final class View {
    private static final int CHANNELS = 3;
    /** The side of a tile in pixels. Tiles are smaller than the shadows of objects in a room. */
    private static final int TILE = 4;
    /**
     * The number of rays from a tile's corner to a lamp, in each of the lamp's two directions. The next two constants
     * are for rays from a pixel, and from each point of a pixel that has several.
     */
    private static final int FROM_CORNER = 8;

    private static final int FROM_PIXEL = 12;

    private static final int FROM_POINT = 3;

    /**
     * A distance in pixels. The value of the grain at this distance from a pixel has nothing to do with its value at
     * the pixel.
     */
    private static final double ASIDE = 335.29428;

    private final Room room;
    private final Settings settings;
    private final Lamps lamps;
    private final Glow glow;
    private final Rays rays;
    private final Lens lens;
    private final Tone tone;
    private final Vector3 from;

    /** Gives the light that a point of a surface sends out. */
    interface Glow {
        Colour at(int surface, double u, double v);
    }

    /** The surface that is visible at a point of the picture, and the place on that surface. */
    private record Hit(int surface, double u, double v, Vector3 point) {}

    /**
     * The corner of a tile. It has the surface that is visible there and, for each lamp, how much of its light would
     * arrive there if nothing were in between, and which fraction of the lamp is visible.
     */
    private static final class Corner {
        private final int surface;
        private final double[] factor;
        private final double[] seen;

        Corner(int surface, double[] factor, double[] seen) {
            this.surface = surface;
            this.factor = factor;
            this.seen = seen;
        }
    }

    /**
     * Creates a view of a room.
     *
     * @param lamps the lamps whose light is computed for each point
     * @param glow the light that a point sends out in addition to what it reflects of the lamps' light
     */
    View(Room room, Rays rays, Lamps lamps, Glow glow) {
        this.room = room;
        this.settings = room.settings();
        this.lamps = lamps;
        this.glow = glow;
        this.rays = rays;
        this.lens = new Lens(room.camera(), settings);
        this.tone = new Tone(settings);
        this.from = lens.origin(0, 0);
    }

    /** Returns which of {@code step} threads computes a row. */
    static int owner(int row, int step) {
        return row / TILE % step;
    }

    static int rowCount(int height, int first, int step) {
        int count = 0;
        for (int row = 0; row < height; row++) {
            count += owner(row, step) == first ? 1 : 0;
        }
        return count;
    }

    /**
     * Returns the rows of thread number {@code first} of {@code step} threads: the red, green and blue values of each
     * pixel.
     */
    byte[] rows(int first, int step) {
        int width = settings.width();
        byte[] rgb = new byte[CHANNELS * width * rowCount(settings.height(), first, step)];
        int at = 0;
        for (int top = first * TILE; top < settings.height(); top += step * TILE) {
            int bottom = Math.min(settings.height(), top + TILE);
            @Nullable Corner[] above = corners(top);
            @Nullable Corner[] below = corners(top + TILE);
            int[] lower = surfacesAlong(top);
            for (int y = top; y < bottom; y++) {
                int[] upper = lower;
                lower = surfacesAlong(y + 1);
                for (int x = 0; x < width; x++) {
                    int tile = x / TILE;
                    boolean isEdge = upper[x] != upper[x + 1] || upper[x] != lower[x] || upper[x] != lower[x + 1];
                    Tile around = new Tile(
                            new @Nullable Corner[] {above[tile], above[tile + 1], below[tile], below[tile + 1]});
                    tone.write(pixel(x, y, isEdge, around), Pattern.at(x, y), rgb, at);
                    at += CHANNELS;
                }
            }
        }
        return rgb;
    }

    /** Returns the surfaces that are visible at the corners of a row's pixels. */
    private int[] surfacesAlong(int y) {
        int[] surfaces = new int[settings.width() + 1];
        Arrays.setAll(surfaces, x -> rays.nearest(from, lens.direction(from, x, y), true));
        return surfaces;
    }

    private @Nullable Corner[] corners(int y) {
        @Nullable Corner[] corners = new @Nullable Corner[(settings.width() + TILE - 1) / TILE + 1];
        for (int i = 0; i < corners.length; i++) {
            Hit hit = hit(i * TILE, y);
            corners[i] = hit == null ? null : corner(hit);
        }
        return corners;
    }

    private Corner corner(Hit hit) {
        double[] factor = new double[lamps.count()];
        double[] seen = new double[lamps.count()];
        for (int lamp = 0; lamp < factor.length; lamp++) {
            factor[lamp] = lamps.factor(lamp, hit.surface(), hit.point());
            if (factor[lamp] > 0.0) {
                seen[lamp] = lamps.seen(lamp, hit.surface(), hit.point(), factor[lamp], FROM_CORNER, 0.5, 0.5);
            }
        }
        return new Corner(hit.surface(), factor, seen);
    }

    private @Nullable Hit hit(double x, double y) {
        int surface = rays.nearest(from, lens.direction(from, x, y), true);
        if (surface == Rays.NOTHING) {
            return null;
        }
        return new Hit(surface, rays.u(), rays.v(), room.surfaces().get(surface).at(rays.u(), rays.v()));
    }

    /**
     * Returns a pseudo-random number from 0 to 1 for a pixel. The numbers of neighbouring pixels differ, and all
     * together have no visible pattern (Jimenez, 2014).
     */
    private static double grain(double x, double y) {
        double slow = 0.06711056 * x + 0.00583715 * y;
        double fast = 52.9829189 * (slow - Math.floor(slow));
        return fast - Math.floor(fast);
    }

    private Colour pixel(int x, int y, boolean isEdge, Tile tile) {
        int side = isEdge ? settings.samples() : 1;
        Colour sum = Colour.BLACK;
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                // Each ray has a column and a row of its own, so an edge of any slope is cut at many places.
                double across = x + (column + (row + 0.5) / side) / side;
                double down = y + (row + (side - column - 0.5) / side) / side;
                Hit hit = hit(across, down);
                if (hit != null) {
                    Colour light = light(hit, tile, across, down, isEdge ? FROM_POINT : FROM_PIXEL);
                    // The mean of shown levels. Beside a lamp, the mean of the light would be white.
                    sum = sum.plus(tone.shown(light));
                }
            }
        }
        return sum.times(1.0 / (side * side));
    }

    private Colour light(Hit hit, Tile tile, double x, double y, int side) {
        Surface shape = room.surfaces().get(hit.surface());
        if (shape.reflect().isBlack()) {
            return shape.emit();
        }
        Colour arriving = Colour.BLACK;
        for (int lamp = 0; lamp < lamps.count(); lamp++) {
            double factor = tile.isOf(hit.surface())
                    ? tile.factor(lamp, x / TILE - Math.floor(x / TILE), y / TILE - Math.floor(y / TILE))
                    : lamps.factor(lamp, hit.surface(), hit.point());
            if (factor > 0.0) {
                double seen = tile.seen(lamp, hit.surface());
                if (Double.isNaN(seen)) {
                    seen = lamps.seen(lamp, hit.surface(), hit.point(), factor, side, grain(x, y), grain(x + ASIDE, y));
                }
                arriving = arriving.plus(lamps.emit(lamp).times(factor * seen));
            }
        }
        return glow.at(hit.surface(), hit.u(), hit.v()).plus(arriving.times(shape.reflect()));
    }

    /** The four corners of a tile: the two above, left and right, then the two below. */
    private static final class Tile {
        private final @Nullable Corner[] corners;

        Tile(@Nullable Corner[] corners) {
            this.corners = corners;
        }

        /** Returns whether surface {@code surface} is visible at all corners. */
        boolean isOf(int surface) {
            for (Corner corner : corners) {
                if (corner == null || corner.surface != surface) {
                    return false;
                }
            }
            return true;
        }

        /** Interpolates the corners' factors for a point within the tile. */
        double factor(int lamp, double right, double below) {
            double[] weights = {
                (1.0 - right) * (1.0 - below), right * (1.0 - below), (1.0 - right) * below, right * below
            };
            double factor = 0.0;
            for (int i = 0; i < weights.length; i++) {
                Corner corner = corners[i];
                factor += corner == null ? 0.0 : weights[i] * corner.factor[lamp];
            }
            return factor;
        }

        /**
         * Returns which fraction of a lamp is seen within the tile, if the corners on a surface agree: 1 if all of them
         * see all of it, 0 if all see none of it. Otherwise returns NaN.
         */
        double seen(int lamp, int surface) {
            double seen = Double.NaN;
            for (Corner corner : corners) {
                if (corner != null && corner.surface == surface && corner.factor[lamp] > 0.0) {
                    double here = corner.seen[lamp];
                    if ((here > 0.0 && here < 1.0) || (seen >= 0.0 && seen != here)) {
                        return Double.NaN;
                    }
                    seen = here;
                }
            }
            return seen;
        }
    }
}
