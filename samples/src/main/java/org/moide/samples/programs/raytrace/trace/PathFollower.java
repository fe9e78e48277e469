package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Probe;

/**
 * Follows paths of light (path tracing, Kajiya 1986). At each surface, a path continues in one random direction from
 * which light may have come. So surfaces light each other, and the sky lights everything, where {@link Follower} uses
 * ambient light. At each surface that scatters light, rays to lamps and suns are followed as well. Each thread has an
 * object of its own.
 */
final class PathFollower {
    /** The least depth at which a path may end at random: the less light it can bring, the more often it does. */
    private static final int FIRST_CHANCE = 3;

    private final World world;
    private final Scene scene;
    private final Light[] lights;
    private final int mostDepth;
    private final Strata strata;
    private final Probe probe = new Probe();
    private final Shadow shadow;
    private long rays;
    private Vector3 origin = Vector3.ZERO;
    private Vector3 direction = Vector3.ZERO;
    private Colour absorb = Colour.BLACK;
    private Colour weight = Colour.WHITE;

    PathFollower(World world) {
        this.world = world;
        scene = world.scene();
        lights = scene.lights().toArray(Light[]::new);
        mostDepth = scene.settings().depth();
        strata = new Strata(Math.max(1, scene.settings().paths()));
        shadow = new Shadow(world);
    }

    /** Returns the number of rays that were followed, including those to lights but not the eye's ray. */
    long rays() {
        return rays;
    }

    /** Returns the random numbers of the present path. The first ones are used for the ray from the eye. */
    Strata strata() {
        return strata;
    }

    /** Returns the light that reaches the eye from the first surface of a path. */
    Colour follow(Surface first) {
        Surface at = first;
        weight = Colour.WHITE;
        absorb = Colour.BLACK;
        Colour light = Colour.BLACK;
        for (int depth = 0; ; depth++) {
            light = light.plus(weight.times(at.material().emit));
            if (at.answersLight()) {
                light = light.plus(weight.times(lit(at)));
            }
            if (!goesOn(at)) {
                scatter(at);
            }
            if (depth >= mostDepth || !survives(depth)) {
                return light;
            }
            rays++;
            if (!world.nearest(probe, origin, direction)) {
                return absorb.isBlack()
                        ? light.plus(weight.times(scene.background().toward(direction)))
                        : light;
            }
            if (!absorb.isBlack()) {
                weight = weight.times(absorb.leftAfter(probe.distance()));
            }
            at = Surface.of(world, probe.slot(), probe.distance(), probe.u(), probe.v(), origin, direction);
        }
    }

    private boolean survives(int depth) {
        double most = weight.most();
        if (depth < FIRST_CHANCE || !(most > 0)) {
            return most > 0;
        }
        double chance = Math.min(0.95, most);
        if (strata.next() >= chance) {
            return false;
        }
        weight = weight.times(1 / chance);
        return true;
    }

    /**
     * Returns whether the path is reflected or passes through; if so, it prepares the path's next ray. If not, the
     * surface scatters the light.
     */
    private boolean goesOn(Surface at) {
        Finish material = at.material();
        if (material.isClear) {
            return clear(at);
        }
        if (!material.mirrors) {
            return false;
        }
        Colour mirrored = Optics.schlick(material.reflect, at.cosine());
        double chance = at.body().isBlack() ? 1 : Math.max(0.05, Math.min(0.95, mirrored.most()));
        if (strata.next() >= chance) {
            weight = weight.times(1 / (1 - chance));
            return false;
        }
        weight = weight.times(mirrored).times(1 / chance);
        mirror(at);
        absorb = Colour.BLACK;
        return true;
    }

    private boolean clear(Surface at) {
        Finish material = at.material();
        double mirrored = Optics.fresnel(at.cosine(), at.ratio());
        double draw = strata.next();
        if (draw < mirrored) {
            mirror(at);
            absorb = at.inside() ? material.absorb : Colour.BLACK;
            return true;
        }
        // Light that is neither reflected nor let through is scattered, but only outside of objects.
        double through = at.body().isBlack() ? 1 : Math.max(0.05, material.transmit.most());
        if ((draw - mirrored) / (1 - mirrored) >= through) {
            weight = weight.times(1 / (1 - through) / (1 - mirrored));
            return false;
        }
        double beyond = Math.sqrt(Optics.cosineBeyondSquared(at.cosine(), at.ratio()));
        origin = at.start(true);
        direction = Optics.refract(at.direction(), at.normal(), at.cosine(), at.ratio(), beyond);
        weight = weight.times(material.transmit).times(1 / through);
        absorb = at.inside() ? Colour.BLACK : material.absorb;
        return true;
    }

    private void mirror(Surface at) {
        origin = at.start(false);
        direction = Optics.mirror(at.direction(), at.normal());
    }

    /** Returns the light from lamps and suns, by one ray to a random point of each. */
    private Colour lit(Surface at) {
        Colour light = Colour.BLACK;
        Vector3 start = at.start(false);
        Colour body = at.body();
        for (Light source : lights) {
            strata.disc();
            LightRay ray = LightRay.to(source, strata.first, strata.second, at, start, body, 1);
            if (!ray.equals(LightRay.NONE)) {
                rays++;
                light = light.plus(ray.light().times(shadow.left(start, ray.direction(), ray.distance())));
            }
        }
        return light;
    }

    /**
     * Chooses a random direction of scattered light, with a probability in proportion to the cosine of its angle to the
     * normal.
     */
    private void scatter(Surface at) {
        strata.disc();
        double x = strata.first;
        double y = strata.second;
        double z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
        Vector3 normal = at.normal();
        Vector3 side = normal.anyPerpendicular();
        Vector3 other = normal.cross(side);
        Vector3 drawn = side.times(x).plus(y, other).plus(z, normal).unit();
        boolean isAbove = drawn.dot(at.face()) > 0;
        weight = isAbove && at.answersLight() ? weight.times(at.body()) : Colour.BLACK;
        origin = at.start(false);
        direction = drawn;
        absorb = Colour.BLACK;
    }
}
