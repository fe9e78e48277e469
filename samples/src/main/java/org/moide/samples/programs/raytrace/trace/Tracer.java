package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Blocking;
import org.moide.samples.programs.raytrace.tree.Packet;

/**
 * Computes blocks of a picture. Rays of neighbouring pixels are followed together as a packet, and so are the rays from
 * what they hit to each light. Reflected and refracted rays are followed one by one ({@link Follower}). A pixel's
 * colour depends only on the scene and the pixel's place. Each thread has its own object.
 */
public final class Tracer {
    /**
     * The most light with which a sample counts. With this limit, the edge of a lamp's reflection is as smooth as any
     * other.
     */
    private static final double MOST_LIGHT = 4;

    private final World world;
    private final Scene scene;
    private final Light[] lights;
    private final int side;
    private final Lens lens;
    private final Tone tone;
    private final double mostLight;
    private final Follower follower;
    private final PathFollower paths;
    private final boolean isPath;
    private final int adaptive;
    /** The numbers of a pixel's samples, in the order in which they are taken. */
    private final int[] order;

    private final Packet eyes = new Packet();
    private final Packet shadows = new Packet();
    private final Hits hits;
    private final double[] arrivals = new double[3 * Packet.MOST];
    private final int[] owners = new int[Packet.MOST];
    private final int[] found = new int[Packet.MOST];
    private final long[] seeds = new long[Packet.MOST];
    private final int[] samples = new int[Packet.MOST];
    private final int[] pixels = new int[Packet.MOST];
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
        paths = new PathFollower(world);
        isPath = settings.paths() > 0;
        adaptive = isPath ? 0 : settings.adaptive();
        order = isPath ? Order.plain(settings.paths()) : Order.of(side, adaptive > 0);
        hits = new Hits(world, eyes);
        blocking = (ray, slot) -> {
            boolean isClear = world.finish(slot).isClear;
            found[ray] |= isClear ? World.CLEAR : World.DARK;
            return !isClear;
        };
    }

    /** Returns the number of rays that were followed, including those to lights. */
    public long rays() {
        return rays + follower.rays() + paths.rays();
    }

    /**
     * Computes a block, and returns the red, green and blue values of its pixels, row by row.
     *
     * @param left the column of the picture at which the block begins
     * @param top the row of the picture at which the block begins
     */
    public byte[] block(int left, int top, int width, int height) {
        Pixels block = new Pixels(left, top, width, height, adaptive > 0);
        boolean isAdaptive = adaptive > 0 && order.length > Order.FIRST;
        follow(block, 0, isAdaptive ? Order.FIRST : order.length);
        if (isAdaptive) {
            for (int pixel = 0; pixel < width * height; pixel++) {
                block.wants[pixel] = isMixed(block, pixel);
            }
            follow(block, Order.FIRST, order.length);
        }
        byte[] rgb = new byte[3 * width * height];
        for (int pixel = 0; pixel < width * height; pixel++) {
            double part = 1.0 / (isAdaptive && !block.wants[pixel] ? Order.FIRST : order.length);
            tone.write(block.light(pixel, part), rgb, 3 * pixel);
        }
        return rgb;
    }

    /**
     * Returns whether the first samples of a pixel differ so much on a screen that the other samples are worth taking.
     */
    private boolean isMixed(Pixels block, int pixel) {
        byte[] low = new byte[3];
        byte[] high = new byte[3];
        tone.write(block.low(pixel), low, 0);
        tone.write(block.high(pixel), high, 0);
        for (int band = 0; band < 3; band++) {
            if ((high[band] & 255) - (low[band] & 255) > adaptive) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes some of the samples, those from {@code from} to {@code to} in their order, for all pixels that need them.
     * It goes through the pixels in tiles, so that the rays of a packet are neighbours.
     */
    private void follow(Pixels block, int from, int to) {
        int perPixel = to - from;
        int tileHeight = Math.max(1, (int) Math.sqrt((double) Packet.MOST / perPixel));
        int tileWidth = Math.max(1, Packet.MOST / perPixel / tileHeight);
        eyes.clear();
        for (int y = 0; y < block.height; y += tileHeight) {
            for (int x = 0; x < block.width; x += tileWidth) {
                int endX = Math.min(block.width, x + tileWidth);
                int endY = Math.min(block.height, y + tileHeight);
                for (int row = y; row < endY; row++) {
                    for (int column = x; column < endX; column++) {
                        pixel(block, column, row, from, to);
                    }
                }
                if (from == 0) {
                    look(block);
                }
            }
        }
        look(block);
    }

    private void pixel(Pixels block, int x, int y, int from, int to) {
        int pixel = y * block.width + x;
        if (!block.wants[pixel]) {
            return;
        }
        long seed = Noise.scatter((long) (block.top + y) << 32 | (block.left + x));
        for (int number = from; number < to; number++) {
            if (eyes.count() == Packet.MOST) {
                look(block);
            }
            int sample = order[number];
            if (isPath) {
                addPath(block.left + x, block.top + y, seed, sample);
            } else {
                add(block.left + x, block.top + y, seed, sample);
            }
            int ray = eyes.count() - 1;
            seeds[ray] = seed;
            samples[ray] = sample;
            pixels[ray] = pixel;
        }
    }

    /**
     * Adds a ray to the packet. It goes through the pixel or passes slightly outside of it: the density of samples is a
     * triangle, two pixels wide.
     */
    private void add(int x, int y, long pixelSeed, int sample) {
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
        add(origin, lens.direction(origin, x + 0.5 + offX, y + 0.5 + offY));
    }

    /** Adds a path to the packet. A path begins with two choices: the place in the pixel and the place on the lens. */
    private void addPath(int x, int y, long pixelSeed, int path) {
        Strata strata = paths.strata();
        strata.begin(pixelSeed, path, 0);
        strata.pair();
        double offX = Spread.tent(strata.first);
        double offY = Spread.tent(strata.second);
        strata.disc();
        Vector3 origin = lens.origin(strata.first, strata.second);
        add(origin, lens.direction(origin, x + 0.5 + offX, y + 0.5 + offY));
    }

    private void add(Vector3 origin, Vector3 direction) {
        eyes.add(
                origin.x(),
                origin.y(),
                origin.z(),
                direction.x(),
                direction.y(),
                direction.z(),
                Double.POSITIVE_INFINITY);
    }

    /** Follows all rays of the packet, and adds their light to their pixels. */
    private void look(Pixels block) {
        int count = eyes.count();
        rays += count;
        world.nearest(eyes);
        for (int ray = 0; ray < count; ray++) {
            hits.look(ray);
        }
        for (int number = 0; number < lights.length && !isPath; number++) {
            lit(number, count);
        }
        for (int ray = 0; ray < count; ray++) {
            Colour seen = seen(ray);
            double brightest = seen.most();
            block.add(pixels[ray], seen, brightest > mostLight ? mostLight / brightest : 1);
        }
        eyes.clear();
    }

    private Colour seen(int ray) {
        if (!hits.isMet(ray)) {
            return scene.background()
                    .toward(new Vector3(eyes.directionX(ray), eyes.directionY(ray), eyes.directionZ(ray)));
        }
        if (isPath) {
            paths.strata().begin(seeds[ray], samples[ray], 2);
            return paths.follow(hits.surface(ray));
        }
        if (hits.isPlain(ray)) {
            return hits.emitted(ray).plus(hits.light(ray));
        }
        follower.begin(seeds[ray], samples[ray]);
        return follower.carried(hits.surface(ray), 0, 1).plus(hits.light(ray));
    }

    /** Adds the light of one lamp to all hits. */
    private void lit(int number, int count) {
        Light source = lights[number];
        int each = source.samples();
        hits.begin(count);
        for (int i = 0; i < each; i++) {
            shadows.clear();
            for (int ray = 0; ray < count; ray++) {
                if (hits.isLit(ray)
                        && hits.isToward(source, Spread.ofLight(seeds[ray], number, 0), samples[ray] * each + i, ray)) {
                    cast(ray);
                }
            }
            world.geometry().solids.blocked(shadows, blocking);
            for (int shadow = 0; shadow < shadows.count(); shadow++) {
                arrive(shadow);
            }
        }
        hits.end(count, each);
    }

    /**
     * Adds the ray from a hit to a light to the packet of shadow rays.
     *
     * @param ray the number of the ray that has hit
     */
    private void cast(int ray) {
        double x = hits.startX(ray);
        double y = hits.startY(ray);
        double z = hits.startZ(ray);
        int shadow = shadows.add(x, y, z, hits.towardX, hits.towardY, hits.towardZ, hits.distance);
        owners[shadow] = ray;
        hits.keep(arrivals, 3 * shadow);
        found[shadow] = world.planesBetween(x, y, z, hits.towardX, hits.towardY, hits.towardZ, hits.distance);
    }

    private void arrive(int shadow) {
        int ray = owners[shadow];
        int at = 3 * shadow;
        if (found[shadow] != World.CLEAR) {
            rays++;
            if (found[shadow] == 0) {
                hits.add(ray, arrivals[at], arrivals[at + 1], arrivals[at + 2]);
            }
            return;
        }
        Vector3 toward =
                new Vector3(shadows.directionX(shadow), shadows.directionY(shadow), shadows.directionZ(shadow));
        Colour left = follower.left(hits.start(ray), toward, shadows.distance(shadow));
        hits.add(ray, arrivals[at] * left.red(), arrivals[at + 1] * left.green(), arrivals[at + 2] * left.blue());
    }
}
