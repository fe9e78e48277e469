package org.moide.samples.programs.radiosity;

import java.util.function.IntFunction;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.trace.Lens;
import org.moide.samples.programs.raytrace.trace.Tone;

/** The picture of a room whose light is known. One thread. */
final class View {
    private static final int CHANNELS = 3;

    private final Room room;
    private final IntFunction<Shine> shines;
    private final Lens lens;
    private final Tone tone;

    View(Room room, IntFunction<Shine> shines) {
        this.room = room;
        this.shines = shines;
        this.lens = new Lens(room.camera(), room.settings());
        this.tone = new Tone(room.settings());
    }

    /** Every {@code step}th row, from {@code first} on: red, green and blue of each pixel. */
    byte[] rows(int first, int step) {
        Settings settings = room.settings();
        int count = rowCount(settings.height(), first, step);
        byte[] rgb = new byte[CHANNELS * settings.width() * count];
        for (int row = 0; row < count; row++) {
            for (int x = 0; x < settings.width(); x++) {
                tone.write(pixel(x, first + row * step), rgb, CHANNELS * (row * settings.width() + x));
            }
        }
        return rgb;
    }

    static int rowCount(int height, int first, int step) {
        return Math.max(0, (height - first + step - 1) / step);
    }

    private Colour pixel(int x, int y) {
        int samples = room.settings().samples();
        Vector3 from = lens.origin(0, 0);
        Colour sum = Colour.BLACK;
        for (int row = 0; row < samples; row++) {
            for (int column = 0; column < samples; column++) {
                double across = x + (column + 0.5) / samples;
                double down = y + (row + 0.5) / samples;
                sum = sum.plus(light(from, lens.direction(from, across, down)));
            }
        }
        return sum.times(1.0 / (samples * samples));
    }

    private Colour light(Vector3 from, Vector3 direction) {
        double nearest = Double.POSITIVE_INFINITY;
        int surface = -1;
        double u = 0.0;
        double v = 0.0;
        for (int candidate = 0; candidate < room.surfaces().size(); candidate++) {
            Surface shape = room.surfaces().get(candidate);
            Vector3 normal = shape.along().cross(shape.across());
            double fall = direction.dot(normal);
            double distance = shape.corner().minus(from).dot(normal) / fall;
            // Behind its front a surface is not there: one looks into a room from outside.
            if (fall < 0.0 && distance > 0.0 && distance < nearest) {
                Vector3 hit = from.plus(distance, direction).minus(shape.corner());
                double square = normal.dot(normal);
                double hitU = hit.dot(shape.across().cross(normal)) / square;
                double hitV = hit.dot(normal.cross(shape.along())) / square;
                if (hitU >= 0.0 && hitU <= 1.0 && hitV >= 0.0 && hitV <= 1.0) {
                    nearest = distance;
                    surface = candidate;
                    u = hitU;
                    v = hitV;
                }
            }
        }
        return surface < 0 ? Colour.BLACK : smooth(surface, u, v);
    }

    /** Between the middles of four neighbours of the size of the leaf there, in proportion to how near they are. */
    private Colour smooth(int surface, double u, double v) {
        Shine shine = shines.apply(surface);
        int cells = 1 << shine.leaf(surface, u, v).level();
        double column = u * cells - 0.5;
        double row = v * cells - 0.5;
        double right = column - Math.floor(column);
        double below = row - Math.floor(row);
        Colour upper =
                cell(shine, surface, column, row, cells).toward(cell(shine, surface, column + 1, row, cells), right);
        Colour lower = cell(shine, surface, column, row + 1, cells)
                .toward(cell(shine, surface, column + 1, row + 1, cells), right);
        return upper.toward(lower, below);
    }

    private static Colour cell(Shine shine, int surface, double column, double row, int cells) {
        double u = Math.max(0.0, Math.min(cells - 1.0, Math.floor(column)));
        double v = Math.max(0.0, Math.min(cells - 1.0, Math.floor(row)));
        int element = shine.element(shine.leaf(surface, (u + 0.5) / cells, (v + 0.5) / cells));
        return shine.radiosity(element);
    }
}
