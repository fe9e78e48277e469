package org.moide.samples.programs.radiosity;

import java.io.IOException;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.samples.picture.Png;

/**
 * Hierarchical radiosity (Task Pool Teams, §4): how light is scattered from wall to wall until it comes to rest. Each surface
 * is a quad-tree, cut finer where more light is exchanged; each thread has some trees, asks others' engines for those it needs
 * light from, and trees move between passes to where less is to do.
 *
 * <p>Reports {@code emittedPower}, {@code absorbedPower}, {@code energyError} (their relative difference: in a closed room all that
 * is emitted is absorbed in the end), {@code surfaces}, {@code elements}, {@code interactions}, {@code passes},
 * {@code movedTrees}, {@code remoteTrees} (asked of another thread) and {@code picture}.
 */
public final class Radiosity implements Application {
    /** Passes end when what all surfaces send out changes by less: what is then still to come is some times that. */
    private static final double AT_REST = 1e-4;

    @Override
    public String summary() {
        return "hierarchical radiosity: light scattered from wall to wall in a room, as a PNG";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options options = Options.of(arguments);
        options.checkOutput();
        options.load();
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        Options options = Options.of(self.arguments());
        // Only the host of ID 0 need have the file.
        Room room = self.comm().broadcast(0, self.id() == 0 ? options.load() : options.nothing());
        double emitted = room.emitted();
        Refinement refinement = new Refinement(room, options.accuracy() * emitted, options.smallestArea());
        Passes passes = new Passes(self, room, refinement);
        Passes.Outcome outcome = new Passes.Outcome(0.0, 0.0, 0, 0);
        double change = Double.POSITIVE_INFINITY;
        int pass = 0;
        while (pass < options.passes() && change > AT_REST) {
            double before = outcome.sent();
            outcome = passes.pass();
            change = Math.abs(outcome.sent() - before) / Math.max(outcome.sent(), Double.MIN_NORMAL);
            pass++;
            if (self.id() == 0) {
                self.report().progress(pass, options.passes(), "passes");
            }
        }
        picture(self, room, passes, options);
        long asked = self.comm().allReduce(passes.neighbours().asked(), Reduction.SUM);
        if (self.id() == 0) {
            tell(self, room, emitted, outcome, pass, passes.moved(), asked, options);
        }
    }

    private static void picture(ComputeThread self, Room room, Passes passes, Options options) throws IOException {
        int width = room.settings().width();
        int height = room.settings().height();
        byte[] rows = new View(room, passes.neighbours()::shine).rows(self.id(), self.count());
        if (self.id() > 0) {
            self.comm().send(0, 0, rows);
            return;
        }
        byte[] rgb = new byte[3 * width * height];
        for (int id = 0; id < self.count(); id++) {
            byte[] part = id == 0 ? rows : new byte[3 * width * View.rowCount(height, id, self.count())];
            if (id > 0) {
                self.comm().receive(id, 0, part);
            }
            for (int row = 0; row < View.rowCount(height, id, self.count()); row++) {
                System.arraycopy(part, 3 * width * row, rgb, 3 * width * (id + row * self.count()), 3 * width);
            }
        }
        Png.write(options.output(), width, height, rgb);
    }

    private static void tell(
            ComputeThread self,
            Room room,
            double emitted,
            Passes.Outcome outcome,
            int passes,
            long moved,
            long asked,
            Options options) {
        double error = emitted == 0.0 ? 0.0 : Math.abs(outcome.absorbed() - emitted) / emitted;
        self.report().put("emittedPower", emitted);
        self.report().put("absorbedPower", outcome.absorbed());
        self.report().put("energyError", error);
        self.report().put("surfaces", room.surfaces().size());
        self.report().put("elements", outcome.elements());
        self.report().put("interactions", outcome.links());
        self.report().put("passes", passes);
        self.report().put("movedTrees", moved);
        self.report().put("remoteTrees", asked);
        self.report().put("picture", options.output().toString());
    }
}
