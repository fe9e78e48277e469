package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Probe;

/** Follows rays from one surface to the next, by Whitted's ray tracing. Each thread has an object of its own. */
final class Follower {
    /** The least weight of a ray in a pixel. A ray that adds less is not visible on a screen with 256 levels. */
    static final double LEAST_WEIGHT = 1.0 / 1024;

    private final World world;
    private final Scene scene;
    private final Light[] lights;
    private final int mostDepth;
    private final Probe probe = new Probe();
    private final Shadow shadow;
    private long rays;
    private long pixelSeed;
    private int sample;

    Follower(World world) {
        this.world = world;
        scene = world.scene();
        lights = scene.lights().toArray(Light[]::new);
        mostDepth = scene.settings().depth();
        shadow = new Shadow(world);
    }

    /** Returns the number of rays that were followed, including those to lights. */
    long rays() {
        return rays;
    }

    /**
     * Begins a sample of a pixel.
     *
     * @param number the sample's number, which determines at which points of lights rays are aimed
     */
    void begin(long seed, int number) {
        pixelSeed = seed;
        sample = number;
    }

    /**
     * Returns the light that arrives along a ray.
     *
     * @param absorb the light that the medium around the ray absorbs, per unit of length
     * @param weight the weight of this light in the picture
     */
    Colour follow(Vector3 origin, Vector3 direction, Colour absorb, int depth, double weight) {
        rays++;
        if (!world.nearest(probe, origin, direction)) {
            return absorb.isBlack() ? scene.background().toward(direction) : Colour.BLACK;
        }
        double distance = probe.distance();
        Surface at = Surface.of(world, probe.slot(), distance, probe.u(), probe.v(), origin, direction);
        Colour light = carried(at, depth, weight).plus(local(at, depth, weight));
        return absorb.isBlack() ? light : light.times(absorb.leftAfter(distance));
    }

    /**
     * Returns the light that leaves a place of a surface toward the viewer: what it reflects, lets through and emits.
     */
    Colour carried(Surface at, int depth, double weight) {
        Finish material = at.material();
        if (material.isClear) {
            return clear(at, depth, weight);
        }
        if (!material.mirrors) {
            return material.emit;
        }
        Colour mirrored = Optics.schlick(material.reflect, at.cosine());
        Vector3 direction = Optics.mirror(at.direction(), at.normal());
        return material.emit.plus(further(at, direction, false, Colour.BLACK, mirrored, depth, weight));
    }

    private Colour clear(Surface at, int depth, double weight) {
        Finish material = at.material();
        double ratio = at.ratio();
        double cosine = at.cosine();
        double mirrored = Optics.fresnel(cosine, ratio);
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
        return light;
    }

    /**
     * Returns the light of one more ray from a place, multiplied by {@code part}.
     *
     * @param through whether the ray goes to the other side of the surface
     */
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

    /** Returns the light that the surface itself scatters, including highlights. */
    private Colour local(Surface at, int depth, double weight) {
        if (!at.answersLight()) {
            return Colour.BLACK;
        }
        Colour body = at.body();
        Colour light = body.times(scene.ambient());
        Vector3 start = at.start(false);
        for (int number = 0; number < lights.length; number++) {
            light = light.plus(lit(at, start, body, number, depth, weight));
        }
        return light;
    }

    private Colour lit(Surface at, Vector3 start, Colour body, int number, int depth, double weight) {
        // Objects in mirrors and behind glass are small, so one ray for each sample of the pixel is enough.
        int count = depth == 0 ? lights[number].samples() : 1;
        long seed = Spread.ofLight(pixelSeed, number, depth);
        Colour sum = Colour.BLACK;
        for (int i = 0; i < count; i++) {
            LightRay ray = LightRay.of(seed, sample * count + i, lights[number], at, start, body, weight);
            if (!ray.equals(LightRay.NONE)) {
                sum = sum.plus(arriving(start, ray));
            }
        }
        return count == 1 ? sum : sum.times(1.0 / count);
    }

    private Colour arriving(Vector3 start, LightRay ray) {
        return ray.light().times(left(start, ray.direction(), ray.distance()));
    }

    /** Returns which fraction of a light arrives at a point, in spite of the objects in between. */
    Colour left(Vector3 start, Vector3 direction, double distance) {
        rays++;
        return shadow.left(start, direction, distance);
    }
}
