package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.moide.samples.text.HostileFiles;

class HostileSceneTest extends HostileFiles {
    @Override
    protected List<byte[]> good() {
        return List.of("""
                # A ball of glass.
                image 640 360
                camera from 0 2 6  at 0 1 0  fov 40
                    aperture 0.02 focus 7.6
                background horizon 0.9 0.8 0.7  zenith 0.1 0.3 0.8  ground 0.1
                ambient 0.2
                sun toward 1 2 1  colour 1.5 1.4 1.2  angle 2
                material floor checker 0.8 and $203040 size 1  reflect 0.05
                material glass transmit 1  ior 1.5  specular 0.8 shininess 400
                plane point 0 0 0  normal 0 1 0  material floor
                sphere 0 1 0  radius 1  material glass
                """.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected String name() {
        return "hostile.scene";
    }

    @Override
    protected boolean isRefusal(Exception failed) {
        return failed instanceof SceneFormatException || super.isRefusal(failed);
    }

    @Override
    protected void read(Path file) throws Exception {
        SceneFiles files = SceneFiles.beside(file);
        assertThat(SceneReader.read(name(), files.read(name()), files).camera()).isNotNull();
    }
}
