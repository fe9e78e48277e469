package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Texture;
import org.moide.samples.programs.raytrace.scene.Vector3;

/** Computes the colours of textures. */
final class Paint {
    /**
     * The distance by which the checker pattern is shifted from the origin. Without it, a floor at a whole height would
     * flicker between two layers of cubes.
     */
    private static final double OFF = 1e-6;

    private Paint() {}

    static Colour at(Texture texture, Vector3 point) {
        double size = texture.size();
        return switch (texture.pattern()) {
            case SOLID -> texture.first();
            case CHECKER -> {
                double cells = Math.floor(point.x() / size + OFF)
                        + Math.floor(point.y() / size + OFF)
                        + Math.floor(point.z() / size + OFF);
                yield Math.floor(cells / 2) * 2 == cells ? texture.first() : texture.second();
            }
            case MARBLE -> {
                Vector3 p = point.times(1 / size);
                double veins = p.x() + 0.6 * p.y() + 0.8 * p.z() + 2.5 * Noise.turbulent(p.x(), p.y(), p.z(), 5);
                double wave = 2 * Math.abs(Noise.wrap(veins) - 0.5);
                yield texture.first().toward(texture.second(), Optics.power(wave, 5));
            }
            case CLOUDS -> {
                Vector3 p = point.times(1 / size);
                double level = 0.5 + 0.75 * Noise.turbulent(p.x(), p.y(), p.z(), 5);
                yield texture.first().toward(texture.second(), Math.max(0, Math.min(1, level)));
            }
        };
    }
}
