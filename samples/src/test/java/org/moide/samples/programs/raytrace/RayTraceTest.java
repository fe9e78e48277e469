package org.moide.samples.programs.raytrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
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
        assertThat(said.lines).hasSize(1).first().asString().startsWith("wrote " + output);
        return Files.readAllBytes(output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"still", "sunflower", "flake"})
    void shouldMakeTheSamePictureWhoeverRendersWhichBlock(String scene) throws Exception {
        byte[] alone = render("a.png", 1, 1, "--scene", scene, "--block", "100");
        byte[] three = render("b.png", 3, 2, "--scene", scene, "--block", "32");
        byte[] small = render("c.png", 2, 3, "--scene", scene, "--block", "7");
        assertThat(three).isEqualTo(alone);
        assertThat(small).isEqualTo(alone);
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
        java.awt.image.BufferedImage image = javax.imageio.ImageIO.read(output.toFile());
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
                .loadScene();
        assertThat(scene.settings().width()).isEqualTo(width);
        assertThat(scene.settings().height()).isEqualTo(height);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --scene stil           | --scene: expected a scene file or one of still, sunflower, flake, found 'stil', which is neither; did you mean still?
            --scene no.scene       | --scene: expected a scene file or one of still, sunflower, flake, found 'no.scene', which is neither
            --output /nowhere/a.png| --output: expected a file in a folder that is there, found no folder /nowhere
            --output /             | --output: expected a file to write, found the folder /
            --width 0              | --width: expected 1 to 16384, found 0
            --samples many         | --samples: expected a whole number from 1 to 16, found 'many'
            --sample 3             | unknown option '--sample'
            --block 0              | --block: expected 1 to 4096, found 0
            """)
    void shouldSayWhatIsWrongBeforeAnythingStarts(String words, String message) {
        assertThatThrownBy(() -> new RayTrace().check(Arguments.of(words.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void shouldNameLineAndColumnOfABadScene() throws Exception {
        Path scene = Files.writeString(folder.resolve("bad.scene"), "image 10 10\ncamera from 0 0 here\n");
        assertThatThrownBy(() -> new RayTrace().check(Arguments.of("--scene", scene.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessage(scene + ":2:17: expected a number for from (z), found 'here'");
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
        picture.put(Rendered.of(new Block(0, 0, 4, 2), new byte[24], 1));
        assertThatThrownBy(() -> picture.put(Rendered.of(new Block(3, 1, 1, 1), new byte[3], 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a second time");
        assertThatThrownBy(() -> picture.write(folder.resolve("x.png")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("8 missing");
        assertThat(folder.resolve("x.png")).doesNotExist();
    }
}
