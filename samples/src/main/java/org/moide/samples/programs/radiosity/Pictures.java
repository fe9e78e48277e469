package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.engine.ComputeThread;
import org.moide.samples.picture.Png;
import org.moide.samples.programs.radiosity.room.Rays;
import org.moide.samples.programs.radiosity.room.Room;

/** One thread's part in making a picture of a room whose light has been computed. */
final class Pictures {
    private final ComputeThread self;
    private final Room room;
    private final Shine[] shines;
    private final Rays rays;

    /** Prepares pictures from trees that have all published their light. */
    Pictures(ComputeThread self, Room room, Forest forest) {
        this.self = self;
        this.room = room;
        rays = new Rays(room.surfaces());
        shines = new Shine[forest.count()];
        Arrays.setAll(shines, forest::shine);
    }

    /** Writes the picture on ID 0. All IDs must call it. */
    void write(Options options) throws IOException {
        byte[] rows = view(options).rows(self.id(), self.count());
        if (self.id() > 0) {
            self.comm().send(0, 0, rows);
            return;
        }
        int width = room.settings().width();
        int height = room.settings().height();
        byte[] rgb = new byte[3 * width * height];
        for (int id = 0; id < self.count(); id++) {
            byte[] part = id == 0 ? rows : new byte[3 * width * View.rowCount(height, id, self.count())];
            if (id > 0) {
                self.comm().receive(id, 0, part);
            }
            int at = 0;
            for (int row = 0; row < height; row++) {
                if (View.owner(row, self.count()) == id) {
                    System.arraycopy(part, at, rgb, 3 * width * row, 3 * width);
                    at += 3 * width;
                }
            }
        }
        Png.write(Path.of(options.output()), width, height, rgb);
    }

    private View view(Options options) {
        if (!options.isGathered()) {
            Vertices[] vertices = Arrays.stream(shines).map(Vertices::new).toArray(Vertices[]::new);
            Shine.Leaf leaf = new Shine.Leaf();
            return new View(room, rays, new Lamps(room, rays, 0), (surface, u, v) -> vertices[surface].at(u, v, leaf));
        }
        Lamps lamps = new Lamps(room, rays);
        Scattered scattered = new Scattered(room);
        scattered.gather(self.comm(), rays, lamps, surface -> shines[surface]);
        return new View(room, rays, lamps, scattered::sent);
    }
}
