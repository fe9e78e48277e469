package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Crossing;
import org.moide.samples.programs.raytrace.tree.Meeting;
import org.moide.samples.programs.raytrace.tree.Probe;

/**
 * Computes which part of a light reaches a point. Transparent objects let light pass in a straight line, weakened by
 * reflection at their surfaces and by absorption. Real light would be refracted and form caustics. Each thread has an
 * object of its own, which is used for every ray.
 */
final class Shadow implements Crossing {
    private final World world;
    private final Finish[] finishes;
    private final Probe probe = new Probe();
    private Vector3 start = Vector3.ZERO;
    private Vector3 direction = Vector3.ZERO;
    private double reach;
    private boolean dark;
    private Colour passed = Colour.WHITE;
    private Colour absorbed = Colour.BLACK;
    private boolean absorbs;

    Shadow(World world) {
        this.world = world;
        finishes = world.finishes();
    }

    /** Returns the fraction of the light that arrives; black if something opaque is in the way. */
    Colour left(Vector3 from, Vector3 toward, double distance) {
        start = from;
        direction = toward;
        reach = distance;
        dark = false;
        passed = Colour.WHITE;
        absorbed = Colour.BLACK;
        absorbs = false;
        world.castPlanes(this, from, toward, distance);
        if (!dark) {
            probe.aim(from.x(), from.y(), from.z(), toward.x(), toward.y(), toward.z(), distance);
            world.geometry().solids.all(probe, this);
        }
        return dark ? Colour.BLACK : left();
    }

    @Override
    public boolean isEnough(int slot, Meeting meeting) {
        Geometry geometry = world.geometry();
        int through = geometry.material(slot);
        if (isStoppedBy(through)) {
            return true;
        }
        double distance = meeting.distance();
        double beyond = meeting.leaving();
        cross(through, distance, direction.dot(geometry.faceNormal(slot, start.plus(distance, direction))));
        if (geometry.isSphere(slot) && beyond < reach) {
            cross(through, beyond, direction.dot(geometry.faceNormal(slot, start.plus(beyond, direction))));
        }
        return false;
    }

    /** Returns whether a material lets no light pass. If so, the result stays black. */
    boolean isStoppedBy(int material) {
        if (!finishes[material].isClear) {
            dark = true;
        }
        return dark;
    }

    /**
     * Handles the crossing of a transparent surface.
     *
     * @param along the cosine of the angle between the ray and the outward normal, above 0 if the ray leaves the object
     */
    void cross(int material, double distance, double along) {
        Finish through = finishes[material];
        // The angle outside is the flatter one on both sides: Fresnel's formula is the same either way.
        double mirrored = Optics.fresnel(Math.min(1, Math.abs(along)), 1 / through.refraction);
        passed = passed.times(through.transmit).times(1 - mirrored);
        if (through.absorbs) {
            absorbs = true;
            absorbed = absorbed.plus(through.absorb.times(along > 0 ? distance : -distance));
        }
    }

    private Colour left() {
        if (!absorbs) {
            return passed;
        }
        // Below 0 only if a ray leaves an object that it never entered, such as an open mesh.
        return passed.times(
                new Colour(Math.max(0, absorbed.red()), Math.max(0, absorbed.green()), Math.max(0, absorbed.blue()))
                        .leftAfter(1));
    }
}
