package org.moide.samples.programs.radiosity.room;

import java.util.List;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Crossing;
import org.moide.samples.programs.raytrace.tree.Meeting;
import org.moide.samples.programs.raytrace.tree.Probe;

/**
 * Finds what is in the way of rays between two places. The place at which a ray has met a surface is known until the
 * next ray. Used by one thread.
 */
public final class Rays {
    public static final int NOTHING = -1;

    /**
     * The parts at both ends of a ray, as a fraction of its length, in which nothing blocks it, because it begins and
     * ends on surfaces.
     */
    private static final double NEAR = 1e-6;

    private final List<Surface> surfaces;
    private final Vector3[] normals;
    private final Facets facets;
    private final Probe probe = new Probe();
    private final Crossing between = this::isEnough;
    private int beginSurface;
    private int endSurface;
    private double nearestThatStops;
    private boolean stopped;
    private double u;
    private double v;
    private boolean fromBehind;

    public Rays(List<Surface> surfaces) {
        this.surfaces = surfaces;
        this.normals = surfaces.stream().map(Surface::normal).toArray(Vector3[]::new);
        this.facets = Facets.all(surfaces);
    }

    /** Creates an object for another thread, with the same surfaces. */
    public Rays(Rays other) {
        surfaces = other.surfaces;
        normals = other.normals;
        facets = other.facets;
    }

    /**
     * Returns the nearest surface that a ray meets, or {@link #NOTHING}.
     *
     * @param direction the direction, of length 1
     * @param throughBacks whether rays pass through surfaces that they meet from behind
     */
    public int nearest(Vector3 from, Vector3 direction, boolean throughBacks) {
        Vector3 begin = from;
        // Each turn passes through one surface from behind, and a ray meets a flat surface once.
        for (int turn = 0; turn <= surfaces.size(); turn++) {
            probe.aim(
                    begin.x(),
                    begin.y(),
                    begin.z(),
                    direction.x(),
                    direction.y(),
                    direction.z(),
                    Double.POSITIVE_INFINITY);
            facets.solids().nearest(probe);
            if (probe.slot() == Probe.NOTHING) {
                return NOTHING;
            }
            int found = facets.surface(probe.slot());
            fromBehind = direction.dot(normals[found]) > 0.0;
            if (!fromBehind || !throughBacks) {
                u = Math.max(0.0, Math.min(1.0, facets.share(probe.slot(), probe.u())));
                v = Math.max(0.0, Math.min(1.0, facets.share(probe.slot(), probe.v())));
                return found;
            }
            begin = begin.plus(probe.distance() * (1.0 + NEAR), direction);
        }
        return NOTHING;
    }

    /** Returns whether anything is between two points, other than the surfaces on which they are. */
    public boolean isBlocked(Vector3 begin, Vector3 end, int onSurface, int toSurface) {
        Vector3 way = end.minus(begin);
        double length = way.length();
        if (length == 0.0) {
            return false;
        }
        beginSurface = onSurface;
        endSurface = toSurface;
        stopped = false;
        nearestThatStops = NEAR * length;
        probe.aim(
                begin.x(),
                begin.y(),
                begin.z(),
                way.x() / length,
                way.y() / length,
                way.z() / length,
                length * (1.0 - NEAR));
        facets.solids().all(probe, between);
        return stopped;
    }

    private boolean isEnough(int slot, Meeting meeting) {
        int surface = facets.surface(slot);
        stopped = surface != beginSurface && surface != endSurface && meeting.distance() > nearestThatStops;
        return stopped;
    }

    /** Returns the position of the place at which the last ray met its surface, along the surface's first side. */
    public double u() {
        return u;
    }

    public double v() {
        return v;
    }

    public boolean isFromBehind() {
        return fromBehind;
    }
}
