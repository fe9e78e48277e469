package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjReaderTest {
    private static final String SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    @Test
    void shouldCutPolygonsIntoAFan() {
        Mesh mesh = ObjReader.read("m.obj", SQUARE + "f 1 2 3 4\n");
        assertThat(mesh.triangleCount()).isEqualTo(2);
        assertThat(new int[] {mesh.corner(1, 0), mesh.corner(1, 1), mesh.corner(1, 2)})
                .containsExactly(0, 2, 3);
        assertThat(mesh.cornerNormal(0, 0)).isEqualTo(Shapes.FLAT);
    }

    @Test
    void shouldCountNegativeIndicesFromTheEndSoFar() {
        Mesh mesh = ObjReader.read("m.obj", SQUARE + "f -4 -3 -2\nv 9 9 9\nf -1 1 2\n");
        assertThat(new int[] {mesh.corner(0, 0), mesh.corner(0, 1), mesh.corner(0, 2)})
                .containsExactly(0, 1, 2);
        assertThat(mesh.corner(1, 0)).isEqualTo(4);
    }

    @Test
    void shouldReadNormalsTexturesAndPassOverTheRest() {
        Mesh mesh = ObjReader.read(
                "m.obj",
                "mtllib a.mtl\no square\ng all\ns 1\nusemtl red\n" + SQUARE
                        + "vt 0 0\nvn 0 0 2\nvn 0 1 0\nf 1/1/1 2//2 3/1/-2\nf 1/1 2/1 3/1\n");
        assertThat(mesh.normal(0)).isEqualTo(new Vector3(0, 0, 1));
        assertThat(new int[] {mesh.cornerNormal(0, 0), mesh.cornerNormal(0, 1), mesh.cornerNormal(0, 2)})
                .containsExactly(0, 1, 0);
        assertThat(mesh.cornerNormal(1, 0)).isEqualTo(Shapes.FLAT);
    }

    @Test
    void shouldReadNumbersAsJavaDoes() {
        Random random = new Random(8);
        List<String> words = new ArrayList<>(List.of(
                "0",
                "-0",
                "-0.0",
                "1.",
                ".5",
                "-.25",
                "1e3",
                "+2.5",
                "9007199254740993",
                "0.1",
                "123456789.123456789",
                "0.000000000000000000000001",
                "1.7976931348623157e308",
                "4.9e-324",
                "00012.50"));
        for (int i = 0; i < 3000; i++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12) - 6);
            words.add(i % 3 == 0 ? Double.toString(value) : String.format(Locale.ROOT, "%." + i % 12 + "f", value));
        }
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append("v ").append(word).append("\t").append(word).append("  1 \r\n");
        }
        Mesh mesh = ObjReader.read("m.obj", text + "f 1 2 3\n");
        for (int i = 0; i < words.size(); i++) {
            double expected = Double.parseDouble(words.get(i));
            assertThat(Double.doubleToRawLongBits(mesh.point(i).x()))
                    .as(words.get(i))
                    .isEqualTo(Double.doubleToRawLongBits(expected));
            assertThat(mesh.point(i).y()).isEqualTo(expected);
        }
    }

    @Test
    void shouldKnowWhatEachTriangleIsMadeOf() {
        Mesh mesh = ObjReader.read(
                "m.obj",
                "mtllib my colours.mtl\n" + SQUARE
                        + "usemtl red\nf 1 2 3 4\nusemtl dark blue\nf 1 2 3\nusemtl red\nf 2 3 4\n");
        Mesh.Made made = mesh.made();
        assertThat(made.names()).extracting(Mesh.Named::name).containsExactly("red", "dark blue");
        assertThat(made.libraries()).extracting(Mesh.Named::name).containsExactly("my colours.mtl");
        assertThat(new int[] {made.of(0), made.of(1), made.of(2), made.of(3)}).containsExactly(0, 0, 1, 0);
        assertThat(made.bareLine()).isZero();
    }

    @Test
    void shouldSmoothByTheMeanOfTheFacesWeighedByArea() {
        // A roof of two faces at right angles, the second twice as large, which meet in the y axis.
        Mesh mesh = ObjReader.read("m.obj", "v 0 0 0\nv 0 1 0\nv 1 0 -1\nv -2 0 -2\nf 1 3 2\nf 1 2 4\n")
                .smoothed();
        Vector3 ridge = new Vector3(1, 0, 1).plus(new Vector3(-2, 0, 2)).unit();
        assertThat(mesh.normal(0).minus(ridge).length()).isLessThan(1e-12);
        assertThat(mesh.normal(2).x()).isCloseTo(Math.sqrt(0.5), within(1e-12));
    }

    @Test
    void shouldFitIntoACube() {
        Mesh mesh = ObjReader.read("m.obj", "v 10 10 10\nv 14 10 10\nv 10 12 10\nf 1 2 3\n");
        Transform fit = mesh.fit(1);
        assertThat(fit.point(mesh.point(0)).minus(new Vector3(-0.5, -0.25, 0)).length())
                .isLessThan(1e-12);
    }

    @Test
    void shouldKeepOutsideOutsideWhenATransformMirrors() {
        Mesh mesh = ObjReader.read("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n");
        Shapes.Builder builder = new Shapes.Builder();
        builder.mesh(mesh, Transform.IDENTITY.scale(new Vector3(-1, 2, 1)), 0);
        Shapes shapes = builder.build();
        Vector3 a = shapes.corner(0, 0);
        Vector3 face = shapes.corner(0, 1).minus(a).cross(shapes.corner(0, 2).minus(a));
        assertThat(face.z()).isPositive();
        assertThat(shapes.normal(0, 0).minus(new Vector3(0, 0, 1)).length()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            f 1 2          | 5:1 | expected a face with 3 to 1000 corners, found 2
            f 1 2 5        | 5:7 | expected an index of one of the 4 points (v) above it (1 to 4, or -1 to -4), found 5
            f 1 2 0        | 5:7 | expected an index of one of the 4 points (v) above it (1 to 4, or -1 to -4), found 0
            f 1 -5 2       | 5:5 | expected an index of one of the 4 points (v) above it (1 to 4, or -1 to -4), found -5
            f 1 2//1 3     | 5:5 | expected an index of one of the 0 normals (vn) above it
            f 1 2 3/1/1/1  | 5:7 | expected a corner (point, point/texture, point//normal or point/texture/normal), found '3/1/1/1'
            f a b c        | 5:3 | expected a corner
            v 1 2          | 5:6 | expected a number for a point (z), found the end of 'v'
            v 1 2 inf      | 5:7 | expected a number for a point (z), found 'inf'
            vn 1 2 3 4     | 5:10 | expected the end of 'vn', found '4'
            usemtl         | 5:7 | expected a material's name, found the end of 'usemtl'
            v 1 2 3x       | 5:7 | expected a number for a point (z), found '3x'
            face 1 2 3     | 5:1 | expected v, vn, vt, f or another keyword of the OBJ format, found 'face'
            o nothing      | 5:1 | expected at least one face ('f'), found none in the whole file
            """)
    void shouldSayWhereAndWhatWhenALineIsWrong(String line, String place, String problem) {
        assertThatThrownBy(() -> ObjReader.read("m.obj", SQUARE + line + "\n"))
                .isInstanceOf(SceneFormatException.class)
                .hasMessageStartingWith("m.obj:" + place + ": " + problem);
    }
}
