package org.moide.samples.programs.raytrace.scene;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostileMeshTest extends HostileFiles {
    private static final String POINTS = "v 0 0 0\nv 1 0 0\nv 1 1.5 0\nv 0 1 -2e-1\nv 0.5 0.25 0\n";

    @Override
    protected List<byte[]> good() {
        return List.of(
                bytes("# one\nmtllib my.mtl\no a\n" + POINTS + "vt 0 0\nvn 0 0 1\nusemtl a\ng b\ns 1\n"
                        + "f 1/1/1 2/1/1 3/1/1 4/1/1\nf 1//1 2//1 \\\n3//1\nf -1 -2 -3\n"),
                bytes("mtllib my.mtl\n" + POINTS
                        + "f 1 2 3 5 4\nusemtl two words\nf 4 5 3 2 1\nl 1 2 3\nmg 0\nf 1/1 2/1 3/1\nf 1// 2// 3//\n"),
                bytes(
                        "mtllib a.mtl my.mtl\nv 1 2 3 0.5 0.5 0.5\nv 2 2 2 1\nv 3 1 2\nvp 1\nusemtl\nfo 1 2 3\r\ncurv 1 2\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected List<Long> found() {
        return List.of(884L);
    }

    @Override
    protected String name() {
        return "m.obj";
    }

    @Override
    protected void read(Path file) throws Exception {
        Files.writeString(file.resolveSibling("my.mtl"), "newmtl a\nKd 1\nnewmtl two words\nd 0.5\n");
        SceneReader.read(
                        "s.scene",
                        "camera from 0 0 5 at 0 0 0\nmaterial b\nmesh m.obj smooth fit 1\nmesh m.obj material b\n",
                        SceneFiles.beside(file),
                        note -> {})
                .shapes()
                .triangleCount();
    }
}
