package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

class ThreadReportsTest {
    private final List<EngineReport> told = new ArrayList<>();
    private final List<EpochEvent> events = new ArrayList<>();
    private long nowNanos = -5;
    private final ThreadReports reports = ThreadReports.of(1, told::add, told::add, events::add, () -> nowNanos);

    @Test
    void shouldTellHowFarAnIdIsTenTimesASecond() throws InterruptedException {
        for (int done = 0; done < 100; done++) {
            reports.said(3, done, progress(done));
            nowNanos += TimeUnit.MILLISECONDS.toNanos(10);
        }

        assertThat(told)
                .containsExactly(
                        said(3, 0),
                        said(3, 10),
                        said(3, 20),
                        said(3, 30),
                        said(3, 40),
                        said(3, 50),
                        said(3, 60),
                        said(3, 70),
                        said(3, 80),
                        said(3, 90));
    }

    @Test
    void shouldTellTheLastThatWasHeldBackWithTheNextBeatAndNoneTwice() throws InterruptedException {
        reports.said(3, 0, progress(0));
        reports.said(3, 1, progress(1));
        reports.said(3, 2, progress(2));
        reports.said(4, 7, progress(7));
        reports.tellProgress();
        reports.tellProgress();

        assertThat(told).containsExactly(said(3, 0), said(4, 7), said(3, 2));
    }

    @Test
    void shouldKeepTheOrderOfWhatAnIdSays() throws InterruptedException {
        Utterance line = new Utterance.Line("half of it");
        reports.said(3, 0, progress(0));
        reports.said(3, 1, progress(1));
        reports.said(4, 0, line);
        reports.said(3, 2, line);
        reports.said(3, 3, progress(3));
        nowNanos += TimeUnit.MILLISECONDS.toNanos(100);
        reports.said(3, 4, progress(4));
        reports.tellProgress();

        assertThat(told)
                .containsExactly(
                        said(3, 0),
                        new EngineReport.Said(4, 0, line),
                        said(3, 1),
                        new EngineReport.Said(3, 2, line),
                        said(3, 4));
    }

    @Test
    void shouldTellWhatWasHeldBackBeforeTheThreadsHaveEnded() throws InterruptedException {
        reports.said(3, 0, progress(0));
        reports.said(3, 1, progress(1));
        reports.allEnded(List.of(), false);

        assertThat(told).containsExactly(said(3, 0), said(3, 1));
        assertThat(events).hasSize(1);
    }

    private static Utterance.Progress progress(long done) {
        return new Utterance.Progress(done, 100, "steps");
    }

    private static EngineReport.Said said(int id, long done) {
        return new EngineReport.Said(id, done, progress(done));
    }
}
