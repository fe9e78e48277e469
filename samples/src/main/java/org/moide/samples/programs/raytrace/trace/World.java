package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Plane;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Packet;
import org.moide.samples.programs.raytrace.tree.Probe;

/**
 * A scene prepared for ray tracing, with its tree of boxes. Each engine makes one. Immutable; any thread may use it,
 * each with a {@link Tracer} of its own.
 */
public final class World {
    static final int CLEAR = 1;
    static final int DARK = 2;
    private static final int FIRST_PLANE = Probe.NOTHING - 1;

    private final Scene scene;
    private final Plane[] planes;
    private final Finish[] finishes;
    private final Geometry geometry;
    final Lens lens;
    final Tone tone;

    /**
     * Builds the tree of a scene.
     *
     * @param threads the number of threads that may build the tree, including this one
     */
    public World(Scene scene, int threads) {
        this.scene = scene;
        planes = scene.planes().toArray(Plane[]::new);
        finishes = Finish.of(scene.materials());
        geometry = new Geometry(scene.shapes(), threads);
        lens = new Lens(scene.camera(), scene.settings());
        tone = new Tone(scene.settings());
    }

    Scene scene() {
        return scene;
    }

    Geometry geometry() {
        return geometry;
    }

    /**
     * Aims the probe along a ray without an end, and finds the nearest object that the ray hits. Returns whether there
     * is one.
     */
    boolean nearest(Probe probe, Vector3 origin, Vector3 direction) {
        probe.aim(
                origin.x(),
                origin.y(),
                origin.z(),
                direction.x(),
                direction.y(),
                direction.z(),
                Double.POSITIVE_INFINITY);
        return nearest(probe);
    }

    /** Finds the nearest object that the probe's ray hits. */
    boolean nearest(Probe probe) {
        geometry.solids.nearest(probe);
        for (int plane = 0; plane < planes.length; plane++) {
            double distance = distance(
                    planes[plane],
                    probe.originX(),
                    probe.originY(),
                    probe.originZ(),
                    probe.directionX(),
                    probe.directionY(),
                    probe.directionZ());
            if (distance > 0 && distance < probe.distance()) {
                probe.meet(FIRST_PLANE - plane, distance, 0, 0);
            }
        }
        return probe.slot() != Probe.NOTHING;
    }

    /** Finds the nearest object that each ray of a packet hits. */
    void nearest(Packet packet) {
        geometry.solids.nearest(packet);
        for (int plane = 0; plane < planes.length; plane++) {
            for (int ray = 0; ray < packet.count(); ray++) {
                double distance = distance(
                        planes[plane],
                        packet.originX(ray),
                        packet.originY(ray),
                        packet.originZ(ray),
                        packet.directionX(ray),
                        packet.directionY(ray),
                        packet.directionZ(ray));
                if (distance > 0 && distance < packet.distance(ray)) {
                    packet.met(ray, FIRST_PLANE - plane, distance, 0, 0);
                }
            }
        }
    }

    /** Adds to {@code shadow} the shadows of all planes that the ray meets within {@code reach}. */
    void castPlanes(Shadow shadow, Vector3 start, Vector3 direction, double reach) {
        for (Plane plane : planes) {
            double distance =
                    distance(plane, start.x(), start.y(), start.z(), direction.x(), direction.y(), direction.z());
            if (distance > 0 && distance < reach) {
                if (shadow.isStoppedBy(plane.material())) {
                    return;
                }
                shadow.cross(plane.material(), distance, direction.dot(plane.normal()));
            }
        }
    }

    /**
     * Returns which kinds of planes are in the way of a ray: {@link #CLEAR} (transparent), {@link #DARK} (opaque), both
     * or none.
     */
    int planesBetween(double x, double y, double z, double dx, double dy, double dz, double reach) {
        int found = 0;
        for (Plane plane : planes) {
            double distance = distance(plane, x, y, z, dx, dy, dz);
            if (distance > 0 && distance < reach) {
                found |= finishes[plane.material()].isClear ? CLEAR : DARK;
            }
        }
        return found;
    }

    private static double distance(
            Plane plane,
            double originX,
            double originY,
            double originZ,
            double directionX,
            double directionY,
            double directionZ) {
        Vector3 normal = plane.normal();
        double slope = directionX * normal.x() + directionY * normal.y() + directionZ * normal.z();
        if (slope == 0) {
            return Double.POSITIVE_INFINITY;
        }
        Vector3 point = plane.point();
        double height = (point.x() - originX) * normal.x()
                + (point.y() - originY) * normal.y()
                + (point.z() - originZ) * normal.z();
        return height / slope;
    }

    Finish[] finishes() {
        return finishes;
    }

    Finish finish(int slot) {
        return finishes[slot < 0 ? planes[FIRST_PLANE - slot].material() : geometry.material(slot)];
    }

    boolean isSmooth(int slot) {
        return slot >= 0 && geometry.isSmooth(slot);
    }

    /** Writes the outward normal of the surface at a point. */
    void faceNormal(int slot, double x, double y, double z, double[] into, int at) {
        if (slot < 0) {
            Vector3 normal = planes[FIRST_PLANE - slot].normal();
            into[at] = normal.x();
            into[at + 1] = normal.y();
            into[at + 2] = normal.z();
        } else {
            geometry.faceNormal(slot, x, y, z, into, at);
        }
    }

    Vector3 faceNormal(int slot, Vector3 point) {
        return slot < 0 ? planes[FIRST_PLANE - slot].normal() : geometry.faceNormal(slot, point);
    }

    Vector3 shadingNormal(int slot, Vector3 faceNormal, double u, double v) {
        return slot < 0 ? faceNormal : geometry.shadingNormal(slot, faceNormal, u, v);
    }
}
