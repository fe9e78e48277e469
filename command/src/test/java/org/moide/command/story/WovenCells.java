package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A user's own bag of tasks with data objects of all kinds. Each object is a cell. {@code initialize} writes the first
 * cells. Each task computes a cell from two cells of the previous step, from a declared object, and from an object that
 * a task wrote and can recompute. Either all tasks are put at once, or each step is a phase after which the cells
 * before it are released. For comparison, the handler of the result computes the cells without MOIDE.
 */
final class WovenCells {
    /** The way of running in which all tasks are put at once, and wait for the objects that other tasks write. */
    static final String FLOW = "flow";

    /** The way of running in which each step is a phase: its tasks are put when all earlier ones are done. */
    static final String PHASES = "phases";

    private static final int STEPS = 12;
    private static final int TILES = 16;

    /** The number of tasks, including those that sum the first cells; the parts of {@code initialize} are tasks too. */
    private static final int TASKS = (STEPS + 1) * TILES;

    private static final int MOST_ENGINES = 3;

    /**
     * The engines' memory for data objects: enough for a few of some 400 objects of 16 kB, so that most are dropped,
     * fetched and recomputed.
     */
    private static final String FEW = "200k";

    private final Path home;
    private final OwnApplication application;

    private WovenCells(Path home, OwnApplication application) {
        this.home = home;
        this.application = application;
    }

    /** Writes and compiles the application in {@code home}. */
    static WovenCells compile(Path home) throws IOException {
        return new WovenCells(home, OwnApplication.compile(home, "own.Weaving", """
                package own;
                import java.io.Serializable;
                import java.nio.file.Files;
                import java.nio.file.Path;
                import java.util.Arrays;
                import org.moide.engine.*;
                public final class Weaving implements TaskApplication<Weaving.Cell, Long> {
                    static final int STEPS = %d;
                    static final int TILES = %d;
                    static final int LONGS = 2_000;
                    record Cell(int step, int tile) implements Serializable {
                        long id() { return 1_000 + step * 100L + tile; }
                        long remade() { return 1_000_000 + id(); }
                        long[] reads() {
                            return new long[] {before(0).id(), before(1).id(), tile %% 5, before(2).remade()};
                        }
                        Cell before(int right) { return new Cell(step - 1, (tile + right) %% TILES); }
                    }
                    static long[] made(long id) {
                        long[] all = new long[LONGS];
                        Arrays.setAll(all, index -> (id + index) * 0x9E3779B97F4A7C15L);
                        return all;
                    }
                    static long[] woven(long[] one, long[] other, long[] base, long[] remade) {
                        long[] all = new long[LONGS];
                        Arrays.setAll(all, index -> 31 * one[index] + (other[index] ^ base[index]) + remade[index]);
                        return all;
                    }
                    static long sum(long[] all) { return Arrays.stream(all).reduce(17, (left, right) -> 31 * left + right); }
                    static long sequential() {
                        long[][] cells = new long[TILES][];
                        long sum = 0;
                        for (int tile = 0; tile < TILES; tile++) {
                            cells[tile] = made(new Cell(0, tile).id());
                            sum += sum(cells[tile]);
                        }
                        for (int step = 1; step <= STEPS; step++) {
                            long[][] next = new long[TILES][];
                            for (int tile = 0; tile < TILES; tile++) {
                                Cell cell = new Cell(step, tile);
                                next[tile] = woven(cells[tile], cells[(tile + 1) %% TILES], made(tile %% 5),
                                        made(cell.before(2).remade()));
                                sum += sum(next[tile]);
                            }
                            cells = next;
                        }
                        return sum;
                    }
                    public void createTasks(TaskContext<Cell> context) throws Exception {
                        boolean phases = context.arguments().words().contains("phases");
                        for (int base = 0; base < 5; base++) {
                            context.declare(base, LONGS * 8 + 50);
                        }
                        for (int step = 1; step <= STEPS; step++) {
                            for (int tile = 0; tile < TILES; tile++) {
                                Cell cell = new Cell(step, tile);
                                context.put(cell, cell.reads());
                            }
                            if (phases) {
                                long[] over = new long[2 * TILES];
                                for (int tile = 0; tile < TILES; tile++) {
                                    over[2 * tile] = new Cell(step - 1, tile).id();
                                    over[2 * tile + 1] = new Cell(step - 1, tile).remade();
                                }
                                context.release(over);
                                context.flush();
                                if (context.read(new Cell(step, 0).id(), long[].class).length != LONGS) {
                                    throw new IllegalStateException("expected a cell");
                                }
                                Files.writeString(Path.of("step-" + step), "");
                            }
                        }
                        Files.writeString(Path.of("created"), "");
                    }
                    public void initialize(int part, int parts, TaskContext<Cell> context) {
                        for (int tile = part; tile < TILES; tile += parts) {
                            Cell first = new Cell(0, tile);
                            context.write(first.id(), made(first.id()));
                            context.writeRecomputable(first.remade(), made(first.remade()));
                            context.put(first, first.id());
                        }
                    }
                    public long[] recompute(long id, TaskContext<Cell> context) {
                        return made(id);
                    }
                    public Long identity() {
                        return 0L;
                    }
                    public Long executeTask(Cell cell, TaskContext<Cell> context) throws Exception {
                        Thread.sleep(Files.exists(Path.of("hold")) ? 200 : 15);
                        if (cell.step() == 0) {
                            return sum(context.read(cell.id(), long[].class));
                        }
                        long[] now = woven(
                                context.read(cell.before(0).id(), long[].class),
                                context.read(cell.before(1).id(), long[].class),
                                context.read(cell.tile() %% 5, long[].class),
                                context.read(cell.before(2).remade(), long[].class));
                        context.write(cell.id(), now);
                        context.writeRecomputable(cell.remade(), made(cell.remade()));
                        return sum(now);
                    }
                    public Long merge(Long left, Long right) {
                        return left + right;
                    }
                    public void handleResults(Long sum, Report report) {
                        report.put("sum", sum);
                        report.put("sequential", sequential());
                    }
                }
                """.formatted(STEPS, TILES)));
    }

    /**
     * Runs the application with a report and room for a few objects on each engine.
     *
     * @param way {@link #FLOW} or {@link #PHASES}
     */
    MoideProcess run(String way, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--threads", "1", "--no-progress", "--report", "run.json"));
        words.addAll(List.of(
                "--data-memory", FEW, "--classpath", application.classes().toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("own.Weaving", way));
        return MoideProcess.start(home, words.toArray(String[]::new));
    }

    /** Makes each task take ten times as long from now on. */
    void hold() throws IOException {
        Files.createFile(home.resolve("hold"));
    }

    /** Lets tasks take their usual time again, after {@link #hold}. */
    void letGo() throws IOException {
        Files.delete(home.resolve("hold"));
    }

    /** Waits until {@code createTasks} has put all tasks. */
    void awaitCreated() {
        awaitFile("created");
    }

    /** Waits until the phase of this step is over. */
    void awaitStep(int step) {
        awaitFile("step-" + step);
    }

    private void awaitFile(String name) {
        Awaitility.await("file " + name)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> Files.exists(home.resolve(name)));
    }

    JsonObject report() throws IOException {
        return Json.read(home.resolve("run.json"));
    }

    /** Requires that the result equals that of the sequential computation, and that each task counts once. */
    void assertWoven(Object run) throws IOException {
        JsonObject result = report().getAsJsonObject("result");
        assertThat(result.get("sum").getAsLong())
                .as("%s", run)
                .isEqualTo(result.get("sequential").getAsLong());
        JsonObject tasks = report().getAsJsonObject("tasks");
        int counted = tasks.get("counted").getAsInt();
        assertThat(counted)
                .as("%s", run)
                .isEqualTo(tasks.get("put").getAsInt() + tasks.get("created").getAsInt());
        assertThat(counted - TASKS).as("parts of initialize: %s", run).isBetween(1, MOST_ENGINES);
    }
}
