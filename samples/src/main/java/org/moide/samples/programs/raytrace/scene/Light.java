package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * A source of light: a lamp at a place, or a sun that is so far away that only its direction matters.
 *
 * @param sun whether this is a sun; then {@code place} is the direction toward it, of length 1, and not a point
 * @param colour the light that arrives at a surface which faces the source
 * @param radius the radius of the lamp, or of the sun's disc at distance 1; 0 gives sharp shadows
 * @param reach the distance at which a lamp has half its strength; infinite if it does not weaken with distance, and
 *     for a sun
 * @param samples the number of shadow rays for each directly visible point
 */
public record Light(boolean sun, Vector3 place, Colour colour, double radius, double reach, int samples)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns which fraction of its strength the light has at a distance. */
    public double nearness(double distance) {
        return reach == Double.POSITIVE_INFINITY ? 1 : 1 / (1 + distance * distance / (reach * reach));
    }

    /** Returns a lamp that does not weaken with distance. */
    public static Light lamp(Vector3 place, Colour colour, double radius, int samples) {
        return new Light(false, place, colour, radius, Double.POSITIVE_INFINITY, samples);
    }
}
