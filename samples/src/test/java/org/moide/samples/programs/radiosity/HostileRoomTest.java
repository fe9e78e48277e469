package org.moide.samples.programs.radiosity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.moide.engine.Arguments;
import org.moide.samples.text.HostileFiles;

class HostileRoomTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        try (InputStream in = Radiosity.class.getResourceAsStream("study.room")) {
            return List.of(
                    in.readAllBytes(),
                    "camera from 0 0 2 at 0 0 0\nmaterial m reflect 0.5 emit 1\ntriangle 0 0 0 1 0 0 0 1 0 material m\n"
                            .getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    protected List<Long> found() {
        return List.of(3_165L); // a similar name with an invisible character
    }

    @Override
    protected String name() {
        return "my.room";
    }

    @Override
    protected void read(Path file) {
        Options.of(Arguments.of("--scene", file.toString())).load();
    }
}
