package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * Computes reflection and refraction of light at a surface. Directions have length 1; cosines are those of the angle to
 * the normal, from 0 to 1.
 */
final class Optics {
    private Optics() {}

    /** Returns the direction after reflection at a surface with this normal. */
    static Vector3 mirror(Vector3 direction, Vector3 normal) {
        return direction.plus(-2 * direction.dot(normal), normal);
    }

    /**
     * Returns the squared cosine of the angle between the ray beyond the surface and the normal, by Snell's law; below
     * 0 if no light passes (total internal reflection).
     *
     * @param ratio the index of refraction on this side, divided by that beyond the surface
     */
    static double cosineBeyondSquared(double cosine, double ratio) {
        return 1 - ratio * ratio * (1 - cosine * cosine);
    }

    /** Returns the direction of the ray beyond the surface. */
    static Vector3 refract(Vector3 direction, Vector3 normal, double cosine, double ratio, double cosineBeyond) {
        return direction
                .times(ratio)
                .plus(ratio * cosine - cosineBeyond, normal)
                .unit();
    }

    /**
     * Returns the fraction of unpolarized light that a dielectric reflects, by Fresnel's formula; 1 at total internal
     * reflection.
     */
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

    /**
     * Returns the light that metal or varnish reflects, by Schlick's formula. It is {@code straight} at cosine 1, and
     * everything at cosine 0.
     */
    static Colour schlick(Colour straight, double cosine) {
        double rest = 1 - cosine;
        double square = rest * rest;
        return straight.plus(straight.rest().times(square * square * rest));
    }

    /**
     * Returns a number to a whole power, by squaring. It gives exactly the same result everywhere, and is faster than
     * {@code pow}.
     */
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
