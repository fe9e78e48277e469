package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs in which engines are added, replaced, dismissed and killed at random. The result is the same, and messages
 * to IDs that have moved are neither lost nor duplicated and stay in order.
 */
@Tag("tier1")
@Timeout(900)
class RandomChangesStoryTest {
    @RegisterExtension
    static final StorySeed SEED = new StorySeed();

    private static final int CHANGES = Integer.getInteger("moide.changes", 12);

    @TempDir
    Path home;

    private final List<Daemon> daemons = new ArrayList<>();

    @BeforeEach
    void start() {
        for (int daemon = 0; daemon < 3; daemon++) {
            daemons.add(Daemon.start(home));
        }
    }

    @AfterEach
    void stop() {
        daemons.forEach(Daemon::close);
    }

    private String hosts() {
        return daemons.stream().map(Daemon::address).collect(Collectors.joining(","));
    }

    private void change(MoideProcess run) throws Exception {
        try (RandomChanges changes = new RandomChanges(home, daemons, run, SEED.value())) {
            try {
                changes.make(CHANGES);
            } finally {
                System.out.println(String.join("\n", changes.told()));
            }
        }
    }

    @Test
    void shouldCountEveryTaskOnceWhenEnginesAreChangedAtRandom() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 2_000);
        tasks.hold();
        try (MoideProcess run = tasks.run("--hosts", hosts(), "--engines", "3", "--no-progress")) {
            change(run);
            tasks.letGo();
            tasks.assertSumWhoeverWasLost(run);
        }
        assertThat(tasks.report().getAsJsonArray("reconfigurations")).isNotEmpty();
    }

    @Test
    void shouldDeliverEveryMessageOnceAndInOrderWhenItsReceiverMovesWhileItLiesThere() throws Exception {
        sameAsUndisturbed(3);
    }

    @Test
    void shouldDeliverEveryMessageOnceAndInOrderWhenIdsComeAndGo() throws Exception {
        sameAsUndisturbed(0);
    }

    private void sameAsUndisturbed(int lag) throws Exception {
        NumberedMessages application = NumberedMessages.compile(home);
        try (MoideProcess run = application.run(hosts(), lag)) {
            run.awaitSuccess();
        }
        JsonObject undisturbed = result(application);
        application.hold();
        try (MoideProcess run = application.run(hosts(), lag)) {
            change(run);
            application.letGo();
            run.awaitSuccess();
            assertThat(application.report().getAsJsonArray("reconfigurations"))
                    .as(run.toString())
                    .hasSizeGreaterThanOrEqualTo(CHANGES * 2 / 3);
            for (String figure : List.of("digest", "messages")) {
                assertThat(result(application).get(figure))
                        .as("%s: %s", figure, run)
                        .isEqualTo(undisturbed.get(figure));
            }
        }
        assertThat(undisturbed.get("messages").getAsLong()).isEqualTo(2L * 24 * NumberedMessages.STEPS);
    }

    private static JsonObject result(NumberedMessages application) throws IOException {
        return application.report().getAsJsonObject("result");
    }
}
