package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MtlReaderTest {
    private static final String MESH = """
            mtllib my.mtl
            v 0 0 0
            v 1 0 0
            v 0 1 0
            usemtl red
            f 1 2 3
            usemtl window pane
            f 3 2 1
            usemtl mine
            f 1 3 2
            """;
    private static final String MATERIALS = """
            # A comment.
            newmtl red
            Ka 0 0 0
            Kd 0.8 0.1 0.2
            Ks 0.5 0.5 0.5
            Ns 40.4
            map_Kd not/read.png
            illum 2
            newmtl window pane
            Kd 0 0 0
            d 0.25
            Ni 1.4
            """;
    private static final String SCENE =
            "camera from 0 0 5 at 0 0 0\nmaterial mine diffuse 0.5\nmesh models/m.obj move 1 0 0\n";

    private static Scene scene(String text, Map<String, String> contents) {
        return SceneReader.read("s.scene", text, name -> {
            String found = contents.get(name);
            if (found == null) {
                throw new IOException(name + ": there is no such file");
            }
            return found.getBytes(StandardCharsets.UTF_8);
        });
    }

    @Test
    void shouldTakeMaterialsFromTheSceneAndThenFromTheFileBesideTheMesh() {
        Scene scene = scene(SCENE, Map.of("models/m.obj", MESH, "models/my.mtl", MATERIALS));
        Shapes shapes = scene.shapes();
        Material red = scene.materials().get(shapes.triangleMaterial(0));
        assertThat(red.diffuse().first()).isEqualTo(new Colour(0.8, 0.1, 0.2));
        assertThat(red.specular()).isEqualTo(Colour.grey(0.5));
        assertThat(red.shininess()).isEqualTo(40);
        assertThat(red.isClear()).isFalse();
        Material pane = scene.materials().get(shapes.triangleMaterial(1));
        assertThat(pane.transmit()).isEqualTo(Colour.grey(0.75));
        assertThat(pane.refraction()).isEqualTo(1.4);
        assertThat(scene.materials().get(shapes.triangleMaterial(2)).name()).isEqualTo("mine");
    }

    @Test
    void shouldPassOverTheFilesMaterialsWhenTheSceneNamesOne() {
        Scene scene = scene(SCENE + "  material mine\n", Map.of("models/m.obj", MESH));
        assertThat(scene.materials()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            newmtl a,Kd 1 2 0        | my.mtl:2:6: expected a number from 0.0 to 1.0 for Kd (green), found 2
            newmtl a,newmtl a        | my.mtl:2:8: expected a new name for the material, found 'a', which is taken
            Kd 1 1 1                 | my.mtl:1:1: expected 'newmtl' before anything else, found 'Kd'
            newmtl a,Ns x            | my.mtl:2:4: expected a number for Ns, found 'x'
            newmtl a,colour 1        | my.mtl:2:1: expected newmtl, Kd, Ks
            newmtl a,illum 11        | my.mtl:2:7: expected 0 to 10 for illum, found 11
            newmtl                   | my.mtl:1:7: expected a name for the material, found the end of 'newmtl'
            newmtl rod               | m.obj:5:1: expected a material of the scene or of an MTL file for usemtl, found 'red'; did you mean 'rod'? (known from MTL files: rod)
            """)
    void shouldSayWhereAndWhatWhenAMaterialIsWrong(String lines, String message) {
        assertThatThrownBy(() ->
                        scene(SCENE, Map.of("models/m.obj", MESH, "models/my.mtl", lines.replace(',', '\n') + "\n")))
                .isInstanceOf(SceneFormatException.class)
                .hasMessageStartingWith("models/" + message);
    }

    @Test
    void shouldNameTheLineOfAFaceWithoutMaterialAndOfAFileThatIsNotThere() {
        assertThatThrownBy(() -> scene(SCENE, Map.of("models/m.obj", MESH)))
                .hasMessage("models/m.obj:1:1: expected an MTL file that can be read, found: models/my.mtl: there is no"
                        + " such file");
        assertThatThrownBy(() -> scene(SCENE, Map.of("models/m.obj", MESH.replace("usemtl red\n", ""))))
                .hasMessage("models/m.obj:5:1: expected 'usemtl' above this face, or 'material' in the scene's 'mesh'"
                        + " statement, found neither");
    }
}
