package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.report.Console;

/** What a run leaves on the disk. */
@Timeout(60)
class RunHomeTest {
    private final List<String> said = new ArrayList<>();

    private final Console console = new Console() {
        @Override
        public void print(String line) {
            said.add(line);
        }

        @Override
        public void error(String line) {
            said.add(line);
        }

        @Override
        public void status(String text) {
            said.add(text);
        }

        @Override
        public boolean interactive() {
            return false;
        }

        @Override
        public int columns() {
            return 80;
        }
    };

    private Path after(boolean oneOfMany, int exitCode) {
        String id = ApplicationRun.newRunId(new SystemRandomness());
        try (RunHome home = RunHome.create(id, RunContexts.plan(), "h1", oneOfMany, console)) {
            home.began();
            home.over();
            assertThat(home.ended(exitCode, 0.01, false, false)).isFalse();
        }
        return ClusterSecret.defaultFolder().resolve("runs").resolve(id);
    }

    @Test
    void shouldLeaveAFolderUnlessItIsOneOfManyThatWasSoonDone() {
        assertThat(after(true, ExitCode.DONE)).doesNotExist();
        for (Path folder :
                List.of(after(false, ExitCode.DONE), after(true, ExitCode.FAILED), after(true, ExitCode.INTERRUPTED))) {
            assertThat(folder.resolve("ended")).exists();
            assertThat(folder.resolve("began")).exists();
        }
        assertThat(said).isEmpty();
    }
}
