package org.moide.samples.programs.raytrace;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.trace.Tracer;
import org.moide.samples.programs.raytrace.trace.World;

/**
 * Ray tracing (MOIDE, §5): the picture is divided into blocks, and every thread fetches one block after the other. The
 * time for a block depends on its content, so blocks are not assigned in advance. The picture is exactly the same on
 * any number of engines.
 *
 * <p>The coordinator reads the scene and shares it; each engine builds its hierarchy of boxes once; finished blocks are
 * put into the picture when they arrive. The reported {@code seconds} are the time from the first task to the last one
 * on the engine for which that time is longest, without the rehearsal.
 */
public final class RayTrace implements TaskApplication<Block, Rendered> {
    private static final String SCENE = "scene";
    private static final String WARM_AT = "warm at";
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /** The picture, on the coordinator. Three methods use it. */
    private @Nullable Picture picture;

    private @Nullable Options options;
    /** The scene with its tree, on each engine. Set by {@link #prepare}, then read by the engine's threads. */
    private volatile @Nullable World world;

    /** The time, by {@code System.nanoTime}, at which this engine began its first task that was not a rehearsal. */
    private final AtomicLong beganNanos = new AtomicLong(NOT_BEGUN);

    /** Tracers that no thread uses at the moment. There are never more tracers than threads. */
    private final Queue<Tracer> tracers = new ConcurrentLinkedQueue<>();

    @Override
    public String summary() {
        return "renders a scene of spheres, triangles and meshes by ray tracing and writes a PNG";
    }

    @Override
    public String usage() {
        return Options.usage();
    }

    @Override
    public void check(Arguments arguments) {
        Options checked = Options.of(arguments);
        checked.checkOutput();
        checked.loadScene(note -> {});
    }

    @Override
    public void createTasks(TaskContext<Block> context) {
        Options given = Options.of(context.arguments());
        Scene scene = given.loadScene(note -> context.report().print("note: " + note));
        Settings settings = scene.settings();
        options = given;
        picture = new Picture(settings.width(), settings.height());
        context.share(SCENE, scene);
        if (given.warmUp() > 0) {
            // A time of the clock, so that all engines begin together. Otherwise the first engine would compute blocks
            // while others warm up.
            context.share(WARM_AT, System.currentTimeMillis() + 1000L * given.warmUp());
        }
        if (given.warmUp() > 0) {
            putBlocks(context, settings, given.block(), true);
        }
        putBlocks(context, settings, given.block(), false);
    }

    private static void putBlocks(TaskContext<Block> context, Settings settings, int side, boolean rehearsal) {
        for (int y = 0; y < settings.height(); y += side) {
            for (int x = 0; x < settings.width(); x += side) {
                int width = Math.min(side, settings.width() - x);
                int height = Math.min(side, settings.height() - y);
                context.put(new Block(x, y, width, height, rehearsal));
            }
        }
    }

    @Override
    public void prepare(TaskContext<Block> context) throws InterruptedException {
        Scene scene = context.shared(SCENE, Scene.class);
        int threads = Math.max(1, context.queues());
        World made = new World(scene, threads);
        Options given = Options.of(context.arguments());
        if (given.warmUp() > 0) {
            long left = context.shared(WARM_AT, Long.class) - System.currentTimeMillis();
            // A limit, because a host's clock may be wrong.
            long millis = Math.max(0, Math.min(left, 1000L * given.warmUp()));
            WarmUp.run(made, scene.settings(), given.block(), threads, millis);
        }
        world = made;
    }

    @Override
    public Rendered identity() {
        return Rendered.none();
    }

    @Override
    public Rendered executeTask(Block block, TaskContext<Block> context) {
        Tracer idle = tracers.poll();
        Tracer tracer = idle == null ? new Tracer(requireNonNull(world, "prepare comes before the first task")) : idle;
        long before = tracer.rays();
        if (!block.rehearsal()) {
            beganNanos.compareAndSet(NOT_BEGUN, System.nanoTime());
        }
        byte[] rgb = tracer.block(block.x(), block.y(), block.width(), block.height());
        Rendered rendered = block.rehearsal()
                ? Rendered.of(block, rgb, 0, 0)
                : Rendered.of(block, rgb, tracer.rays() - before, System.nanoTime() - beganNanos.get());
        tracers.add(tracer);
        return rendered;
    }

    @Override
    public Rendered merge(Rendered left, Rendered right) {
        return left.add(right);
    }

    @Override
    public boolean equivalent(Rendered left, Rendered right) {
        return left.sameAs(right);
    }

    @Override
    public boolean handlePartial(Rendered partial, Report report) {
        requireNonNull(picture, "createTasks comes before any result").put(partial);
        return true;
    }

    @Override
    public void handleResults(Rendered rest, Report report) throws Exception {
        Picture whole = requireNonNull(picture, "createTasks comes before the end");
        Path output =
                requireNonNull(options, "createTasks comes before the end").output();
        whole.put(rest);
        whole.write(output);
        report.put("rays", whole.rays());
        report.put("seconds", whole.nanos() / 1e9);
        report.put("pixels", whole.width() + " × " + whole.height());
        report.put("picture", output.toString());
    }
}
