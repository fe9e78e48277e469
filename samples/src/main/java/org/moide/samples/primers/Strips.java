package org.moide.samples.primers;

import java.io.IOException;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.samples.primers.Border.Side;

/**
 * Computes {@link Stencil}'s plate with workers (ALDY, §5.3, stage 3). The workers are vertical strips, which may move
 * between engines, and they send their borders as planned tasks. The result is exactly that of {@code stencil},
 * whichever strips move.
 *
 * <p>Each border has a number that both sides know, so a strip waits ({@link WorkerContext#await}) for its left
 * neighbour's border, then for its right neighbour's, and then makes a step. A neighbour may be one step ahead; then
 * its border is kept. The first strip begins with a message of its own, each other strip with the first border from its
 * left: if all began with a message, a border could come before that message, and nobody would wait for it. A strip
 * moves only to an engine that has one of its neighbours, or no strip.
 *
 * <p>Reports {@code error}, {@code gridError}, {@code decay}, {@code sha256} and {@code picture} as {@code stencil}
 * does, {@code updatesPerSecond} unless the engine that ran {@code begin} was lost, and {@code verified} with {@code
 * --check}.
 */
public final class Strips implements WorkerApplication<Strip, Border, StripedPlate> {
    private static final long ALL = 0;
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /** The time at which the run began. It is set only on the engine that ran {@code begin}. */
    private volatile long startNanos = NOT_BEGUN;

    @Override
    public String summary() {
        return "heat spreads over a plate as in stencil: strips as workers that may move, borders as tasks";
    }

    @Override
    public String usage() {
        return StripOptions.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        StripOptions.of(arguments).picture().check();
    }

    @Override
    public void begin(WorkerSetup<Border> setup) {
        StripOptions asked = StripOptions.of(setup.arguments());
        int strips = asked.strips();
        startNanos = System.nanoTime();
        for (int strip = 0; strip < strips; strip++) {
            setup.worker(strip, Directives.NONE.moveAnywhere().neighbours(neighbours(strip, strips)));
        }
        setup.group(ALL, 0, strips);
        if (asked.heat().steps() == 0) {
            setup.broadcast(ALL, Border.NONE);
        } else {
            setup.send(0, Border.NONE);
        }
    }

    private static long[] neighbours(int strip, int strips) {
        if (strips == 1) {
            return new long[0];
        }
        if (strip == 0) {
            return new long[] {1};
        }
        return strip == strips - 1 ? new long[] {strip - 1} : new long[] {strip - 1, strip + 1};
    }

    @Override
    public Strip state(long strip, WorkerContext<Strip, Border> context) {
        return new Strip(StripOptions.of(context.arguments()), (int) strip);
    }

    @Override
    public void handle(Border border, WorkerContext<Strip, Border> context) {
        Strip strip = context.state();
        strip.take(border);
        if (strip.isDone()) {
            context.end();
            return;
        }
        if (strip.step() == 0 && border.from() != Side.RIGHT) {
            tellNeighbours(strip, context);
        }
        if (border.from() != Side.RIGHT
                && context.worker() + 1 < strip.options().strips()) {
            await(Side.RIGHT, strip, context);
        } else {
            compute(strip, context);
        }
    }

    private static void compute(Strip strip, WorkerContext<Strip, Border> context) {
        strip.compute();
        if (context.worker() == 0) {
            context.report().progress(strip.step(), strip.options().heat().steps(), "steps");
        }
        if (strip.isDone()) {
            context.end();
            return;
        }
        tellNeighbours(strip, context);
        if (context.worker() > 0) {
            await(Side.LEFT, strip, context);
        } else if (strip.options().strips() > 1) {
            await(Side.RIGHT, strip, context);
        } else {
            context.send(0, Border.NONE);
        }
    }

    private static void await(Side side, Strip strip, WorkerContext<Strip, Border> context) {
        context.await(
                number(context.worker(), side, strip.step(), strip.options().strips()));
    }

    private static void tellNeighbours(Strip strip, WorkerContext<Strip, Border> context) {
        long self = context.worker();
        int strips = strip.options().strips();
        int step = strip.step();
        if (self > 0) {
            context.send(self - 1, number(self - 1, Side.RIGHT, step, strips), strip.borderFor(Side.LEFT));
        }
        if (self + 1 < strips) {
            context.send(self + 1, number(self + 1, Side.LEFT, step, strips), strip.borderFor(Side.RIGHT));
        }
    }

    /**
     * Returns the number of the planned task that brings a border to a strip.
     *
     * @param strip the receiving strip
     * @param side the side of the strip from which the border comes
     * @param step the step after which it was sent
     */
    private static long number(long strip, Side side, int step, int strips) {
        return (2L * step + (side == Side.LEFT ? 0 : 1)) * strips + strip;
    }

    @Override
    public StripedPlate result(long strip, Strip state) {
        return new StripedPlate(state);
    }

    @Override
    public StripedPlate merge(StripedPlate left, StripedPlate right) {
        return left.add(right);
    }

    @Override
    public void handleResults(StripedPlate plate, Report report) throws IOException {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        plate.requireAll();
        StripOptions asked = plate.options();
        Heat heat = asked.heat();
        double gridError = plate.errorOf(heat.onGrid());
        heat.tell(report, plate.errorOf(heat.decay()), gridError);
        if (startNanos != NOT_BEGUN) {
            report.put("updatesPerSecond", (double) heat.size() * heat.size() * heat.steps() / seconds);
        }
        report.put("sha256", plate.digest());
        heat.requireFaded(gridError);
        if (asked.check()) {
            plate.check();
            report.put("verified", true);
        }
        if (asked.picture().isWanted()) {
            asked.picture().write(Plate.SIDE, Plate.SIDE, plate.draw());
            asked.picture().tell(report);
        }
    }
}
