package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * The optics of a surface: what happens to light there. Directions have length 1; cosines are those to the normal, from
 * 0 to 1.
 */
final class Optics {
    private Optics() {}

    /** The direction of what comes in along {@code direction} and is mirrored at a surface with that normal. */
    static Vector3 mirror(Vector3 direction, Vector3 normal) {
        return direction.plus(-2 * direction.dot(normal), normal);
    }

    /**
     * The angle inside, squared, by Snell's law: the cosine squared beyond the surface, below 0 where nothing passes
     * (total internal reflection).
     *
     * @param ratio the index of refraction on this side over that beyond
     */
    static double cosineBeyondSquared(double cosine, double ratio) {
        return 1 - ratio * ratio * (1 - cosine * cosine);
    }

    /**
     * The direction beyond the surface.
     *
     * @param normal toward the side that light comes from
     * @param cosineBeyond from {@link #cosineBeyondSquared}
     */
    static Vector3 refract(Vector3 direction, Vector3 normal, double cosine, double ratio, double cosineBeyond) {
        return direction
                .times(ratio)
                .plus(ratio * cosine - cosineBeyond, normal)
                .unit();
    }

    /** Fresnel's part of unpolarised light that a dielectric mirrors; 1 at total internal reflection. */
    static double fresnel(double cosine, double ratio) {
        double squared = cosineBeyondSquared(cosine, ratio);
        if (squared <= 0) {
            return 1;
        }
        double beyond = Math.sqrt(squared);
        double across = (ratio * cosine - beyond) / (ratio * cosine + beyond);
        double within = (ratio * beyond - cosine) / (ratio * beyond + cosine);
        return (across * across + within * within) / 2;
    }

    /** Schlick's formula: the part of light that metal or varnish mirrors; {@code straight} at cosine 1, all at 0. */
    static Colour schlick(Colour straight, double cosine) {
        double rest = 1 - cosine;
        double square = rest * rest;
        return straight.plus(straight.rest().times(square * square * rest));
    }

    /** A number to a whole power, by squaring: the same bits everywhere, and faster than {@code pow}. */
    static double power(double base, int exponent) {
        double result = 1;
        double square = base;
        for (int left = exponent; left > 0; left >>= 1) {
            if ((left & 1) != 0) {
                result *= square;
            }
            square *= square;
        }
        return result;
    }
}
