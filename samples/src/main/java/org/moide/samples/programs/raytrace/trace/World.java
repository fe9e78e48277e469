package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Plane;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A scene made ready for rays: with its hierarchy of boxes built. Made once per engine; immutable; any thread, each with
 * its own {@link Tracer}.
 */
public final class World {
    private static final int FIRST_PLANE = Probe.NOTHING - 1;

    private final Scene scene;
    private final Plane[] planes;
    private final Finish[] finishes;
    private final Geometry geometry;

    public World(Scene scene) {
        this.scene = scene;
        planes = scene.planes().toArray(Plane[]::new);
        finishes = Finish.of(scene.materials());
        geometry = new Geometry(scene.shapes());
    }

    Scene scene() {
        return scene;
    }

    /** Finds the nearest thing that the probe's ray meets. */
    boolean nearest(Probe probe) {
        geometry.nearest(probe);
        for (int plane = 0; plane < planes.length; plane++) {
            double distance = distance(planes[plane], probe);
            if (distance > 0 && distance < probe.distance) {
                probe.distance = distance;
                probe.slot = FIRST_PLANE - plane;
            }
        }
        return probe.slot != Probe.NOTHING;
    }

    /** Whether anything of the light at the end of the probe's ray arrives; {@code shadow} then says how much. */
    boolean isLit(Probe probe, Shadow shadow) {
        shadow.begin();
        for (int plane = 0; plane < planes.length; plane++) {
            double distance = distance(planes[plane], probe);
            if (distance > 0 && distance < probe.distance) {
                int material = planes[plane].material();
                if (shadow.isStoppedBy(material)) {
                    return false;
                }
                shadow.cross(material, distance, probe.along(planes[plane].normal()));
            }
        }
        geometry.cast(probe, shadow);
        return !shadow.isDark();
    }

    private static double distance(Plane plane, Probe probe) {
        Vector3 normal = plane.normal();
        double slope = probe.along(normal);
        if (slope == 0) {
            return Double.POSITIVE_INFINITY;
        }
        Vector3 point = plane.point();
        double height = (point.x() - probe.originX) * normal.x()
                + (point.y() - probe.originY) * normal.y()
                + (point.z() - probe.originZ) * normal.z();
        return height / slope;
    }

    Finish[] finishes() {
        return finishes;
    }

    Finish finish(int slot) {
        return finishes[slot < 0 ? planes[FIRST_PLANE - slot].material() : geometry.material(slot)];
    }

    Vector3 faceNormal(int slot, Vector3 point) {
        return slot < 0 ? planes[FIRST_PLANE - slot].normal() : geometry.faceNormal(slot, point);
    }

    Vector3 shadingNormal(int slot, Vector3 faceNormal, double u, double v) {
        return slot < 0 ? faceNormal : geometry.shadingNormal(slot, faceNormal, u, v);
    }
}
