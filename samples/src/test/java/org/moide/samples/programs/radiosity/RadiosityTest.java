package org.moide.samples.programs.radiosity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.radiosity.room.RoomReader;

class RadiosityTest {
    private static final String HEAD = "image 24 18\nsamples 1\ncamera from 2 1 4 at 2 1 0\n";
    private static final String SMALL = HEAD + """
            material wall reflect 0.6 0.5 0.4
            material lamp emit 5
            room 0 0 0 4 2.5 5 material wall
            box 1 2.1 2 2 2.2 3 material lamp
            box 2.5 0 1 3.5 1 2 material wall rotate 30
            triangle 0.5 0.2 1 1.5 0.2 1 1 1.4 1.5 material wall
            triangle 0.5 0.2 1 1 1.4 1.5 1.5 0.2 1 material wall
            """;

    @TempDir
    Path folder;

    private SmallSystem.Told run(SmallSystem system, String name, String... more) throws Exception {
        String[] words = new String[more.length + 2];
        System.arraycopy(more, 0, words, 0, more.length);
        words[more.length] = "--output";
        words[more.length + 1] = folder.resolve(name).toString();
        return system.run(Radiosity::new, words);
    }

    private String scene(String text) throws Exception {
        return Files.writeString(folder.resolve("my.room"), text).toString();
    }

    @Test
    void shouldMakeTheSamePictureOnAnyNumberOfEnginesAndMoveTreesBetweenPasses() throws Exception {
        String scene = scene(SMALL);
        SmallSystem.Told alone = run(SmallSystem.of(1), "a.png", "--scene", scene, "--accuracy=0.001");
        // Areas say nothing of the work, and these engines are of unequal power.
        SmallSystem unequal = SmallSystem.of(1, 2, 1).withPowers(1.0, 2.0, 4.0);
        SmallSystem.Told many = run(unequal, "b.png", "--scene", scene, "--accuracy=0.001");
        assertThat(Files.readAllBytes(folder.resolve("b.png"))).isEqualTo(Files.readAllBytes(folder.resolve("a.png")));
        assertThat(many.number("absorbedPower")).isCloseTo(alone.number("absorbedPower"), within(1e-9));
        assertThat(many.number("interactions")).isEqualTo(alone.number("interactions"));
        assertThat(many.number("passes")).isEqualTo(alone.number("passes"));
        assertThat(many.number("tasks")).isGreaterThan(alone.number("surfaces"));
        assertThat(alone.number("movedTrees")).isZero();
        assertThat(alone.number("remoteTrees")).isZero();
        assertThat(many.number("movedTrees")).isPositive();
        assertThat(many.number("remoteTrees")).isPositive();
    }

    @Test
    void shouldGoOnFromACheckpointOnAnyNumberOfEngines() throws Exception {
        String[] words = {"--scene", scene(SMALL), "--accuracy=0.001", "--output=none", "--checkpoint-every=2"};
        SmallSystem.Told whole = SmallSystem.of(1, 2).run(Radiosity::new, words);
        int rounds = whole.checkpoints().size() / 3;
        assertThat(rounds).isPositive();
        List<Serializable> second = whole.checkpoints().subList(0, 3);
        for (SmallSystem system : List.of(SmallSystem.of(1, 2), SmallSystem.of(3), SmallSystem.of(1, 1, 1))) {
            SmallSystem.Told rest = system.goingOnFrom(second).run(Radiosity::new, words);
            assertThat(rest.checkpoints()).hasSizeLessThan(whole.checkpoints().size() + 1);
            for (String result : List.of("absorbedPower", "interactions", "elements", "passes")) {
                assertThat(rest.results()).containsEntry(result, whole.results().get(result));
            }
        }
    }

    @Test
    void shouldAbsorbWhatIsEmitted() throws Exception {
        SmallSystem.Told told = run(SmallSystem.of(2), "e.png", "--scene", scene(SMALL), "--accuracy=0.0001");
        assertThat(told.number("energyError")).isLessThan(0.001);
        assertThat(told.number("emittedPower")).isCloseTo(15.0 * (2 * 1.0 + 4 * 0.1), within(1e-9));
    }

    @Test
    void shouldShineEvenlyWhereAllWallsDoAlike() throws Exception {
        // With e from each wall and half of it scattered again and again, everything shines with 2e.
        String furnace = HEAD + "exposure 0.25\nmaterial m reflect 0.5 emit 1\nroom 0 0 0 4 2.5 5 material m\n";
        SmallSystem.Told told = run(SmallSystem.of(1, 1), "f.png", "--scene", scene(furnace), "--accuracy=0.001");
        assertThat(told.number("absorbedPower")).isCloseTo(told.number("emittedPower"), within(0.001 * 255.0));
        BufferedImage image = ImageIO.read(folder.resolve("f.png").toFile());
        for (int at = 0; at < 24 * 18; at++) {
            // Half of a screen's white light is level 188.
            assertThat(image.getRGB(at % 24, at / 24) & 255).isBetween(187, 189);
        }
    }

    @Test
    void shouldLightTheRoomThatComesWithItAndTheOneInTheDocumentation() throws Exception {
        new Radiosity().check(Arguments.of("--output", folder.resolve("x.png").toString()));
        String text = Files.readString(Path.of("..", "docs", "room-format.md"));
        String scene = scene(text.substring(text.indexOf("image "), text.lastIndexOf("```")));
        SmallSystem.Told told = run(SmallSystem.of(1), "d.png", "--scene", scene, "--accuracy=0.01", "--passes=3");
        // Each result is reported once, by its name.
        assertThat(told.lines()).isEmpty();
        assertThat(told.results())
                .containsEntry("picture", folder.resolve("d.png").toString())
                .containsEntry("pixels", "320 × 240");
    }

    @Test
    void shouldShineWithTheElementsOwnLightAndEndWhenPassesChangeLittle() throws Exception {
        String furnace = HEAD + "exposure 0.25\nmaterial m reflect 0.5 emit 1\nroom 0 0 0 4 2.5 5 material m\n";
        SmallSystem.Told told = run(
                SmallSystem.of(2),
                "v.png",
                "--scene",
                scene(furnace),
                "--accuracy=0.01",
                "--shading=vertices",
                "--rest=0.05");
        // Each pass adds half of what the one before has added: 1.5, 1.75, 1.875, and then 1.9375, a thirtieth more.
        assertThat(told.number("passes")).isEqualTo(4.0);
        BufferedImage image = ImageIO.read(folder.resolve("v.png").toFile());
        for (int at = 0; at < 24 * 18; at++) {
            assertThat(image.getRGB(at % 24, at / 24) & 255).isBetween(180, 190);
        }
    }

    @Test
    void shouldWriteDownTheTasksOfEachTreeWhenThereIsOneThreadOnly() throws Exception {
        Path file = folder.resolve("tasks.txt");
        String[] words = {"--output", "none", "--accuracy=0.01", "--passes=2", "--task-log", file.toString()};
        SmallSystem.Told none = SmallSystem.of(1).run(Radiosity::new, words);
        assertThat(none.results()).containsKey("seconds").doesNotContainKey("picture");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo(TaskLog.FORMAT);
        assertThat(lines.get(1)).startsWith("phases ");
        assertThat(lines).filteredOn(line -> line.startsWith("pass ")).hasSize(2);
        List<String> trees =
                lines.stream().filter(line -> line.startsWith("tree ")).toList();
        assertThat(trees).hasSize(2 * (int) none.number("surfaces")).allMatch(line -> line.contains(" -1,0,"));
        // One more task begins and ends the passes.
        assertThat(trees.stream().mapToInt(line -> line.split(" ").length - 5).sum())
                .isEqualTo((int) none.number("tasks") - 1);
        assertThatThrownBy(() -> SmallSystem.of(2).run(Radiosity::new, words))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--task-log: expected one engine of one thread, found 2 threads");
    }

    @Test
    void shouldSoftenTheEdgeOfAThing() throws Exception {
        String scene = scene(HEAD.replace("samples 1", "samples 4").replace("24 18", "60 60") + """
                material black reflect 0.01
                material wall reflect 0.01 emit 0.5
                panel -20 -20 -5 along 40 0 0 across 0 40 0 material wall
                box 1.5 0.5 0 2.5 1.5 1 material black rotate 10
                """);
        run(SmallSystem.of(1), "e.png", "--scene", scene, "--accuracy=0.05", "--smallest=0.5", "--passes=1");
        BufferedImage image = ImageIO.read(folder.resolve("e.png").toFile());
        int between = 0;
        for (int at = 0; at < 60 * 60; at++) {
            int level = image.getRGB(at % 60, at / 60) & 255;
            between += level > 60 && level < 170 ? 1 : 0;
        }
        assertThat(between).as("pixels of the edge").isGreaterThan(40);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lamp 1 2 3                        | r:1:1: unknown statement 'lamp' (known: image samples exposure tone camera material room box panel triangle)
            panel 0 0 0 along 1 0 0           | r:1:1: expected 'across' in 'panel', found none
            room 0 0 0 1 1 -1                 | r:1:16: expected an opposite corner with larger x, y and z, found a size of 1.0 1.0 -1.0
            material m reflect 1              | r:1:20: expected a number from 0.0 to 0.99 for reflect, found 1
            box 0 0 0 1 1 1 material oak      | r:1:26: unknown material 'oak' (known: none yet)
            triangle 0 0 0 1 0 0 2 0 0        | r:1:26: expected three corners that are not on one line, found no area
            triangle 0 0 0 1 0 0 0 1 0        | r:1:1: expected 'material' in 'triangle', found none
            samples 2                         | r:1:1: expected a 'camera' and a 'room', 'box', 'panel' or 'triangle' somewhere, found none by the end of the file
            """)
    void shouldNameLineAndColumnOfABadRoom(String text, String message) {
        assertThatThrownBy(() -> RoomReader.read("r", text))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void shouldSayWhatIsWrongBeforeAnythingStarts() {
        Path picture = folder.resolve("none").resolve("a.png");
        assertThatThrownBy(() -> new Radiosity().check(Arguments.of("--output", picture.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessage("--output " + picture + ": expected a file in a folder that exists and can be written to");
        assertThatThrownBy(() -> new Radiosity().check(Arguments.of("--scene", "no.room")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--scene: ")
                .hasMessageContaining("no.room");
        assertThatThrownBy(() -> new Radiosity().check(Arguments.of("--shading", "flat")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--shading: expected gathered or vertices, found 'flat'");
        assertThatThrownBy(() -> new Radiosity().check(Arguments.of("--accuracy", "0")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--accuracy: expected 1.0E-9 to 1.0");
    }
}
