package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OwnProcessesTest {
    private static Process started(String... words) throws IOException {
        return new ProcessBuilder(words).start();
    }

    @Test
    void shouldEndWhatOthersHaveStartedAndNothingElse() throws Exception {
        Process own = OwnProcesses.start(new ProcessBuilder("sleep", "600"));
        Process earlier = started("sleep", "600");
        try {
            Set<ProcessHandle> before = OwnProcesses.others();
            assertThat(before).contains(earlier.toHandle()).doesNotContain(own.toHandle());
            assertThat(OwnProcesses.endOthersSince(before)).isEmpty();
            // The process has a child that only a forced kill ends.
            Process left = started("sh", "-c", "sh -c \"trap '' TERM; echo on; while :; do sleep 0.1; done\" & wait");
            assertThat(left.getInputStream().read()).isEqualTo('o');
            ProcessHandle below = left.descendants().findFirst().orElseThrow();
            assertThat(OwnProcesses.endOthersSince(before)).startsWith("process " + left.pid() + " (");
            assertThat(left.waitFor(100, TimeUnit.SECONDS)).isTrue();
            below.onExit().get(100, TimeUnit.SECONDS);
            assertThat(own.isAlive()).isTrue();
            assertThat(earlier.isAlive()).isTrue();
        } finally {
            own.destroyForcibly();
            earlier.destroyForcibly();
        }
    }

    @Test
    void shouldEndWhatAKilledProcessHasLeftAndNothingElse() throws Exception {
        OwnProcesses.Marked ours = OwnProcesses.startMarked(lasting());
        OwnProcesses.Marked another = OwnProcesses.startMarked(lasting());
        try {
            ProcessHandle left = below(ours.process());
            ProcessHandle others = below(another.process());
            assertThat(left.isAlive()).isTrue();
            ours.process().destroyForcibly().waitFor();
            assertThat(ours.endLeft()).startsWith("process " + left.pid() + " (");
            left.onExit().get(100, TimeUnit.SECONDS);
            assertThat(others.isAlive()).isTrue();
            assertThat(ours.endLeft()).isEmpty();
        } finally {
            another.process().destroyForcibly().waitFor();
            another.endLeft();
        }
    }

    /** Returns a command that starts a process, ends before it, and prints its process number. */
    private static ProcessBuilder lasting() {
        return new ProcessBuilder("sh", "-c", "(sleep 600 >/dev/null & echo $!); exec sleep 600");
    }

    private static ProcessHandle below(Process process) throws IOException {
        return ProcessHandle.of(Long.parseLong(process.inputReader().readLine()))
                .orElseThrow();
    }
}
