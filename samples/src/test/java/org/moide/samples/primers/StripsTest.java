package org.moide.samples.primers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialWorkers;
import org.moide.samples.programs.SmallSystem;

class StripsTest {
    private static final String NO_PICTURE = "--picture=none";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 1", "7, 2", "7, 7", "33, 5", "33, 33", "120, 100"})
    void shouldFindTheBitsOfStencilWhateverMoves(int size, int strips) throws Exception {
        String[] words = {"--size=" + size, "--steps=50", "--wave=1", NO_PICTURE};
        String[] more = {"--size=" + size, "--steps=50", "--wave=1", NO_PICTURE, "--check", "--strips=" + strips};
        SmallSystem.Told stencil = SmallSystem.of(1).run(Stencil::new, words);
        for (int engines = 1; engines <= 4; engines++) {
            SequentialRunner.Said said = SequentialWorkers.run(Strips::new, engines, engines, more);
            assertThat(said.results)
                    .containsEntry("sha256", requireNonNull(stencil.results().get("sha256")))
                    .containsEntry("gridError", stencil.number("gridError"))
                    .containsEntry("error", stencil.number("error"))
                    .containsEntry("verified", true);
        }
    }

    @Test
    void shouldHashThePlateRowByRowAsBothSay() throws Exception {
        // A plate of 2 × 2 points before any step.
        double near = StrictMath.sin(Math.PI / 3);
        double far = StrictMath.sin(Math.PI * 2 / 3);
        ByteBuffer bytes = ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(near * near)
                .putDouble(near * far)
                .putDouble(far * near)
                .putDouble(far * far);
        String expected =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
        String[] words = {"--size=2", "--steps=0", "--wave=1", NO_PICTURE};
        assertThat(SmallSystem.of(1).run(Stencil::new, words).results()).containsEntry("sha256", expected);
        assertThat(SequentialWorkers.run(Strips::new, 2, 0, words).results).containsEntry("sha256", expected);
    }

    @Test
    void shouldDrawThePictureOfStencil() throws Exception {
        Path whole = folder.resolve("stencil.png");
        Path striped = folder.resolve("strips.png");
        SmallSystem.of(2).run(Stencil::new, "--size=900", "--steps=2", "--picture=" + whole);
        SequentialRunner.Said said = SequentialWorkers.run(
                Strips::new, 2, 1, "--size=900", "--steps=2", "--strips=4", "--picture=" + striped);
        assertThat(striped).hasSameBinaryContentAs(whole);
        assertThat(said.results).containsEntry("picture", striped.toString());
    }

    @Test
    void shouldRefuseMoreStripsThanColumns() {
        assertThatThrownBy(() -> new Strips().check(Arguments.of("--size=10", "--strips=11", "--wave=1")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--strips: expected 1 to 10, found 11");
    }

    @Test
    void shouldSayWhatIsWrongWithAPlateThatIsNotWhole() {
        StripOptions options = StripOptions.of(Arguments.of("--size=10", "--strips=2", "--wave=1", "--steps=0"));
        StripedPlate half = new StripedPlate(new Strip(options, 1));
        assertThatThrownBy(half::requireAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected a strip from column 0 on after 0 steps, found one from 5 after 0");
        StripedPlate other = new StripedPlate(new Strip(options, 0));
        assertThatThrownBy(other::requireAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected strips of 10 columns, found 5");
    }

    @Test
    void shouldSayWhichPointIsNotWhatOneThreadFinds() {
        StripOptions options = StripOptions.of(Arguments.of("--size=3", "--strips=1", "--wave=1", "--steps=1"));
        Strip strip = new Strip(options, 0);
        strip.take(new Border(Border.Side.LEFT, new double[] {0.0, 1e-9, 0.0}));
        strip.compute();
        assertThatThrownBy(() -> new StripedPlate(strip).check())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("row 1, column 0: expected ")
                .hasMessageContaining(" as one thread finds it, found ");
    }
}
