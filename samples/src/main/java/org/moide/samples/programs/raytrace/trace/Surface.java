package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A place at which a ray hits an object. The directions {@code face}, the normal of the face, and {@code normal}, the
 * one used for light, point to the side from which the ray comes.
 */
record Surface(Vector3 point, Vector3 face, Vector3 normal, Vector3 direction, boolean inside, Finish material) {
    /** The distance from a surface at which rays begin, as a fraction of the size of the coordinates. */
    static final double OFF_SURFACE = 1e-8;

    static Surface of(World world, int slot, double distance, double u, double v, Vector3 origin, Vector3 direction) {
        Vector3 point = new Vector3(
                origin.x() + distance * direction.x(),
                origin.y() + distance * direction.y(),
                origin.z() + distance * direction.z());
        Vector3 outward = world.faceNormal(slot, point);
        Vector3 shading = world.shadingNormal(slot, outward, u, v);
        boolean inside = direction.dot(outward) > 0;
        Vector3 face = inside ? outward.negated() : outward;
        Vector3 normal = facing(inside ? shading.negated() : shading, face, direction);
        return new Surface(point, face, normal, direction, inside, world.finish(slot));
    }

    // Near its outline a smooth surface's mixed normal may look away from the eye: bend it back until it does not.
    static Vector3 facing(Vector3 normal, Vector3 face, Vector3 direction) {
        double along = direction.dot(normal);
        return along < 0
                ? normal
                : normal.plus(-along - 1e-3, direction).plus(1e-3, face).unit();
    }

    /**
     * Returns the point at which a ray that leaves the surface begins.
     *
     * @param through whether it leaves on the other side
     */
    Vector3 start(boolean through) {
        double size = 1 + Math.max(Math.abs(point.x()), Math.max(Math.abs(point.y()), Math.abs(point.z())));
        return point.plus(through ? -OFF_SURFACE * size : OFF_SURFACE * size, face);
    }

    double cosine() {
        return Math.min(1, -direction.dot(normal));
    }

    /** Returns whether lamps light the place. They do not light a place inside of a transparent object. */
    boolean answersLight() {
        return material.answersLight && !(inside && material.isClear);
    }

    /** Returns which fraction of light is scattered: the part that is neither reflected nor let through. */
    Colour scattered() {
        if (!material.isClear) {
            return (material.mirrors ? Optics.schlick(material.reflect, cosine()) : Colour.BLACK).rest();
        }
        double mirrored = Optics.fresnel(cosine(), ratio());
        return material.transmit.rest().times(1 - mirrored).times(inside ? Colour.BLACK : Colour.WHITE);
    }

    /** Returns the index of refraction on this side, divided by that beyond the surface. */
    double ratio() {
        return inside ? material.refraction : 1 / material.refraction;
    }

    /** Returns the colour of scattered light, multiplied by the fraction of light that is scattered. */
    Colour body() {
        Colour scattered = scattered();
        return scattered.isBlack()
                ? Colour.BLACK
                : Paint.at(material.diffuse, point).times(scattered);
    }
}
