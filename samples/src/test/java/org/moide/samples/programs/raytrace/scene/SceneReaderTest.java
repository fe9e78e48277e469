package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.UsageException;

class SceneReaderTest {
    private static final Map<String, String> MESHES = Map.of(
            "one.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n",
            "bad.obj", "v 0 0 0\nv 1 x 0\n");

    private static Scene read(String text) {
        return SceneReader.read(
                "my.scene",
                text,
                name -> {
                    String found = MESHES.get(name);
                    if (found == null) {
                        throw new IOException(name + ": there is no such file");
                    }
                    return found.getBytes(StandardCharsets.UTF_8);
                },
                note -> {});
    }

    private static final String CAMERA = "camera from 0 0 5 at 0 0 0\n";

    @Test
    void shouldReadAllStatements() {
        Scene scene = read("""
                # a comment
                image 200 100
                samples 2   # and one here
                depth 4
                exposure 1.5
                tone film
                camera from 0 1 5 at 0 1 0
                    up 0 1 0.1
                    fov 60 aperture 0.1 focus 3
                ambient 0.1
                background horizon 1 zenith 0 0 1
                lamp at 1 2 3 colour 1 0.5 0.25 radius 0.5 reach 10 samples 7
                sun toward 0 2 0 color $ffffff angle 90
                material red diffuse 1 0 0 specular 0.5 shininess 20 reflect 0.1
                material glass transmit 1 ior 1.33 absorb 0.1 0.2 0.3
                material floor checker 1 and 0 size 2 emit 0.5
                sphere 1 2 3 radius 0.5 material red
                plane point 0 -1 0 normal 0 3 0 material floor
                triangle 0 0 0 1 0 0 0 1 0 material glass
                mesh one.obj move 1 0 0 scale 2 rotate z 90 material red
                """);
        assertThat(scene.settings()).isEqualTo(new Settings(200, 100, 2, 4, 1.5, true, 0, 0));
        assertThat(scene.camera().focus()).isEqualTo(3);
        assertThat(scene.camera().up().length()).isCloseTo(1, within(1e-12));
        assertThat(scene.background()).isEqualTo(new Background(Colour.WHITE, new Colour(0, 0, 1), Colour.WHITE));
        Light lamp = scene.lights().get(0);
        assertThat(lamp).isEqualTo(new Light(false, new Vector3(1, 2, 3), new Colour(1, 0.5, 0.25), 0.5, 10, 7));
        Light sun = scene.lights().get(1);
        assertThat(sun.place()).isEqualTo(new Vector3(0, 1, 0));
        assertThat(sun.radius()).isCloseTo(1, within(1e-12));
        assertThat(sun.colour()).isEqualTo(Colour.WHITE);
        assertThat(scene.materials()).extracting(Material::name).containsExactly("red", "glass", "floor");
        assertThat(scene.materials().get(1).isClear()).isTrue();
        assertThat(scene.materials().get(1).refraction()).isEqualTo(1.33);
        assertThat(scene.materials().get(2).diffuse().pattern()).isEqualTo(Texture.Pattern.CHECKER);
        assertThat(scene.planes()).containsExactly(new Plane(new Vector3(0, -1, 0), new Vector3(0, 1, 0), 2));
        Shapes shapes = scene.shapes();
        assertThat(shapes.sphereCount()).isEqualTo(1);
        assertThat(shapes.centre(0)).isEqualTo(new Vector3(1, 2, 3));
        assertThat(shapes.triangleCount()).isEqualTo(2);
        assertThat(shapes.triangleMaterial(0)).isEqualTo(1);
        // (2, 0, 0), moved to (3, 0, 0), scaled to (6, 0, 0), turned from x to y.
        assertThat(shapes.corner(1, 1).minus(new Vector3(0, 6, 0)).length()).isLessThan(1e-12);
    }

    @Test
    void shouldGoOnWithIndentedLines() {
        Scene scene = read(CAMERA + "material a\n  diffuse\n\n    # between\n  0.5\n");
        assertThat(scene.materials().get(0).diffuse().first()).isEqualTo(Colour.grey(0.5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spere 0 0 0 radius 1                 | 2:1  | unknown statement 'spere'; did you mean 'sphere'? (known: image
            sphere 0 0 zero radius 1             | 2:12 | expected a number for the centre (z), found 'zero'
            sphere 0 0 NaN radius 1              | 2:12 | expected a number for the centre (z), found 'NaN'
            sphere 0 0 1d radius 1               | 2:12 | expected a number for the centre (z), found '1d'
            sphere 0 0 1e999 radius 1            | 2:12 | expected a number for the centre (z), found '1e999'
            sphere 0 0 0 radius 0                | 2:21 | expected a number above 0 for radius, found 0
            sphere 0 0 0 radius 1                | 2:1  | expected 'material' in 'sphere', found none
            sphere 0 0 0 radius                  | 2:20 | expected a number for radius, found the end of 'sphere'
            sphere 0 0 0 radius 1 material red   | 2:32 | unknown material 'red' (known: none yet)
            sphere 0 0 0 radius 1 radius 2       | 2:23 | expected 'radius' once in a statement, found it again
            camera from 0 0 0 at 0 0 1           | 2:1  | expected 'camera' once in a file, found it again
            image 0 10                           | 2:7  | expected 1 to 16384 for the width, found 0
            image 1.5 10                         | 2:7  | expected a whole number from 1 to 16384 for the width, found '1.5'
            image 10 10 10                       | 2:13 | expected the end of 'image', found '10'
            tone soft                            | 2:6  | unknown tone 'soft' (known: film clip)
            lamp colour 1                        | 2:1  | expected 'at' in 'lamp', found none
            lamp at 0 0 0 colour red             | 2:22 | expected a colour for colour (one number, three numbers, or $rrggbb), found 'red'
            lamp at 0 0 0 colour 1 1             | 2:25 | expected a number for colour (blue), found the end of 'lamp'
            lamp at 0 0 0 colour -1              | 2:22 | expected a number from 0.0 to 1000000.0 for colour, found -1
            lamp at 0 0 0 samples 4              | 2:1  | expected 'radius' with 'samples', which means nothing without it, found none
            sun toward 1 0 0 samples 4           | 2:1  | expected 'angle' with 'samples'
            lamp at 0 0 0 colour 1 color 0       | 2:1  | expected 'colour' once in a statement, found 'color' too
            material a shininess 9               | 2:1  | expected 'specular' with 'shininess'
            image 10 0x10                        | 2:10 | expected a whole number from 1 to 16384 for the height, found '0x10'
            lamp at 0 0 1e999                    | 2:13 | expected a number for at (z), found '1e999'
            lamp at 0 0 1f                       | 2:13 | expected a number for at (z), found '1f'
            ambient 0.1 0.1 0.1 0.1              | 2:21 | expected the end of 'ambient', found '0.1'
            sun toward 0 0 0                     | 2:16 | expected a direction for toward, found 0 0 0
            material a diffuse 2                 | 2:20 | expected a number from 0.0 to 1.0 for diffuse, found 2
            material a diffuse 1 checker 1 and 0 | 2:22 | expected one of diffuse, checker, marble and clouds, found a second: 'checker'
            material a checker 1 or 0            | 2:22 | expected 'and' before the second colour of checker
            material a ior 1.5                   | 2:1  | expected 'transmit' above 0 with 'ior', found none
            material a transmit 1 reflect 1      | 2:1  | expected 'transmit' or 'reflect', found both
            plane normal 0 0 0                   | 2:18 | expected a direction for normal, found 0 0 0
            mesh none.obj                        | 2:6  | expected an OBJ file that can be read, found: none.obj: there is no such file
            mesh one.obj rotate w 1              | 2:21 | unknown axis 'w' (known: x y z)
            mesh one.obj scale 0                 | 2:20 | expected scales that are not 0, found 0
            triangle 0 0 0 1 1 1 2 2 2           | 2:1  | expected three corners that are not on one line, found no area
            """)
    void shouldSayWhereAndWhatWhenAStatementIsWrong(String statement, String place, String problem) {
        assertThatThrownBy(() -> read(CAMERA + statement + "\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("my.scene:" + place + ": " + problem);
    }

    @Test
    void shouldNameTheNearestMaterial() {
        assertThatThrownBy(() -> read(CAMERA + "material glass diffuse 1\nsphere 0 0 0 radius 1 material glas\n"))
                .hasMessage("my.scene:3:32: unknown material 'glas'; did you mean 'glass'? (known: glass)");
    }

    @Test
    void shouldNameTheMeshFileWhenItIsWrong() {
        assertThatThrownBy(() -> read(CAMERA + "mesh bad.obj\n"))
                .hasMessage("bad.obj:2:5: expected a point's y, a number, found 'x'");
    }

    @Test
    void shouldMissTheCamera() {
        assertThatThrownBy(() -> read("image 10 10\n"))
                .hasMessage("my.scene:1:1: expected a 'camera' statement somewhere, found none by the end of the file");
    }

    @Test
    void shouldRefuseAFocusWithoutALens() {
        assertThatThrownBy(() -> read("camera from 0 0 5 at 0 0 0 focus 3\n"))
                .hasMessageStartingWith("my.scene:1:1: expected 'aperture' with 'focus'");
    }

    @Test
    void shouldRefuseAnIndentedFirstLine() {
        assertThatThrownBy(() -> read("  image 10 10\n")).hasMessageStartingWith("my.scene:1:3: expected a statement");
    }

    @Test
    void shouldRefuseAViewAlongUp() {
        assertThatThrownBy(() -> read("camera from 0 5 0 at 0 0 0\n"))
                .hasMessageStartingWith("my.scene:1:1: expected 'up' to differ");
    }
}
