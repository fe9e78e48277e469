package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;

class ObjReaderTest {
    private static final String SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    private final List<String> notes = new ArrayList<>();

    private Mesh read(String text) {
        return ObjReader.read("m.obj", text.getBytes(StandardCharsets.UTF_8), notes::add);
    }

    /** Returns the corners of a triangle in their order, beginning with the smallest number. */
    private static List<Integer> corners(Mesh mesh, int triangle) {
        List<Integer> corners =
                new ArrayList<>(List.of(mesh.corner(triangle, 0), mesh.corner(triangle, 1), mesh.corner(triangle, 2)));
        while (corners.get(0) > Math.min(corners.get(1), corners.get(2))) {
            Collections.rotate(corners, 1);
        }
        return corners;
    }

    private static List<List<Integer>> triangles(Mesh mesh) {
        return IntStream.range(0, mesh.triangleCount())
                .mapToObj(triangle -> corners(mesh, triangle))
                .toList();
    }

    @Test
    void shouldCutConvexPolygonsIntoAFan() {
        Mesh mesh = read(SQUARE + "f 1 2 3 4\n");
        assertThat(triangles(mesh)).containsExactly(List.of(0, 1, 2), List.of(0, 2, 3));
        assertThat(mesh.cornerNormal(0, 0)).isEqualTo(Shapes.FLAT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v 0 0 0,v 2 0 0,v 2 2 0,v 0 2 0,v 1 1 0                        | 1 2 3 4 5     | 0 1 4, 1 2 4, 2 3 4
            v 0 0 0,v 2 0 0,v 2 2 0,v 0 2 0,v 1 1 0                        | 5 4 3 2 1     | 0 4 1, 1 4 2, 2 4 3
            v 5 0 0,v 5 2 0,v 5 2 2,v 5 1 1,v 5 0 2                        | 3 4 5 1 2     | 0 1 3, 1 2 3, 0 3 4
            v 0 0 0,v 4 0 0,v 4 0 4,v 3 0 4,v 3 0 1,v 1 0 1,v 1 0 4,v 0 0 4 | 1 2 3 4 5 6 7 8 | area 10
            v 0 0 0,v 1 0 0,v 2 0 0,v 2 1 0,v 1 0.5 0,v 0 1 0              | 1 2 3 4 5 6   | area 1.5
            v 0 0 0,v 4 0 0,v 4 4 0,v 0 4 0,v 1 1 0,v 1 2 0,v 2 2 0,v 2 1 0 | 1 2 3 4 1 5 6 7 8 5 | area 15
            v 0 0 0,v 2 0 0,v 2 0 0,v 2 2 0,v 1 1 0,v 0 2 0,v 0 2 0        | 1 2 3 4 5 6 7 | area 3
            v 0 0 1e6,v 2 0 1000000.02,v 2 2 1e6,v 0 2 1000000.02,v 1 1 1e6  | 1 2 3 4 5     | area 3
            """)
    void shouldCutOtherPolygonsByTheirEars(String points, String face, String expected) {
        Mesh mesh = read(points.replace(',', '\n') + "\nf " + face + "\n");
        assertThat(notes).isEmpty();
        if (expected.startsWith("area")) {
            assertThat(areaSeenAlongTheNormal(mesh)).isCloseTo(Double.parseDouble(expected.substring(5)), within(0.02));
            return;
        }
        List<String> found = new ArrayList<>();
        triangles(mesh).forEach(corners -> found.add(corners.get(0) + " " + corners.get(1) + " " + corners.get(2)));
        assertThat(found).containsExactlyInAnyOrder(expected.split(", "));
    }

    /** Returns the sum of the triangles' areas, and checks that all triangles have the same orientation. */
    private static double areaSeenAlongTheNormal(Mesh mesh) {
        Vector3 sum = Vector3.ZERO;
        double area = 0;
        for (int triangle = 0; triangle < mesh.triangleCount(); triangle++) {
            Vector3 a = mesh.point(mesh.corner(triangle, 0));
            Vector3 twice = mesh.point(mesh.corner(triangle, 1))
                    .minus(a)
                    .cross(mesh.point(mesh.corner(triangle, 2)).minus(a));
            sum = sum.plus(twice);
            area += twice.length() / 2;
        }
        assertThat(sum.length() / 2).isCloseTo(area, within(0.01));
        return area;
    }

    @Test
    void shouldCutAnyOutlineThatDoesNotCrossItself() {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 300; trial++) {
            int count = 4 + random.nextInt(trial % 10 == 0 ? 200 : 20);
            StringBuilder text = new StringBuilder();
            StringBuilder face = new StringBuilder("f");
            boolean isReversed = random.nextBoolean();
            double area = 0;
            double[] x = new double[count];
            double[] y = new double[count];
            for (int i = 0; i < count; i++) { // around a point, nearer or further
                double angle = 2 * Math.PI * (i + 0.8 * random.nextDouble()) / count;
                double far = 0.1 + random.nextDouble();
                x[i] = far * Math.cos(angle);
                y[i] = far * Math.sin(angle);
                text.append(String.format(Locale.ROOT, "v %.17g %.17g %.17g%n", x[i], 3 + x[i] - y[i], y[i]));
                face.append(' ').append(isReversed ? count - i : i + 1);
            }
            for (int i = 0; i < count; i++) {
                int next = (i + 1) % count;
                area += (x[i] * y[next] - x[next] * y[i]) / 2;
            }
            notes.clear();
            Mesh mesh = read(text + face.toString() + "\n");
            assertThat(notes).as("trial %d", trial).isEmpty();
            assertThat(mesh.triangleCount()).isEqualTo(count - 2);
            // The plane is y = 3 + x - z: seen from above the area is 1/sqrt(3) of it.
            assertThat(areaSeenAlongTheNormal(mesh)).isCloseTo(area * Math.sqrt(3), within(0.01 * area));
        }
    }

    @Test
    void shouldSayThatAnOutlineCrossesItself() {
        read(SQUARE + "f 1 3 2 4\nf 1 2 4 3\n");
        assertThat(notes)
                .containsExactly(
                        "m.obj:5: passed over the outline of f (2 lines): a face whose outline crosses itself, or"
                                + " that is far from flat, may be cut in several ways");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f 1 2 \\\n3 4",
                "f 1 \\\r\n  2 3 4",
                "f \\  \n 1 \\\n 2 3 4 # and so on",
                "f 1// 2// 3// 4//",
                "f 1/1/ 2/1/ 3/1/ 4/1/",
                "f 1/ 2/ 3/ 4/",
                "fo 1 2 3 4",
                "f 1 2 3 4 # four \\",
                "f -4 -3 -2 -1",
                "f +1 2 3 4",
                "\tf  1\t2 3  4  ",
                "g\no\ns 1\ns off\nf 1 2 3 4",
                "mg 0\nbevel off\nlod 0\nf 1 2 3 4",
                "p 1\nl 1 2\nvp 1 2\nshadow_obj x.obj\nusemap off\nf 1 2 3 4"
            })
    void shouldReadTheSameFaceHoweverItIsWritten(String face) {
        Mesh expected = read(SQUARE + "f 1 2 3 4\n");
        for (String start : List.of("", "\uFEFF")) {
            Mesh mesh = read(start + SQUARE + face);
            assertThat(triangles(mesh)).isEqualTo(triangles(expected));
            assertThat(mesh.cornerNormal(0, 0)).isEqualTo(Shapes.FLAT);
        }
    }

    @Test
    void shouldSayWhatWasPassedOverOnceForEachReason() {
        read(
                "mtllib a.mtl\no square\nmg 0\nbevel off\n" + SQUARE
                        + "v 1 2 3 0.5 0.5 0.5\nv 1 2 3 1\nv 1 2 3 2\nvp 0 0\ns 1\nl 1 2\nl 2 3\nf 1 2 3\nf 2 3 4\ns off\nf 1 2 4");
        assertThat(notes)
                .containsExactly(
                        "m.obj:3: passed over mg, bevel (2 lines): they are about how other programs show, cut or group what"
                                + " is there",
                        "m.obj:9: passed over colours of v: a face has the colour of its material, not those of its points",
                        "m.obj:11: passed over weights of v: a point's weight counts in curves only",
                        "m.obj:12: passed over vp: they belong to curves and to surfaces that are not polygons",
                        "m.obj:14: passed over l (2 lines): points and curves have no surface that could be seen",
                        "m.obj:16: passed over s of f (2 lines): faces without normals are flat; 'smooth' in the scene's"
                                + " mesh statement rounds all of them");
    }

    @Test
    void shouldTakeAFaceWithANormalOfNoLengthAsFlat() {
        Mesh mesh = read(SQUARE + "vn 0 0 0\nvn 0 0 1\nf 1//1 2//2 3//2\nf 1//2 2//2 3//2\n");
        assertThat(mesh.cornerNormal(0, 0)).isEqualTo(Shapes.FLAT);
        assertThat(mesh.cornerNormal(1, 0)).isEqualTo(1);
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
        assertThat(made.used()).containsExactly(true, true);
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
            f 1 2          | 5: expected a face with 3 to 4096 corners, found 2
            f 1 2 5        | 5:7: expected an index of one of the 4 points (v) above it (1 to 4, or -1 to -4), found '5'
            f 1 2 0        | 5:7: expected an index of one of the 4 points (v) above it (1 to 4, or -1 to -4), found '0'
            f 1 -5 2       | 5:5: expected an index of one of the 4 points (v) above it (1 to 4, or -1 to -4), found '-5'
            f 1 2 4294967297 | 5:7: expected an index of one of the 4 points
            f 1 2//1 3     | 5:5: expected an index of one of the 0 normals (vn) above it, found '2//1'
            f 1 2 3/1/1/1  | 5:7: expected an index of one of the 0 normals
            f 1 2 3/x      | 5:7: expected a corner (point, point/texture, point//normal or point/texture/normal), found '3/x'
            f 1 2 3/0      | 5:7: expected a corner
            f 1 2 3.0      | 5:7: expected a corner
            f a b c        | 5:3: expected a corner
            f 1 2\\\\n3   | 5: expected a blank before \\ or where the next line begins, found neither
            v 1 2          | 5:6: expected a point's z, a number, found the end of the line
            v 1 2 inf      | 5:7: expected a point's z, a number, found 'inf'
            v 1 2 1e999    | 5:7: expected a point's z, a finite number, found '1e999'
            v 1 2 3 4 5    | 5: expected x y z, with a weight or red green blue behind them, found 5 numbers
            vn 1 2 3 4     | 5:10: expected the end of the line after vn, found '4'
            v 1 2 3x       | 5:7: expected a point's z, a number, found '3x'
            v 1 2 0x1p3    | 5:7: expected a point's z, a number, found '0x1p3'
            v 1 2 3f       | 5:7: expected a point's z, a number, found '3f'
            face 1 2 3     | 5:1: expected v, vn, vt, f or another keyword of the OBJ format, found 'face'
            surf 0 1 0 1 1 2 3 4 | 5:1: expected faces of polygons (f), not curved surfaces; let the program that wrote the file export a mesh of polygons, found 'surf'
            call other.obj | 5:1: expected a whole mesh in one file, which calls no other file or command, found 'call'
            csh -rm        | 5:1: expected a whole mesh in one file
            mtllib         | 5: expected the name of an MTL file behind mtllib, found none
            o nothing      | 6: expected at least one face ('f'), found none in the whole file
            """)
    void shouldSayWhereAndWhatWhenALineIsWrong(String line, String problem) {
        assertThatThrownBy(() -> ObjReader.read("m.obj", SQUARE + line.replace("\\n", "\n") + "\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("m.obj:" + problem);
    }
}
