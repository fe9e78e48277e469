package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs during which the wall clocks of hosts are set. No process is declared dead, and no thread waits for a day.
 */
@Tag("tier1")
class ClocksStoryTest {
    @BeforeAll
    static void needs() throws Exception {
        assertThat(SetClock.isPossible()).as("a clock of its own: gcc").isTrue();
    }

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    private static final int JUMPS = 6;

    /** The number of steps for which messages of the application stay unreceived. */
    private static final int LAG = 3;

    @TempDir
    Path home;

    private SetClock here;
    private SetClock there;

    @BeforeEach
    void make() throws Exception {
        here = SetClock.make(home, "here");
        there = SetClock.make(home, "there");
        long before = here.tellsMillis();
        here.jump(DAY);
        assertThat(here.tellsMillis() - before)
                .as("what a JVM is told when its clock was set, less what it was told before")
                .isBetween(DAY.toMillis(), DAY.plusMinutes(10).toMillis());
        here.jump(Duration.ZERO);
    }

    /**
     * Moves the wall clocks back and forth: the coordinator's clock one way, the clocks of one daemon and its engines
     * the other way. The other clocks stay.
     */
    private void jump() throws IOException {
        for (int jump = 0; jump < JUMPS; jump++) {
            Duration ahead = jump % 2 == 0 ? DAY : DAY.negated();
            here.jump(ahead);
            there.jump(ahead.negated());
            Lapse.of(BETWEEN);
        }
    }

    private Daemon daemonThere() {
        return Daemon.start(home, there.by(), "127.0.0.1");
    }

    @Test
    void shouldCountEveryTaskOnceWhenClocksJumpByADay() throws IOException {
        SleepingTasks tasks = SleepingTasks.compile(home, 600);
        tasks.hold();
        try (Daemon first = daemonThere();
                Daemon second = Daemon.start(home);
                MoideProcess run = tasks.run(here.by(), "--hosts", first.address() + "," + second.address())) {
            tasks.awaitBegin(3);
            jump();
            tasks.letGo();
            tasks.assertSumOf(run);
        }
        assertThat(tasks.report().getAsJsonObject("loans").get("retaken").getAsInt())
                .isZero();
    }

    @Test
    void shouldHaveTheSameResultAndStayInItsEpochWhenClocksJumpByADay() throws IOException {
        NumberedMessages messages = NumberedMessages.compile(home);
        try (Daemon first = daemonThere();
                Daemon second = Daemon.start(home)) {
            String hosts = first.address() + "," + second.address();
            try (MoideProcess run = messages.run(List.of(), hosts, LAG)) {
                run.awaitSuccess();
            }
            JsonObject undisturbed = messages.report().getAsJsonObject("result");
            messages.hold();
            try (MoideProcess run = messages.run(here.by(), hosts, LAG)) {
                run.awaitError("all engines are on one host");
                jump();
                messages.letGo();
                run.awaitSuccess();
                assertThat(run.err()).noneMatch(line -> line.contains("was lost"));
                assertThat(messages.report().getAsJsonObject("result"))
                        .as(run.toString())
                        .isEqualTo(undisturbed);
                assertThat(messages.report().getAsJsonArray("reconfigurations")).isEmpty();
            }
        }
    }
}
