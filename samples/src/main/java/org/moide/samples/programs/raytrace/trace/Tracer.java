package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * Whitted's ray tracing of one pixel after the other. A pixel depends on the scene and its own place and on nothing else.
 * One object per thread; cheap to make.
 */
public final class Tracer {
    /** A ray that adds less than this to a pixel cannot be seen on a screen of 256 levels. */
    private static final double LEAST_WEIGHT = 1.0 / 1024;
    /** One sample never counts for more, so that the edge of a lamp's reflection is as smooth as any other. */
    private static final double MOST_LIGHT = 4;
    /** Rays start so far off their surface, relative to the size of coordinates. */
    private static final double OFF_SURFACE = 1e-8;
    /** The plastic number's powers: multiples of them, modulo 1, fill the square evenly (Roberts' R2 sequence). */
    private static final double STEP_X = 0.7548776662466927;

    private static final double STEP_Y = 0.5698402909980532;

    private final World world;
    private final Scene scene;
    private final Light[] lights;
    private final int mostDepth;
    private final Lens lens;
    private final Tone tone;
    private final Probe probe = new Probe();
    private final Shadow shadow;
    private long rays;
    private long pixelSeed;
    private int sample;

    public Tracer(World world) {
        this.world = world;
        scene = world.scene();
        lights = scene.lights().toArray(Light[]::new);
        mostDepth = scene.settings().depth();
        lens = new Lens(scene.camera(), scene.settings());
        tone = new Tone(scene.settings());
        shadow = new Shadow(world.finishes());
    }

    /** Rays followed so far, with those to the lights. */
    public long rays() {
        return rays;
    }

    /** Writes red, green and blue of a pixel; {@code x} from the left, {@code y} from above. */
    public void pixel(int x, int y, byte[] into, int at) {
        Settings settings = scene.settings();
        int side = settings.samples();
        double most = MOST_LIGHT / settings.exposure();
        pixelSeed = Noise.scatter((long) y << 32 | x);
        Colour sum = Colour.BLACK;
        for (sample = 0; sample < side * side; sample++) {
            Colour light = sample(x, y, side);
            double brightest = light.most();
            sum = sum.plus(brightest > most ? light.times(most / brightest) : light);
        }
        tone.write(sum.times(1.0 / (side * side)), into, at);
    }

    /** One ray from within the pixel, or a little outside: the samples lie as dense as a tent of two pixels' width. */
    private Colour sample(int x, int y, int side) {
        double offX = 0;
        double offY = 0;
        if (side > 1) {
            long seed = Noise.scatter(pixelSeed + sample);
            int column = sample % side;
            int row = sample / side;
            offX = tent((column + Noise.fraction(seed)) / side);
            offY = tent((row + Noise.fraction(Noise.scatter(seed))) / side);
        }
        Vector3 origin = lens.origin(0, 0);
        if (!lens.isPoint()) {
            long seed = Noise.scatter(~pixelSeed);
            double across = 2 * Noise.wrap(Noise.fraction(seed) + sample * STEP_X) - 1;
            double above = 2 * Noise.wrap(Noise.fraction(Noise.scatter(seed)) + sample * STEP_Y) - 1;
            origin = lens.origin(discX(across, above), discX(above, across));
        }
        Vector3 direction = lens.direction(origin, x + 0.5 + offX, y + 0.5 + offY);
        return follow(origin, direction, Colour.BLACK, 0, 1);
    }

    // From evenly spread in 0..1 to a tent over −1..1.
    private static double tent(double even) {
        return even < 0.5 ? Math.sqrt(2 * even) - 1 : 1 - Math.sqrt(2 - 2 * even);
    }

    // Maps a square onto a disc without sine or cosine; nearly evenly.
    private static double discX(double x, double y) {
        return x * Math.sqrt(1 - y * y / 2);
    }

    /**
     * The light that arrives along a ray.
     *
     * @param absorb what the medium it travels in takes, per unit of length
     * @param weight how much of this light counts in the picture
     */
    Colour follow(Vector3 origin, Vector3 direction, Colour absorb, int depth, double weight) {
        rays++;
        probe.aim(origin, direction, Double.POSITIVE_INFINITY);
        if (!world.nearest(probe)) {
            return absorb.isBlack() ? scene.background().toward(direction) : Colour.BLACK;
        }
        double distance = probe.distance;
        int slot = probe.slot;
        Vector3 point = probe.at(distance);
        Vector3 outward = world.faceNormal(slot, point);
        Vector3 shading = world.shadingNormal(slot, outward, probe.u, probe.v);
        boolean inside = direction.dot(outward) > 0;
        Vector3 face = inside ? outward.negated() : outward;
        Vector3 normal = facing(inside ? shading.negated() : shading, face, direction);
        Colour light = shade(new Surface(point, face, normal, direction, inside, world.finish(slot)), depth, weight);
        return absorb.isBlack() ? light : light.times(absorb.leftAfter(distance));
    }

    // Near its outline a smooth surface's mixed normal may look away from the eye: bend it back until it does not.
    private static Vector3 facing(Vector3 normal, Vector3 face, Vector3 direction) {
        double along = direction.dot(normal);
        return along < 0
                ? normal
                : normal.plus(-along - 1e-3, direction).plus(1e-3, face).unit();
    }

    /** A place where a ray meets a thing; {@code face} and {@code normal} look to where the ray comes from. */
    private record Surface(
            Vector3 point, Vector3 face, Vector3 normal, Vector3 direction, boolean inside, Finish material) {
        /** A start for a ray that leaves to this side, or through to the other. */
        Vector3 start(boolean through) {
            double size = 1 + Math.max(Math.abs(point.x()), Math.max(Math.abs(point.y()), Math.abs(point.z())));
            return point.plus(through ? -OFF_SURFACE * size : OFF_SURFACE * size, face);
        }

        double cosine() {
            return Math.min(1, -direction.dot(normal));
        }
    }

    private Colour shade(Surface at, int depth, double weight) {
        Finish material = at.material();
        if (material.isClear) {
            return clear(at, depth, weight);
        }
        Colour light = material.emit;
        Colour mirrored = Colour.BLACK;
        if (material.mirrors) {
            mirrored = Optics.schlick(material.reflect, at.cosine());
            Vector3 direction = Optics.mirror(at.direction(), at.normal());
            light = light.plus(further(at, direction, false, Colour.BLACK, mirrored, depth, weight));
        }
        return light.plus(local(at, mirrored.rest(), depth, weight));
    }

    private Colour clear(Surface at, int depth, double weight) {
        Finish material = at.material();
        double ratio = at.inside() ? material.refraction : 1 / material.refraction;
        double cosine = at.cosine();
        double mirrored = Optics.fresnel(cosine, ratio);
        Colour outside = at.inside() ? Colour.BLACK : Colour.WHITE;
        Colour light = material.emit;
        light = light.plus(further(
                at,
                Optics.mirror(at.direction(), at.normal()),
                false,
                at.inside() ? material.absorb : Colour.BLACK,
                Colour.grey(mirrored),
                depth,
                weight));
        if (mirrored < 1) {
            double beyond = Math.sqrt(Optics.cosineBeyondSquared(cosine, ratio));
            light = light.plus(further(
                    at,
                    Optics.refract(at.direction(), at.normal(), cosine, ratio, beyond),
                    true,
                    at.inside() ? Colour.BLACK : material.absorb,
                    material.transmit.times(1 - mirrored),
                    depth,
                    weight));
        }
        Colour scattered = material.transmit.rest().times(1 - mirrored).times(outside);
        return light.plus(local(at, scattered, depth, weight));
    }

    /** The light of one more ray, times {@code part}. */
    private Colour further(
            Surface at, Vector3 direction, boolean through, Colour absorb, Colour part, int depth, double weight) {
        double newWeight = weight * part.most();
        if (newWeight < LEAST_WEIGHT) {
            return Colour.BLACK;
        }
        if (depth >= mostDepth) {
            return scene.background().toward(direction).times(part);
        }
        return follow(at.start(through), direction, absorb, depth + 1, newWeight)
                .times(part);
    }

    /** Light scattered by the surface itself, and highlights. */
    private Colour local(Surface at, Colour scattered, int depth, double weight) {
        Finish material = at.material();
        if (!material.answersLight || (at.inside() && material.isClear)) {
            return Colour.BLACK;
        }
        Colour body = scattered.isBlack()
                ? Colour.BLACK
                : Paint.at(material.diffuse, at.point()).times(scattered);
        Colour light = body.times(scene.ambient());
        Vector3 start = at.start(false);
        for (int number = 0; number < lights.length; number++) {
            light = light.plus(lit(at, start, body, lights[number], number, depth, weight));
        }
        return light;
    }

    private Colour lit(Surface at, Vector3 start, Colour body, Light source, int number, int depth, double weight) {
        // What is seen in mirrors and through glass is small and moving: one ray per sample of the pixel will do.
        int count = depth == 0 ? source.samples() : 1;
        long seed = Noise.scatter(pixelSeed ^ (long) number << 40 ^ (long) depth << 56);
        double shiftX = Noise.fraction(seed);
        double shiftY = Noise.fraction(Noise.scatter(seed));
        Colour sum = Colour.BLACK;
        for (int i = 0; i < count; i++) {
            int step = sample * count + i;
            double across = 2 * Noise.wrap(shiftX + step * STEP_X) - 1;
            double above = 2 * Noise.wrap(shiftY + step * STEP_Y) - 1;
            sum = sum.plus(fromPoint(at, start, body, source, discX(across, above), discX(above, across), weight));
        }
        return count == 1 ? sum : sum.times(1.0 / count);
    }

    /** The light that comes from one point of a lamp's or the sun's disc. */
    private Colour fromPoint(
            Surface at, Vector3 start, Colour body, Light source, double across, double above, double weight) {
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
            return Colour.BLACK;
        }
        double near = source.reach() == Double.POSITIVE_INFINITY
                ? 1
                : 1 / (1 + distance * distance / (source.reach() * source.reach()));
        Finish material = at.material();
        Colour answer = body.times(cosine);
        if (material.isShiny) {
            Vector3 half = direction.minus(at.direction()).unit();
            double highlight = Optics.power(Math.max(0, half.dot(at.normal())), material.shininess);
            answer = answer.plus(material.specular.times(highlight));
        }
        Colour light = answer.times(source.colour()).times(near);
        if (light.most() * weight < LEAST_WEIGHT) {
            return Colour.BLACK;
        }
        rays++;
        probe.aim(start, direction, source.sun() ? Double.POSITIVE_INFINITY : distance);
        return world.isLit(probe, shadow) ? light.times(shadow.left()) : Colour.BLACK;
    }
}
