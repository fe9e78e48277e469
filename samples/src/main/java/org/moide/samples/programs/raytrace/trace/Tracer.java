package org.moide.samples.programs.raytrace.trace;

import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.raytrace.scene.Background;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Blocking;
import org.moide.samples.programs.raytrace.tree.Packet;
import org.moide.samples.programs.raytrace.tree.Probe;

/**
 * Makes blocks of a picture. Rays of neighbouring pixels are followed as one packet, and so are those from what they meet
 * to each light; what is mirrored or refracted goes on alone ({@link Follower}). A pixel depends on the scene and its own
 * place and on nothing else. One object per thread.
 */
public final class Tracer {
    /** One sample never counts for more, so that the edge of a lamp's reflection is as smooth as any other. */
    private static final double MOST_LIGHT = 4;

    private final World world;
    private final Scene scene;
    private final Light[] lights;
    private final int side;
    private final Lens lens;
    private final Tone tone;
    private final double mostLight;
    private final Follower follower;
    private final Packet eyes = new Packet();
    private final Packet shadows = new Packet();
    private final @Nullable Surface[] surfaces = new Surface[Packet.MOST];
    private final Vector3[] starts = new Vector3[Packet.MOST];
    private final Colour[] bodies = new Colour[Packet.MOST];
    private final LightRay[] lightRays = new LightRay[Packet.MOST];
    private final int[] owners = new int[Packet.MOST];
    private final int[] found = new int[Packet.MOST];
    private final long[] seeds = new long[Packet.MOST];
    private final int[] samples = new int[Packet.MOST];
    private final int[] pixels = new int[Packet.MOST];
    private final Colour[] lit = new Colour[Packet.MOST];
    private final Colour[] sums = new Colour[Packet.MOST];
    private final Blocking blocking;
    private long rays;

    public Tracer(World world) {
        this.world = world;
        scene = world.scene();
        Settings settings = scene.settings();
        lights = scene.lights().toArray(Light[]::new);
        side = settings.samples();
        lens = world.lens;
        tone = world.tone;
        mostLight = MOST_LIGHT / settings.exposure();
        follower = new Follower(world);
        blocking = (ray, slot) -> {
            boolean isClear = world.finish(slot).isClear;
            found[ray] |= isClear ? World.CLEAR : World.DARK;
            return !isClear;
        };
    }

    /** Rays followed so far, with those to the lights. */
    public long rays() {
        return rays + follower.rays();
    }

    /** Red, green and blue of a block's pixels, row by row; {@code left} and {@code top} from the picture's corner. */
    public byte[] block(int left, int top, int width, int height) {
        Colour[] light = new Colour[width * height];
        java.util.Arrays.fill(light, Colour.BLACK);
        int perPixel = side * side;
        int tileHeight = Math.max(1, (int) Math.sqrt((double) Packet.MOST / perPixel));
        int tileWidth = Math.max(1, Packet.MOST / perPixel / tileHeight);
        eyes.clear();
        for (int y = 0; y < height; y += tileHeight) {
            for (int x = 0; x < width; x += tileWidth) {
                tile(left, top, x, y, Math.min(width, x + tileWidth), Math.min(height, y + tileHeight), width, light);
            }
        }
        byte[] rgb = new byte[3 * width * height];
        for (int pixel = 0; pixel < light.length; pixel++) {
            tone.write(light[pixel].times(1.0 / perPixel), rgb, 3 * pixel);
        }
        return rgb;
    }

    private void tile(int left, int top, int fromX, int fromY, int toX, int toY, int width, Colour[] light) {
        for (int y = fromY; y < toY; y++) {
            for (int x = fromX; x < toX; x++) {
                long seed = Noise.scatter((long) (top + y) << 32 | (left + x));
                for (int sample = 0; sample < side * side; sample++) {
                    if (eyes.count() == Packet.MOST) {
                        look(light);
                    }
                    add(left + x, top + y, seed, sample, y * width + x);
                }
            }
        }
        look(light);
    }

    /** One ray from within the pixel, or a little outside: the samples lie as dense as a tent of two pixels' width. */
    private void add(int x, int y, long pixelSeed, int sample, int pixel) {
        double offX = 0;
        double offY = 0;
        if (side > 1) {
            long seed = Noise.scatter(pixelSeed + sample);
            int column = sample % side;
            int row = sample / side;
            offX = Spread.tent((column + Noise.fraction(seed)) / side);
            offY = Spread.tent((row + Noise.fraction(Noise.scatter(seed))) / side);
        }
        Vector3 origin = lens.origin(0, 0);
        if (!lens.isPoint()) {
            long seed = Noise.scatter(~pixelSeed);
            double across = Spread.across(seed, sample);
            double above = Spread.above(seed, sample);
            origin = lens.origin(Spread.onDisc(across, above), Spread.onDisc(above, across));
        }
        Vector3 direction = lens.direction(origin, x + 0.5 + offX, y + 0.5 + offY);
        int ray = eyes.add(
                origin.x(),
                origin.y(),
                origin.z(),
                direction.x(),
                direction.y(),
                direction.z(),
                Double.POSITIVE_INFINITY);
        seeds[ray] = pixelSeed;
        samples[ray] = sample;
        pixels[ray] = pixel;
    }

    /** Follows all rays of the packet and adds what they bring to their pixels. */
    private void look(Colour[] light) {
        int count = eyes.count();
        rays += count;
        world.nearest(eyes);
        Background background = scene.background();
        for (int ray = 0; ray < count; ray++) {
            Vector3 direction = new Vector3(eyes.directionX(ray), eyes.directionY(ray), eyes.directionZ(ray));
            surfaces[ray] = null;
            if (eyes.slot(ray) == Probe.NOTHING) {
                lit[ray] = background.toward(direction);
                continue;
            }
            Vector3 origin = new Vector3(eyes.originX(ray), eyes.originY(ray), eyes.originZ(ray));
            Surface at =
                    Surface.of(world, eyes.slot(ray), eyes.distance(ray), eyes.u(ray), eyes.v(ray), origin, direction);
            surfaces[ray] = at;
            lit[ray] = Colour.BLACK;
            if (at.answersLight()) {
                bodies[ray] = at.body();
                starts[ray] = at.start(false);
                lit[ray] = bodies[ray].times(scene.ambient());
            }
        }
        for (int number = 0; number < lights.length; number++) {
            lit(number, count);
        }
        for (int ray = 0; ray < count; ray++) {
            Surface at = surfaces[ray];
            Colour seen = lit[ray];
            if (at != null) {
                follower.begin(seeds[ray], samples[ray]);
                seen = follower.carried(at, 0, 1).plus(seen);
            }
            double brightest = seen.most();
            int pixel = pixels[ray];
            light[pixel] = light[pixel].plus(brightest > mostLight ? seen.times(mostLight / brightest) : seen);
        }
        eyes.clear();
    }

    /** Adds a light's part to all that is seen. */
    private void lit(int number, int count) {
        Light source = lights[number];
        int each = source.samples();
        java.util.Arrays.fill(sums, Colour.BLACK);
        for (int i = 0; i < each; i++) {
            shadows.clear();
            for (int ray = 0; ray < count; ray++) {
                Surface at = surfaces[ray];
                if (at != null && at.answersLight()) {
                    LightRay toLight = Follower.lightRay(
                            Spread.ofLight(seeds[ray], number, 0),
                            samples[ray] * each + i,
                            source,
                            at,
                            starts[ray],
                            bodies[ray],
                            1);
                    if (toLight != LightRay.NONE) {
                        Vector3 start = starts[ray];
                        Vector3 d = toLight.direction();
                        int shadow =
                                shadows.add(start.x(), start.y(), start.z(), d.x(), d.y(), d.z(), toLight.distance());
                        owners[shadow] = ray;
                        lightRays[shadow] = toLight;
                        found[shadow] = world.planesBetween(start, d, toLight.distance());
                    }
                }
            }
            world.geometry().solids.blocked(shadows, blocking);
            for (int shadow = 0; shadow < shadows.count(); shadow++) {
                int ray = owners[shadow];
                if (found[shadow] == 0) {
                    rays++;
                    sums[ray] = sums[ray].plus(lightRays[shadow].light());
                } else if (found[shadow] == World.CLEAR) {
                    sums[ray] = sums[ray].plus(follower.arriving(starts[ray], lightRays[shadow]));
                } else {
                    rays++;
                }
            }
        }
        for (int ray = 0; ray < count; ray++) {
            if (surfaces[ray] != null) {
                lit[ray] = lit[ray].plus(each == 1 ? sums[ray] : sums[ray].times(1.0 / each));
            }
        }
    }
}
