package org.moide.samples.programs.raytrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;
import org.moide.samples.programs.raytrace.scene.Scene;

class RayTraceTest {
    @TempDir
    Path folder;

    private byte[] render(String name, int engines, long seed, String... more) throws Exception {
        Path output = folder.resolve(name);
        String[] words = new String[more.length + 8];
        System.arraycopy(more, 0, words, 0, more.length);
        String[] common = {"--output", output.toString(), "--width", "96", "--height=54", "--samples", "2"};
        System.arraycopy(common, 0, words, more.length, common.length);
        words[words.length - 1] = "--depth=6";
        Said said = SequentialRunner.run(RayTrace::new, engines, seed, words);
        assertThat(said.number("rays")).isGreaterThan(96 * 54 * 4);
        assertThat(said.lines).isEmpty();
        assertThat(said.results).containsEntry("picture", output.toString());
        return Files.readAllBytes(output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"still", "sunflower", "flake"})
    @Tag("jdk")
    void shouldMakeTheSamePictureWhoeverRendersWhichBlock(String scene) throws Exception {
        byte[] alone = render("a.png", 1, 1, "--scene", scene, "--block", "100");
        byte[] three = render("b.png", 3, 2, "--scene", scene, "--block", "32");
        byte[] small = render("c.png", 2, 3, "--scene", scene, "--block", "7");
        assertThat(three).isEqualTo(alone);
        assertThat(small).isEqualTo(alone);
    }

    @Test
    void shouldMakeTheSamePictureAndCountTheSameRaysAfterARehearsal() throws Exception {
        Path plain = folder.resolve("plain.png");
        Path rehearsed = folder.resolve("rehearsed.png");
        String[] words = {"--output", plain.toString(), "--width=96"};
        String[] more = {"--output", rehearsed.toString(), "--width=96", "--warm-up=1"};
        Said once = SequentialRunner.run(RayTrace::new, 2, 1, words);
        Said twice = SequentialRunner.run(RayTrace::new, 2, 1, more);
        assertThat(Files.readAllBytes(rehearsed)).isEqualTo(Files.readAllBytes(plain));
        assertThat(twice.number("rays")).isEqualTo(once.number("rays"));
    }

    @Test
    void shouldFollowTheSamePathsWhoeverDoes() throws Exception {
        Files.writeString(folder.resolve("octahedron.obj"), OCTAHEDRON);
        Path scene = Files.writeString(folder.resolve("all.scene"), EVERYTHING);
        byte[] alone = rendered("a.png", 1, scene, "--block=64");
        byte[] others = rendered("b.png", 3, scene, "--block=7");
        assertThat(others).isEqualTo(alone);
    }

    private byte[] rendered(String name, int engines, Path scene, String block) throws Exception {
        Path output = folder.resolve(name);
        SequentialRunner.run(
                RayTrace::new,
                engines,
                4,
                "--scene",
                scene.toString(),
                "--output",
                output.toString(),
                "--samples-path=20",
                block);
        return Files.readAllBytes(output);
    }

    @Test
    void shouldTakeFewerRaysWhereAPixelIsEven() throws Exception {
        Object[] rays = new Object[3];
        Path[] outputs = new Path[3];
        for (int i = 0; i < 3; i++) {
            outputs[i] = folder.resolve("adaptive-" + i + ".png");
            String[] words = {
                "--output",
                outputs[i].toString(),
                "--width=96",
                "--samples=4",
                "--adaptive=" + (i == 0 ? 1 : 16),
                "--block=" + (i == 2 ? 96 : 11)
            };
            rays[i] =
                    SequentialRunner.run(RayTrace::new, 1 + i, i, words).results.get("rays");
        }
        assertThat((Long) rays[1]).isLessThan((Long) rays[0] * 3 / 4);
        assertThat(rays[2]).isEqualTo(rays[1]);
        assertThat(Files.readAllBytes(outputs[2])).isEqualTo(Files.readAllBytes(outputs[1]));
    }

    @Test
    void shouldCountTheSameRaysWhateverTheBlocks() throws Exception {
        String[] words = {"--output", folder.resolve("r.png").toString(), "--width=40", "--samples=1"};
        Object once = SequentialRunner.run(RayTrace::new, 1, 1, words).results.get("rays");
        String[] blocks = {words[0], words[1], words[2], words[3], "--block=5"};
        assertThat(SequentialRunner.run(RayTrace::new, 2, 9, blocks).results.get("rays"))
                .isEqualTo(once);
    }

    @Test
    void shouldRenderAUsersSceneWithAMeshBesideIt() throws Exception {
        Path scene = folder.resolve("mine.scene");
        Files.writeString(folder.resolve("mine.obj"), "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n");
        Files.writeString(scene, """
                image 30 20
                camera from 0 0 5 at 0 0 0 fov 40
                material white emit 1
                mesh mine.obj material white
                """);
        Path output = folder.resolve("mine.png");
        Said said = SequentialRunner.run(
                RayTrace::new, 1, 1, "--scene", scene.toString(), "--output", output.toString(), "--samples", "1");
        assertThat(said.results).containsEntry("rays", 600L);
        BufferedImage image = ImageIO.read(output.toFile());
        assertThat(image.getRGB(15, 10) & 0xFFFFFF).isEqualTo(0xFFFFFF);
        assertThat(image.getRGB(1, 1) & 0xFFFFFF).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "still, 960, 540, '--depth=3'",
        "still, 480, 270, '--width=480'",
        "still, 1920, 1080, '--height=1080'",
        "flake, 10, 1000, '--width=10 --height=1000'"
    })
    void shouldKeepProportionsUnlessBothSidesAreGiven(String name, int width, int height, String words) {
        Scene scene = Options.of(Arguments.of(("--scene=" + name + " " + words).split(" ")))
                .loadScene(note -> {});
        assertThat(scene.settings().width()).isEqualTo(width);
        assertThat(scene.settings().height()).isEqualTo(height);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --scene stil           | --scene: expected a scene file or one of still, sunflower, flake, soft, found 'stil', which is neither; did you mean still?
            --scene no.scene       | --scene: expected a scene file or one of still, sunflower, flake, soft, found 'no.scene', which is neither
            --output {none}/a.png  | --output: expected a file in a folder that is there, found no folder {none}
            --output /             | --output: expected a file to write, found the folder /
            --width 0              | --width: expected 1 to 16384, found 0
            --samples many         | --samples: expected a whole number from 1 to 16, found 'many'
            --sample 3             | unknown option '--sample'
            --samples-path 9 --samples 2 | --samples-path: expected it without --samples and --adaptive, found one of them
            --adaptive 0           | --adaptive: expected 1 to 255, found 0
            --block 0              | --block: expected 1 to 4096, found 0
            """)
    void shouldSayWhatIsWrongBeforeAnythingStarts(String words, String message) {
        String none = folder.resolve("none").toString();
        assertThatThrownBy(() -> new RayTrace()
                        .check(Arguments.of(words.replace("{none}", none).split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message.replace("{none}", none));
    }

    @Test
    void shouldNameLineAndColumnOfABadScene() throws Exception {
        Path scene = Files.writeString(folder.resolve("bad.scene"), "image 10 10\ncamera from 0 0 here\n");
        assertThatThrownBy(() -> new RayTrace().check(Arguments.of("--scene", scene.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessage(scene + ":2:17: expected a number for from (z), found 'here'");
    }

    @Test
    @Tag("jdk")
    void shouldMakeTheSameBytesOnEveryJvm() throws Exception {
        // Everything that might differ: all textures, sun and lamp with size, lens, glass, mirrors, smooth normals.
        Files.writeString(folder.resolve("octahedron.obj"), OCTAHEDRON);
        Path scene = Files.writeString(folder.resolve("all.scene"), EVERYTHING);
        Path output = folder.resolve("all.png");
        SequentialRunner.run(
                RayTrace::new, 2, 5, "--scene", scene.toString(), "--output", output.toString(), "--block=9");
        BufferedImage image = ImageIO.read(output.toFile());
        CRC32 pixels = new CRC32();
        for (int at = 0; at < 64 * 48; at++) {
            int rgb = image.getRGB(at % 64, at / 64);
            pixels.update(rgb >> 16 & 255);
            pixels.update(rgb >> 8 & 255);
            pixels.update(rgb & 255);
        }
        // Measured with JDK 17 on x86. Change it only if pictures are meant to change.
        assertThat(Long.toHexString(pixels.getValue())).isEqualTo("6e721a47");
    }

    private static final String OCTAHEDRON = """
            v 1 0 0
            v -1 0 0
            v 0 1 0
            v 0 -1 0
            v 0 0 1
            v 0 0 -1
            f 1 3 5
            f 3 2 5
            f 2 4 5
            f 4 1 5
            f 3 1 6
            f 2 3 6
            f 4 2 6
            f 1 4 6
            """;

    private static final String EVERYTHING = """
            image 64 48
            samples 3
            depth 6
            tone film
            camera from 1 2 7 at 0 0.8 0 fov 42 aperture 0.05 focus 6.5
            background horizon 0.9 0.7 0.5 zenith 0.1 0.2 0.6 ground 0.2
            ambient 0.15
            sun toward -1 2 1 colour 1.2 angle 3 samples 2
            lamp at 4 3 3 colour 0.6 0.3 0.2 radius 0.4 reach 6 samples 2
            material floor checker $d0d0c0 and $303848 size 0.9 reflect 0.05
            material stone marble 0.9 and 0.2 size 0.4 specular 0.4 shininess 70
            material cloud clouds $207040 and $c0e0c0 size 0.3
            material gold diffuse 0.1 reflect 0.9 0.7 0.3 specular 0.8
            material glass transmit 1 0.95 0.9 ior 1.5 absorb 0.4 0.1 0.2 specular 1 shininess 300
            plane material floor
            sphere -1.6 0.8 0 radius 0.8 material glass
            sphere 1.7 0.6 -0.8 radius 0.6 material stone
            sphere 0.4 0.35 2 radius 0.35 material cloud
            mesh octahedron.obj smooth scale 0.8 1.1 0.8 rotate y 25 rotate x 10 move 0.2 1 0 material gold
            """;

    @Test
    void shouldRenderTheSceneInTheDocumentation() throws Exception {
        String text = Files.readString(Path.of("..", "docs", "scene-format.md"));
        Path scene = Files.writeString(
                folder.resolve("my.scene"), text.substring(text.indexOf("image "), text.lastIndexOf("```")));
        assertThat(render("my.png", 1, 1, "--scene", scene.toString())).isNotEmpty();
    }

    @Test
    void shouldListEveryOptionInItsHelp() {
        String usage = new RayTrace().usage();
        for (String option : Options.VALUED) {
            assertThat(usage).contains(option + " ");
        }
    }

    @Test
    void shouldShipTheMeshThatItsGeneratorMakes() throws Exception {
        try (InputStream stream = Objects.requireNonNull(RayTrace.class.getResourceAsStream("knot.obj"))) {
            assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(Knot.obj());
        }
    }

    @Test
    void shouldRefuseAPixelTwiceAndAPictureWithHoles() {
        Picture picture = new Picture(4, 4);
        picture.put(Rendered.of(new Block(0, 0, 4, 2), new byte[24], 1, 1));
        assertThatThrownBy(() -> picture.put(Rendered.of(new Block(3, 1, 1, 1), new byte[3], 1, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a second time");
        assertThatThrownBy(() -> picture.write(folder.resolve("x.png")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("8 missing");
        assertThat(folder.resolve("x.png")).doesNotExist();
    }
}
