package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.SystemRandomness;

/** Tests which files a run leaves on disk. */
class RunHomeTest {
    private final List<String> said = new ArrayList<>();

    private Path after(boolean oneOfMany, int exitCode) {
        String id = ApplicationRun.newRunId(new SystemRandomness());
        try (RunHome home = RunHome.create(id, RunContexts.plan(), "h1", oneOfMany, said::add)) {
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
