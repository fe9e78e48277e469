package org.moide.command.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.ThreadTime;

class TimelineTest {
    private final Timeline timeline = new Timeline();

    @Test
    void shouldKeepWhatCameToEachPiece() {
        timeline.told(1, List.of(millis(700, 300), millis(0, 1000)));
        assertThat(timeline.isAt(1)).isTrue();
        timeline.told(1, List.of(millis(1700, 300), millis(400, 1600)));
        assertThat(timeline.isAt(1.5)).as("half of a piece").isFalse();
        assertThat(timeline.isAt(2)).isTrue();
        assertThat(timeline.pieces().get(0).rows().get(1))
                .containsExactly(List.of(700L, 0L, 300L, 0L, 0L, 0L), List.of(0L, 0L, 1000L, 0L, 0L, 0L));
        assertThat(timeline.pieces().get(1).rows().get(1))
                .containsExactly(List.of(1000L, 0L, 0L, 0L, 0L, 0L), List.of(400L, 0L, 600L, 0L, 0L, 0L));
    }

    @Test
    void shouldBeginAnewWithTheThreadsOfAnotherEpoch() {
        timeline.told(0, List.of(millis(5000, 0)));
        timeline.isAt(5);
        timeline.told(0, List.of(millis(300, 100)));
        timeline.isAt(6);
        assertThat(timeline.pieces().get(1).rows().get(0)).containsExactly(List.of(300L, 0L, 100L, 0L, 0L, 0L));
    }

    @Test
    void shouldHaveNoRowForAnEngineThatSaysNothingNew() {
        timeline.told(0, List.of(millis(900, 100)));
        timeline.isAt(1);
        timeline.isAt(2);
        assertThat(timeline.pieces().get(1).rows()).isEmpty();
    }

    @Test
    void shouldStaySmallHoweverLongTheRunIs() {
        for (int second = 1; second <= 100_000; second++) {
            timeline.told(0, List.of(millis(1000L * second, 0)));
            timeline.isAt(second);
        }
        List<Timeline.Piece> pieces = timeline.pieces();
        assertThat(pieces).hasSizeLessThan(Timeline.MOST_PIECES).hasSizeGreaterThan(Timeline.MOST_PIECES / 4);
        double end = 0;
        long sum = 0;
        for (Timeline.Piece piece : pieces) {
            assertThat(piece.fromSeconds()).isEqualTo(end);
            end = piece.toSeconds();
            sum += piece.rows().get(0).get(0).get(0);
        }
        double first = pieces.get(0).toSeconds();
        assertThat(end - pieces.get(pieces.size() - 1).fromSeconds())
                .as("all are as long")
                .isEqualTo(first);
        assertThat(sum).as("no time is lost").isEqualTo(Math.round(1000 * end));
    }

    @Test
    void shouldPutAnEnginesThreadsIntoOneRowWhenThereAreMany() {
        for (int engine = 0; engine < 300; engine++) {
            List<ThreadTime> threads = new ArrayList<>();
            for (int thread = 0; thread < 32; thread++) {
                threads.add(millis(10, 5));
            }
            timeline.told(engine, threads);
        }
        timeline.isAt(1);
        assertThat(timeline.pieces().get(0).rows()).hasSize(Timeline.MOST_ENGINES);
        assertThat(timeline.pieces().get(0).rows().get(7)).containsExactly(List.of(320L, 0L, 160L, 0L, 0L, 0L));
    }

    private static ThreadTime millis(long compute, long wait) {
        return new ThreadTime(1_000_000 * compute, 0, 1_000_000 * wait, 0, 0, 0);
    }
}
