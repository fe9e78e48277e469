package org.moide.bench.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.bench.papers.PaperFigure.Kind;
import org.moide.bench.papers.PaperFigure.Scale;

class PaperFigureTest {
    private static final List<String> LINES = List.of(
            "here;S1;4;6.5",
            "here;S1;8;3.25",
            "here;S2;4;2.5",
            "here;S2;8;",
            "the paper;S1;4;248",
            "the paper;S6;8;122");

    @TempDir
    Path folder;

    @Test
    void shouldKeepPanelsSeriesAndPlacesInTheirOrderAndLeaveOutWhatHasNoValue() {
        List<Panel> panels = Panel.read(LINES);

        assertThat(panels).extracting(Panel::title).containsExactly("here", "the paper");
        assertThat(panels.get(0).places()).containsExactly("4", "8");
        assertThat(panels.get(0).series()).containsEntry("S2", Map.of("4", 2.5));
        assertThat(panels.get(1).series()).containsOnlyKeys("S1", "S6");
        assertThat(panels.get(0).least()).isEqualTo(2.5);
        assertThat(panels.get(0).most()).isEqualTo(6.5);
    }

    @Test
    void shouldSayWhichLineIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Panel.read(List.of("here;S1;4;1", "here;S1;4")))
                .withMessage("line 2: expected panel;series;place;value, found 'here;S1;4'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Panel.read(List.of("here;S1;4;nan")))
                .withMessage("line 1: expected a value from 0 on, found 'nan'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Panel.read(List.of("here;S1;4;-1")))
                .withMessage("line 1: expected a value from 0 on, found '-1'");
    }

    @Test
    void shouldHaveMarksThatHoldAllValues() {
        Panel panel = Panel.read(LINES).get(0);

        Scale doubling = Scale.over(panel, Kind.DOUBLING);
        Scale even = Scale.over(panel, Kind.LINES);

        assertThat(doubling.marks()).containsExactly(2.0, 4.0, 8.0);
        assertThat(doubling.of(4.0)).isCloseTo((doubling.of(2.0) + doubling.of(8.0)) / 2, within(1e-9));
        assertThat(even.marks()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
    }

    @Test
    void shouldDrawASeriesInOneColourInAllPanelsWithOneLegend() throws Exception {
        for (Kind kind : Kind.values()) {
            Path svg = folder.resolve(kind + ".svg");
            Files.write(folder.resolve("lines"), LINES);

            PaperFigure.main(new String[] {
                kind.name(),
                "Table I",
                "seconds",
                "processors",
                folder.resolve("lines").toString(),
                svg.toString()
            });

            String drawn = Files.readString(svg);
            assertThat(drawn)
                    .contains(">Table I<", ">here<", ">the paper<", ">seconds over processors<")
                    .containsOnlyOnce(">S1<")
                    .containsOnlyOnce(">S6<");
            // S6 is in the legend, and once in the second panel: as a bar, or as a line with one point.
            assertThat(drawn.split("#009e73", -1)).hasSize(kind == Kind.BARS ? 3 : 4);
        }
    }
}
