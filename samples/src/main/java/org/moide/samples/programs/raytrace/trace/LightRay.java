package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A ray from a surface to a point of a light, and the light that arrives if nothing is in between.
 *
 * @param distance the distance of the light; infinite for a sun
 */
record LightRay(Vector3 direction, double distance, Colour light) {
    /** The value that says that no ray is needed, because no visible light would arrive. */
    static final LightRay NONE = new LightRay(Vector3.ZERO, 0, Colour.BLACK);

    /**
     * Returns a ray to a point of a light. {@code seed} and {@code step} determine which point.
     *
     * @param weight the weight of this light in the picture
     */
    static LightRay of(long seed, int step, Light light, Surface at, Vector3 start, Colour body, double weight) {
        if (light.radius() == 0) {
            return to(light, 0, 0, at, start, body, weight);
        }
        double across = Spread.across(seed, step);
        double above = Spread.above(seed, step);
        return to(light, Spread.onDisc(across, above), Spread.onDisc(above, across), at, start, body, weight);
    }

    /**
     * Returns the ray to a certain point of a lamp or of the sun's disc.
     *
     * @param across the horizontal position of that point; with {@code above} it is in the unit disc
     * @param weight the weight of this light in the picture
     */
    static LightRay to(
            Light source, double across, double above, Surface at, Vector3 start, Colour body, double weight) {
        Vector3 middle = source.sun() ? source.place() : source.place().minus(start);
        Vector3 toward = middle;
        if (source.radius() > 0) {
            Vector3 axis = middle.unit();
            Vector3 side = axis.anyPerpendicular();
            toward = middle.plus(across * source.radius(), side).plus(above * source.radius(), axis.cross(side));
        }
        double distance = toward.length();
        Vector3 direction = toward.times(1 / distance);
        double cosine = direction.dot(at.normal());
        if (!(cosine > 0 && direction.dot(at.face()) > 0)) {
            return NONE;
        }
        double near = source.nearness(distance);
        Finish material = at.material();
        Colour answer = body.times(cosine);
        if (material.isShiny) {
            Vector3 half = direction.minus(at.direction()).unit();
            double highlight = Optics.power(Math.max(0, half.dot(at.normal())), material.shininess);
            answer = answer.plus(material.specular.times(highlight));
        }
        Colour light = answer.times(source.colour()).times(near);
        return light.most() * weight < Follower.LEAST_WEIGHT
                ? NONE
                : new LightRay(direction, source.sun() ? Double.POSITIVE_INFINITY : distance, light);
    }
}
