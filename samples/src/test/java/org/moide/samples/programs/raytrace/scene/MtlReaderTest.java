package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;

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

    private final List<String> notes = new ArrayList<>();

    private Scene scene(String text, Map<String, String> contents) {
        return SceneReader.read(
                "s.scene",
                text,
                name -> {
                    String found = contents.get(name);
                    if (found == null) {
                        throw new IOException(name + ": there is no such file");
                    }
                    return found.getBytes(StandardCharsets.UTF_8);
                },
                notes::add);
    }

    /** Returns the material that these lines of an MTL file describe. */
    private Material material(String lines) {
        notes.clear();
        String mesh = "mtllib my.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
        Scene scene = scene(
                "camera from 0 0 5 at 0 0 0\nmesh m.obj\n",
                Map.of("m.obj", mesh, "my.mtl", "newmtl a\n" + lines.replace(',', '\n') + "\n"));
        return scene.materials().get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "illum 4,Tf 1 1 1,Ni 1",
                "illum 4,Tf 1.00 1.00 1.00,Ni 1.00,d 1",
                "illum 4",
                "illum 6,Ni 0",
                "illum 2,Ni 1.5,Tf 0.5 0.5 0.5",
                "illum 9,Ni 1.5,Tf 0 0 0",
                "d 1.0,Tr 1.0",
                "Tr 1.0,d 1.0",
                "d 1,Tr 0",
                "Tr 0",
                "Kt 0 0 0",
                "illum 2",
                "illum 2,d -halo 1",
                "Ns -1.960784",
                "Ka 0.2 0.2 0.2,map_Kd -s 1 1 1 -o 0 0 0 -clamp on a b.png,bump -bm 0.3 x.png,norm n.png",
                "Pr 0.5,Pm 0,Ps 0,Pc 0,Pcr 0,aniso 0,anisor 0,map_Pr x,sharpness 60",
                "ILLUM 2,ns 50,KD 0.8 0.1 0.2"
            })
    void shouldTakeForOpaqueWhatNothingSaysLightGoesThrough(String lines) {
        Material expected = material("Kd 0.8 0.1 0.2,Ks 0.5");
        Material found = material("Kd 0.8 0.1 0.2,Ks 0.5," + lines);
        assertThat(found.transmit()).isEqualTo(Colour.BLACK);
        assertThat(found.refraction()).isEqualTo(1);
        assertThat(found.diffuse()).isEqualTo(expected.diffuse());
        assertThat(found.reflect()).isEqualTo(expected.reflect());
        assertThat(found.specular()).isEqualTo(expected.specular());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            d 0.25                            | 0.75 0.75 0.75 | 1
            Tr 0.75                           | 0.75 0.75 0.75 | 1
            d 0.25,Tr 0.25                    | 0.75 0.75 0.75 | 1
            Tr 0.25,d 0.25                    | 0.75 0.75 0.75 | 1
            d 0,Ni 1.3                        | 1 1 1          | 1.3
            d 0.25,illum 2,Tf 0.5 0 0         | 0.75 0.75 0.75 | 1
            d 0.25,illum 4,Tf 1 1 1,Ni 1      | 0.75 0.75 0.75 | 1
            d 0.5,illum 5,Tf 0.5 1 0,Ni 1.5   | 0.25 0.5 0     | 1.5
            d 0.5,illum 4,Tf 0 0 0            | 0.5 0.5 0.5    | 1
            illum 7,Ni 1.5                    | 1 1 1          | 1.5
            illum 4,Ni 1.5,Tf 0.5 1 0         | 0.5 1 0        | 1.5
            Kt 0.5 1 0                        | 0.5 1 0        | 1
            d 0.5,Ni 0.5                      | 0.5 0.5 0.5    | 1
            """)
    void shouldLetLightThroughWhereNiOrDissolvingSaySo(String lines, String through, double refraction) {
        Material found = material(lines);
        String[] bands = through.split(" ");
        assertThat(found.transmit())
                .isEqualTo(new Colour(
                        Double.parseDouble(bands[0]), Double.parseDouble(bands[1]), Double.parseDouble(bands[2])));
        assertThat(found.refraction()).isEqualTo(refraction);
    }

    @Test
    void shouldSayWhatWasPassedOver() {
        assertThat(material("map_Kd a.png,Pr 0.5,map_Ks b.png,Tf 0.5 1 1,d 1,Tr 1,Ns -2")
                        .diffuse())
                .isEqualTo(Texture.solid(Colour.grey(0.8)));
        assertThat(notes)
                .containsExactly(
                        "my.mtl:2: passed over map_Kd, map_Ks (2 lines): pictures on surfaces are not read; the colour is that"
                                + " of Kd, or a grey of 0.8 if there is none",
                        "my.mtl:3: passed over Pr: the picture is made by Kd, Ks, Ns, Ke, Ni, Tf, d and illum",
                        "my.mtl:8: passed over Ns: below 0 it is taken as 0",
                        "my.mtl:1: passed over Tr: d goes before Tr",
                        "my.mtl:1: passed over Tf: light is filtered only where illum is 4 to 9, and Ni or d say that it"
                                + " passes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.mtl b.mtl",
                "b.mtl a.mtl",
                "a.mtl\nmtllib b.mtl",
                ".\\a.mtl ./b.mtl",
                "sub\\two words.mtl a.mtl",
                "sub/two words.mtl",
                "\"sub/two words.mtl\"",
                "C:\\Users\\me\\a.mtl C:\\Users\\me\\b.mtl",
                "plain",
                "a.mtl \\\n b.mtl"
            })
    void shouldFindAllFilesOfMaterialsHoweverTheyAreNamed(String names) {
        String red = "newmtl red\nKd 0.8 0.1 0.1\n";
        String blue = "newmtl blue 2 # the second\nKd 0.1 0.1 0.8\n";
        Scene scene = scene(
                "camera from 0 0 5 at 0 0 0\nmesh m/m.obj\n",
                Map.of(
                        "m/m.obj",
                        "mtllib " + names
                                + "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl  blue  2\nf 1 2 3\n",
                        "m/a.mtl",
                        red,
                        "m/b.mtl",
                        blue,
                        "m/plain",
                        red + blue,
                        "m/sub/two words.mtl",
                        red + blue));
        assertThat(scene.materials()).extracting(Material::name).containsExactly("red", "blue 2");
    }

    @Test
    void shouldTellOfWhatIsWrongOnlyWithMaterialsThatNoFaceIsMadeOf() {
        String mesh = "mtllib my.mtl\nmtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl none\nusemtl a\nf 1 2 3\n";
        Scene scene = scene(
                "camera from 0 0 5 at 0 0 0\nmesh m.obj\n",
                Map.of("m.obj", mesh, "my.mtl", "newmtl b\nKd 9\nnewmtl a\nKd 1\nnewmtl c\nhue 7\n"));
        assertThat(scene.materials()).extracting(Material::name).containsExactly("a");
        assertThat(notes)
                .containsExactlyInAnyOrder(
                        "m.obj:6: passed over usemtl 'none', which no file knows: no face is made of it",
                        "m.obj:2: expected an MTL file that can be read, found: gone.mtl: there is no such file; no face"
                                + " needs it",
                        "my.mtl:2:4: expected Kd, a number from 0 to 1, found '9'; passed over: no face is made of this"
                                + " material",
                        "my.mtl:6:1: expected newmtl, Kd, Ks, Ns, Ke, Ni, Tf, Kt, d, Tr, illum or another keyword of the MTL"
                                + " format, found 'hue'; passed over: no face is made of this material");
    }

    @Test
    void shouldMakeFacesWhiteAboveWhichNoMaterialIsNamed() {
        String mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl mine\nf 1 2 3\nusemtl \nf 1 2 3\n";
        Scene scene = scene(SCENE.replace("models/", ""), Map.of("m.obj", mesh));
        Shapes shapes = scene.shapes();
        assertThat(scene.materials().get(shapes.triangleMaterial(0)).diffuse()).isEqualTo(Texture.solid(Colour.WHITE));
        assertThat(scene.materials().get(shapes.triangleMaterial(1)).name()).isEqualTo("mine");
        assertThat(shapes.triangleMaterial(2)).isEqualTo(shapes.triangleMaterial(0));
        assertThat(notes)
                .containsExactly(
                        "m.obj:4: faces above which usemtl names no material are white; 'material' in the scene's"
                                + " 'mesh' statement names one");
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
            newmtl red,Kd 1 2 0      | my.mtl:2:6: expected Kd's green, a number from 0 to 1, found '2'
            newmtl red,Kd 1 1        | my.mtl:2:7: expected Kd's blue, a number from 0 to 1, found the end of the line
            newmtl red,Kd 1 1 1 1    | my.mtl:2:10: expected the end of the line after Kd, found '1'
            newmtl red,Kd spectral x | my.mtl:2:4: expected Kd, a number from 0 to 1, found 'spectral'
            newmtl red,Kd 1,newmtl red,Kd 0 | my.mtl:3: expected a new name for the material, found 'red', which another one above has
            Kd 1 1 1                 | my.mtl:1:1: expected 'newmtl' with a name before anything else, found 'Kd'
            newmtl red,Ns x          | my.mtl:2:4: expected Ns, a number from -100000 to 100000, found 'x'
            newmtl red,colour 1      | my.mtl:2:1: expected newmtl, Kd, Ks
            newmtl red,illum 10      | my.mtl:2:7: expected illum, a whole number from 0 to 9, found '10'
            newmtl red,d 1.5         | my.mtl:2:3: expected d, a number from 0 to 1, found '1.5'
            newmtl                   | my.mtl:1: expected a name for the material behind newmtl, found none
            newmtl rod               | m.obj:5: expected a material of the scene or of an MTL file for usemtl, found 'red'; did you mean 'rod'? (known from MTL files: rod)
            """)
    void shouldSayWhereAndWhatWhenAMaterialIsWrong(String lines, String message) {
        assertThatThrownBy(() ->
                        scene(SCENE, Map.of("models/m.obj", MESH, "models/my.mtl", lines.replace(',', '\n') + "\n")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("models/" + message);
    }

    @Test
    void shouldNameTheLineOfAFileThatIsNotThere() {
        assertThatThrownBy(() -> scene(SCENE, Map.of("models/m.obj", MESH)))
                .hasMessage("models/m.obj:1: expected an MTL file that can be read, found: models/my.mtl: there is no"
                        + " such file; or let the scene's 'mesh' statement name a material");
    }
}
