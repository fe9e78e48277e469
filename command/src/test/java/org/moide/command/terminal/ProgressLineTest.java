package org.moide.command.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.progress.ProgressMeter;

class ProgressLineTest {
    private long nanos = Long.MAX_VALUE - 1000;
    private final ProgressMeter meter = new ProgressMeter(() -> nanos);
    private final List<ProgressLine> lines = new ArrayList<>();

    private ProgressLine line(Screen screen, String name, boolean always) {
        lines.add(new ProgressLine(screen, meter, name, always));
        return lines.get(0);
    }

    private void update(long done, long known, String what) {
        meter.update(done, known, what);
        lines.get(0).look();
    }

    @Test
    void shouldShowPartRateAndTimeLeftOnATerminal() {
        Screen screen = new Screen(true);
        ProgressLine line = line(screen, "raytrace", false);

        pass(Duration.ofSeconds(2));
        update(250, 1000, "blocks");

        assertThat(screen.status)
                .isEqualTo("raytrace  [######..................] 25%  250/1,000 blocks  125/s  6 s left");
        assertThat(screen.errors).isEmpty();
    }

    @Test
    void shouldNotCountWhatWasDoneBeforeARunWasResumed() {
        Screen log = new Screen(false);
        ProgressLine line = line(log, "cg", true);
        meter.resumed();

        update(900, 1000, "tasks");
        pass(Duration.ofSeconds(10));
        update(900, 1000, "tasks");
        pass(Duration.ofSeconds(10));
        update(920, 1000, "tasks");

        assertThat(log.errors)
                .containsExactly("cg  90%  900/1,000 tasks", "cg  92%  920/1,000 tasks  2.00/s  40 s to 1:20 min left");
    }

    @Test
    void shouldNotShowMoreOftenThanAnyoneReads() {
        Screen screen = new Screen(true);
        ProgressLine line = line(screen, "x", false);

        update(1, 10, "tasks");
        assertThat(screen.changes).isZero();
        pass(Duration.ofMillis(100));
        for (int i = 0; i < 100; i++) {
            update(i, 1000, "tasks");
        }
        assertThat(screen.changes).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        Screen screen = new Screen(true);
        ProgressLine line = line(screen, "uts", false);

        pass(Duration.ofSeconds(1));
        update(4_130_071, 0, "tasks");
        assertThat(screen.status).isEqualTo("uts  4,130,071 tasks  4,130,071/s");

        pass(Duration.ofSeconds(1));
        update(0, 10, "tasks");
        assertThat(screen.status).isEqualTo("uts  [........................] 0%  0/10 tasks");

        pass(Duration.ofSeconds(1));
        update(12, 10, "tasks");
        assertThat(screen.status).isEqualTo("uts  [########################] 100%  12/10 tasks  12.0/s");
    }

    @Test
    void shouldWriteALineNowAndThenWhereNoneCanBeReplaced() {
        Screen log = new Screen(false);
        ProgressLine line = line(log, "cg", true);

        for (int i = 0; i < 25; i++) {
            pass(Duration.ofSeconds(1));
            update(i, 1000, "iterations");
        }

        assertThat(log.errors)
                .containsExactly(
                        "cg  0%  9/1,000 iterations  0.90/s  18:22 min left",
                        "cg  1%  19/1,000 iterations  1.00/s  16:21 to 17:13 min left");
    }

    @Test
    void shouldSayNothingWhereNobodyAskedForIt() {
        Screen log = new Screen(false);
        ProgressLine line = line(log, "cg", false);

        pass(Duration.ofMinutes(5));
        update(1, 2, "iterations");

        assertThat(log.errors).isEmpty();
    }

    @Test
    void shouldTakeTheLineAwayAtTheEnd() {
        Screen screen = new Screen(true);
        ProgressLine line = line(screen, "x", false);
        pass(Duration.ofSeconds(1));
        update(1, 2, "tasks");

        line.close();
        pass(Duration.ofSeconds(1));
        update(2, 2, "tasks");

        assertThat(screen.status).isEmpty();
    }

    @Test
    void shouldPromiseNoEndWhileThereIsMoreAndMoreToDo() {
        Screen log = new Screen(false);
        ProgressLine line = line(log, "uts", true);
        for (int step = 1; step <= 3; step++) {
            pass(Duration.ofSeconds(10));
            update(50L * step, step == 1 ? 100 : 1_000, "tasks");
        }
        assertThat(log.errors)
                .containsExactly(
                        "uts  50%  50/100 tasks  5.00/s  10 s left",
                        "uts  10%  100/1,000 tasks  5.00/s", "uts  15%  150/1,000 tasks  5.00/s  2:50 min left");
    }

    @Test
    void shouldEndAtAHundredPercentWhereLinesStay() {
        Screen log = new Screen(false);
        ProgressLine line = line(log, "radiosity", true);
        line.finish();
        assertThat(log.errors).as("a short run says nothing of its progress").isEmpty();
        pass(Duration.ofSeconds(11));
        update(3, 0, "passes");
        pass(Duration.ofSeconds(1));
        line.finish();
        line.close();
        assertThat(log.errors).containsExactly("radiosity  3 passes  0.27/s", "radiosity  100%  done in 12.00 s");
    }

    @Test
    void shouldTellFiguresToWhoeverHearsThem() {
        Screen program = new Screen(false);
        program.hears = true;
        ProgressLine line = line(program, "queens", false);
        line.finish();
        assertThat(program.told).isEmpty();
        for (int step = 1; step <= 4; step++) {
            pass(Duration.ofMillis(250));
            update(25L * step, 400, "tasks");
            update(25L * step + 1, 400, "tasks");
        }
        pass(Duration.ofSeconds(3));
        line.finish();
        long untold = Progress.UNTOLD;
        assertThat(program.told)
                .containsExactly(
                        new Progress(25, 400, "tasks", 100, untold, untold),
                        new Progress(50, 400, "tasks", 100, 3_500_000_000L, 3_500_000_000L),
                        new Progress(75, 400, "tasks", 100, 3_250_000_000L, 3_250_000_000L),
                        new Progress(100, 400, "tasks", 100, 3_000_000_000L, 3_000_000_000L),
                        new Progress(400, 400, "tasks", 100, untold, untold));
        assertThat(program.errors).isEmpty();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    /** A console that records the lines that a user would see. */
    private static final class Screen implements Console {
        private final boolean interactive;
        private final List<String> errors = new ArrayList<>();
        private String status = "";
        private int changes;
        private boolean hears;
        private final List<Progress> told = new ArrayList<>();

        Screen(boolean interactive) {
            this.interactive = interactive;
        }

        @Override
        public void print(String line) {
            throw new AssertionError("expected nothing on standard output, found " + line);
        }

        @Override
        public void error(String line) {
            errors.add(line);
        }

        @Override
        public void status(String text) {
            status = text;
            changes++;
        }

        @Override
        public boolean interactive() {
            return interactive;
        }

        @Override
        public int columns() {
            return 80;
        }

        @Override
        public boolean hearsProgress() {
            return hears;
        }

        @Override
        public void progress(Progress progress) {
            told.add(progress);
        }
    }
}
