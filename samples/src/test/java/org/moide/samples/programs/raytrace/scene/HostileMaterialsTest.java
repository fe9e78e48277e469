package org.moide.samples.programs.raytrace.scene;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostileMaterialsTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        return List.of(
                "newmtl a\nKa 0 0 0\nKd 0.8 0.1 0.2\nKs 0.5\nNs 40\nillum 3\nmap_Kd -s 1 1 1 a.png\nnewmtl b\nd 0.5\nNi 1.4\n"
                        .getBytes(StandardCharsets.UTF_8),
                "# x\nnewmtl b\nKd 1 1 1\nTr 0.5\nTf 1 1 1\nillum 4\nPr 0.5\nnewmtl a # one\nKe 2\nd -halo 0.5\nKt 0 0 0\nTf 0.5\n"
                        .getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected String name() {
        return "my.mtl";
    }

    @Override
    protected void read(Path file) throws Exception {
        Files.writeString(
                file.resolveSibling("my.mtl.obj"),
                "mtllib my.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n");
        SceneReader.read(
                "s.scene", "camera from 0 0 5 at 0 0 0\nmesh my.mtl.obj\n", SceneFiles.beside(file), note -> {});
    }
}
