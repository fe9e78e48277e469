package org.moide.samples.programs.raytrace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostileSceneTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        return List.of(
                shipped("still.scene"),
                shipped("soft.scene"),
                "camera from 0 0 5 at 0 0 0\nmaterial a diffuse 1\ntriangle 0 0 0 1 0 0 0 1 0 material a\nmesh m.obj scale 2\n"
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] shipped(String name) {
        try (InputStream in = RayTrace.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    protected List<Long> found() {
        return List.of(7_535L); // a similar name with an invisible character
    }

    @Override
    protected String name() {
        return "my.scene";
    }

    @Override
    protected void read(Path file) throws Exception {
        Path mesh = file.resolveSibling("m.obj");
        if (!Files.exists(mesh)) {
            Files.writeString(mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
            Files.copy(mesh, file.resolveSibling("knot.obj"));
        }
        new SceneLibrary().load(file.toString(), note -> {});
    }
}
