package org.moide.samples.programs.raytrace.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Texture;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Packet;
import org.moide.samples.programs.raytrace.tree.Probe;

/**
 * What a packet's rays have hit, and the light that the surfaces there scatter, as numbers in arrays. In common cases
 * it computes the same as {@link Surface} and {@link LightRay}, but without an object for each point and colour; making
 * these objects would take longer than finding the hits. In other cases those classes are used. Each thread has an
 * object of its own.
 */
final class Hits {
    private final World world;
    private final Packet packet;
    private final boolean[] isMet = new boolean[Packet.MOST];
    private final boolean[] isLit = new boolean[Packet.MOST];
    private final boolean[] isInside = new boolean[Packet.MOST];
    private final @Nullable Finish[] finishes = new Finish[Packet.MOST];
    /**
     * The points that the rays have hit, three numbers for each ray. {@code starts} has the points at which rays to
     * lights begin.
     */
    private final double[] points = new double[3 * Packet.MOST];

    private final double[] starts = new double[3 * Packet.MOST];
    private final double[] faces = new double[3 * Packet.MOST];
    private final double[] normals = new double[3 * Packet.MOST];
    private final double[] bodies = new double[3 * Packet.MOST];
    /** The light of all lamps so far, three numbers for each ray. {@code sums} has the light of the current lamp. */
    private final double[] light = new double[3 * Packet.MOST];

    private final double[] sums = new double[3 * Packet.MOST];

    /**
     * The x of the direction of the last computed ray to a light. The fields after it are the rest of its direction,
     * its length, and the light that arrives along it.
     */
    double towardX;

    double towardY;
    double towardZ;
    double distance;
    private double red;
    private double green;
    private double blue;

    Hits(World world, Packet packet) {
        this.world = world;
        this.packet = packet;
    }

    boolean isMet(int ray) {
        return isMet[ray];
    }

    /** Returns whether lamps light the surface that the ray has hit. */
    boolean isLit(int ray) {
        return isLit[ray];
    }

    /** Returns whether the surface neither reflects nor lets through any light. */
    boolean isPlain(int ray) {
        Finish finish = finishes[ray];
        return finish != null && !finish.isClear && !finish.mirrors;
    }

    /** Returns the light that the surface emits. */
    Colour emitted(int ray) {
        Finish finish = finishes[ray];
        return finish == null ? Colour.BLACK : finish.emit;
    }

    /** Returns the surface that a ray has hit. */
    Surface surface(int ray) {
        Finish finish = finishes[ray];
        if (finish == null) {
            throw new IllegalStateException("expected a ray that has met something, found ray " + ray);
        }
        return new Surface(
                vector(points, ray), vector(faces, ray), vector(normals, ray), direction(ray), isInside[ray], finish);
    }

    private Vector3 direction(int ray) {
        return new Vector3(packet.directionX(ray), packet.directionY(ray), packet.directionZ(ray));
    }

    private static Vector3 vector(double[] from, int ray) {
        return new Vector3(from[3 * ray], from[3 * ray + 1], from[3 * ray + 2]);
    }

    private static void put(double[] into, int ray, double x, double y, double z) {
        into[3 * ray] = x;
        into[3 * ray + 1] = y;
        into[3 * ray + 2] = z;
    }

    Vector3 start(int ray) {
        return vector(starts, ray);
    }

    /** Returns the light that the surface scatters, including all light that was added. */
    Colour light(int ray) {
        return new Colour(light[3 * ray], light[3 * ray + 1], light[3 * ray + 2]);
    }

    /** Takes over the hit of a ray of the packet. Its light is the ambient light at first. */
    void look(int ray) {
        put(light, ray, 0, 0, 0);
        int slot = packet.slot(ray);
        isMet[ray] = slot != Probe.NOTHING;
        isLit[ray] = false;
        if (slot == Probe.NOTHING) {
            return;
        }
        double dx = packet.directionX(ray);
        double dy = packet.directionY(ray);
        double dz = packet.directionZ(ray);
        double far = packet.distance(ray);
        double x = packet.originX(ray) + far * dx;
        double y = packet.originY(ray) + far * dy;
        double z = packet.originZ(ray) + far * dz;
        put(points, ray, x, y, z);
        world.faceNormal(slot, x, y, z, normals, 3 * ray);
        double nx = normals[3 * ray];
        double ny = normals[3 * ray + 1];
        double nz = normals[3 * ray + 2];
        double along = dx * nx + dy * ny + dz * nz;
        double turn = along > 0 ? -1 : 1;
        isInside[ray] = along > 0;
        double fx = turn * nx;
        double fy = turn * ny;
        double fz = turn * nz;
        put(faces, ray, fx, fy, fz);
        if (world.isSmooth(slot) || !(along * turn < 0)) {
            bend(ray, slot, turn);
        } else {
            put(normals, ray, fx, fy, fz);
        }
        double off = Surface.OFF_SURFACE * (1 + Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z))));
        put(starts, ray, x + off * fx, y + off * fy, z + off * fz);
        Finish finish = world.finish(slot);
        finishes[ray] = finish;
        isLit[ray] = finish.answersLight && !(isInside[ray] && finish.isClear);
        if (isLit[ray]) {
            body(ray, finish);
        }
    }

    private void bend(int ray, int slot, double turn) {
        Vector3 outward = vector(normals, ray);
        Vector3 shading = world.shadingNormal(slot, outward, packet.u(ray), packet.v(ray));
        Vector3 normal = Surface.facing(turn < 0 ? shading.negated() : shading, vector(faces, ray), direction(ray));
        put(normals, ray, normal.x(), normal.y(), normal.z());
    }

    private void body(int ray, Finish finish) {
        Colour body = finish.isClear || finish.mirrors || finish.diffuse.pattern() != Texture.Pattern.SOLID
                ? surface(ray).body()
                : finish.diffuse.first();
        put(bodies, ray, body.red(), body.green(), body.blue());
        Colour ambient = world.scene().ambient();
        put(light, ray, body.red() * ambient.red(), body.green() * ambient.green(), body.blue() * ambient.blue());
    }

    /**
     * Returns whether a ray to a light is worth following. If so, {@link #towardX} and the fields after it describe the
     * ray.
     */
    boolean isToward(Light source, long seed, int step, int ray) {
        Finish finish = finishes[ray];
        if (finish == null || finish.isShiny || source.radius() > 0) {
            return isTowardByObjects(source, seed, step, ray);
        }
        double x = source.place().x();
        double y = source.place().y();
        double z = source.place().z();
        if (!source.sun()) {
            x -= starts[3 * ray];
            y -= starts[3 * ray + 1];
            z -= starts[3 * ray + 2];
        }
        double length = Math.sqrt(x * x + y * y + z * z);
        double scale = 1 / length;
        towardX = x * scale;
        towardY = y * scale;
        towardZ = z * scale;
        double cosine = towardX * normals[3 * ray] + towardY * normals[3 * ray + 1] + towardZ * normals[3 * ray + 2];
        double above = towardX * faces[3 * ray] + towardY * faces[3 * ray + 1] + towardZ * faces[3 * ray + 2];
        if (!(cosine > 0 && above > 0)) {
            return false;
        }
        double near = source.nearness(length);
        red = bodies[3 * ray] * cosine * source.colour().red() * near;
        green = bodies[3 * ray + 1] * cosine * source.colour().green() * near;
        blue = bodies[3 * ray + 2] * cosine * source.colour().blue() * near;
        distance = source.sun() ? Double.POSITIVE_INFINITY : length;
        return !(Math.max(red, Math.max(green, blue)) < Follower.LEAST_WEIGHT);
    }

    private boolean isTowardByObjects(Light source, long seed, int step, int ray) {
        LightRay made = LightRay.of(
                seed,
                step,
                source,
                surface(ray),
                vector(starts, ray),
                new Colour(bodies[3 * ray], bodies[3 * ray + 1], bodies[3 * ray + 2]),
                1);
        if (made.equals(LightRay.NONE)) {
            return false;
        }
        towardX = made.direction().x();
        towardY = made.direction().y();
        towardZ = made.direction().z();
        distance = made.distance();
        red = made.light().red();
        green = made.light().green();
        blue = made.light().blue();
        return true;
    }

    /** Stores the light that may arrive along the last computed ray to a light. */
    void keep(double[] arrivals, int at) {
        arrivals[at] = red;
        arrivals[at + 1] = green;
        arrivals[at + 2] = blue;
    }

    double startX(int ray) {
        return starts[3 * ray];
    }

    double startY(int ray) {
        return starts[3 * ray + 1];
    }

    double startZ(int ray) {
        return starts[3 * ray + 2];
    }

    /** Begins with the next light. */
    void begin(int count) {
        Arrays.fill(sums, 0, 3 * count, 0);
    }

    /** Adds light of the current lamp. */
    void add(int ray, double moreRed, double moreGreen, double moreBlue) {
        sums[3 * ray] += moreRed;
        sums[3 * ray + 1] += moreGreen;
        sums[3 * ray + 2] += moreBlue;
    }

    /**
     * Ends the current lamp: adds its light to that of the others.
     *
     * @param samples the number of shadow rays over which the lamp's light is a mean
     */
    void end(int count, int samples) {
        double part = 1.0 / samples;
        for (int at = 0; at < 3 * count; at++) {
            light[at] += sums[at] * part;
        }
    }
}
