package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that programs which wait for something that cannot come end with an error, on one JVM and on two. */
class DeadlockStoryTest {
    private static final String ONE_JVM = "--threads 2";
    private static final String TWO_JVMS = "--local-engines 2 --threads 1";

    @TempDir
    Path home;

    private List<String> errorsOf(String options, String body) throws IOException {
        OwnApplication application = application(body);
        try (MoideProcess run = run(options, application)) {
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(run.children()).isEmpty();
            return run.err();
        }
    }

    private OwnApplication application(String body) throws IOException {
        return OwnApplication.compile(home, "own.Stuck", """
                package own;
                import org.moide.commlib.*;
                import org.moide.engine.*;
                public final class Stuck implements Application {
                    public void run(ComputeThread self) throws Exception {
                        CommLib comm = self.comm();
                        int[] data = new int[1];
                        %s
                    }
                }
                """.formatted(body));
    }

    private MoideProcess run(String options, OwnApplication application) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(options.split(" ")));
        words.addAll(List.of("--classpath", application.classes().toString(), "own.Stuck"));
        return MoideProcess.start(home, words.toArray(String[]::new));
    }

    @Test
    void shouldNameTheIdThatReturnedWhenAnotherWaitsInABarrierForIt() throws IOException {
        nameTheIdThatReturned(ONE_JVM);
    }

    @Test
    void shouldNameBothIdsWhenEachReceivesBeforeItSends() throws IOException {
        nameBothIds(TWO_JVMS);
    }

    @Test
    @Tag("full")
    void shouldNameThemWhereverTheyAre() throws IOException {
        nameTheIdThatReturned(TWO_JVMS);
        nameBothIds(ONE_JVM);
    }

    private void nameTheIdThatReturned(String options) throws IOException {
        List<String> said = errorsOf(options, """
                if (self.id() == 1) return;
                comm.remoteBarrier();""");
        assertThat(said).hasSize(2);
        assertThat(said.get(0))
                .startsWith("moide run: deadlock: ID 0 waits in remoteBarrier (Stuck.java:9) since ")
                .contains(" for ID 1, which returned from run at ");
    }

    private void nameBothIds(String options) throws IOException {
        List<String> said = errorsOf(options, """
                comm.receive(1 - self.id(), 1, data);
                comm.send(1 - self.id(), 1, data);""");
        assertThat(said).hasSize(1);
        assertThat(said.get(0))
                .contains("ID 0 waits in receive from 1, tag 1 (Stuck.java:8) since ")
                .contains("ID 1 waits in receive from 0, tag 1 (Stuck.java:8) since ");
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {ONE_JVM, TWO_JVMS})
    void shouldNameTheMessageThatLiesThereWhenItsTagIsAnother(String options) throws IOException {
        List<String> said = errorsOf(options, """
                if (self.id() == 0) comm.send(1, 3, data);
                else comm.receive(0, 4, data);""");
        assertThat(said).hasSize(1);
        assertThat(said.get(0))
                .startsWith("moide run: deadlock: ID 1 waits in receive from 0, tag 4 (Stuck.java:9) since ")
                .contains("but ID 0 returned from run at ")
                .endsWith("ID 1 has not received a message from 0, tag 3");
    }

    @Test
    @Tag("full")
    void shouldSayWhoWaitsAndGoOnWhenItIsOnlyLikely() throws IOException {
        // Handlers may send at any time, so there is no certain deadlock here.
        OwnApplication application = application("""
                comm.onMessage(1, Integer.class, (from, value) -> {});
                comm.receive(1 - self.id(), 7, data);""");
        try (MoideProcess run = run("--stall-after 2s " + TWO_JVMS, application)) {
            run.awaitError("moide run: nothing has moved for 2.");
            assertThat(run.err().get(0)).contains("ID 0 waits in receive from 1, tag 7 (Stuck.java:9) for ");
            try (MoideProcess status = MoideProcess.start(home, "status")) {
                status.awaitSuccess();
                assertThat(status.out())
                        .anyMatch(line -> line.startsWith("ID 1 waits in receive from 0, tag 7 (Stuck.java:9) for "));
            }
            assertThat(run.isAlive()).isTrue();
        }
    }
}
