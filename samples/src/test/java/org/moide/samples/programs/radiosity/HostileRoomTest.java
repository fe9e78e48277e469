package org.moide.samples.programs.radiosity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.programs.radiosity.room.RoomReader;
import org.moide.samples.programs.raytrace.scene.SceneFiles;
import org.moide.samples.programs.raytrace.scene.SceneFormatException;
import org.moide.samples.text.HostileFiles;

class HostileRoomTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        try (InputStream in = requireNonNull(Radiosity.class.getResourceAsStream("study.room"))) {
            return List.of(in.readAllBytes());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    @Override
    protected String name() {
        return "hostile.room";
    }

    @Override
    protected boolean isRefusal(Exception failed) {
        return failed instanceof SceneFormatException || super.isRefusal(failed);
    }

    @Override
    protected void read(Path file) throws Exception {
        assertThat(RoomReader.read(name(), SceneFiles.beside(file).read(name())).surfaces())
                .isNotEmpty();
    }
}
