package org.moide.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.contract.UnexpectedFaults;

class SystemSshTest {
    @TempDir
    Path folder;

    private SystemSsh ssh(Duration beginning) throws Exception {
        FakeHosts hosts = new FakeHosts(folder).without("a").without("hanging");
        return new SystemSsh(hosts.ssh(), UnexpectedFaults::fail, beginning);
    }

    @Test
    void shouldGiveUpAHostWhoseLoginHangsLongBeforeAScriptWouldBeTooSlow() throws Exception {
        SystemSsh ssh = ssh(Duration.ofSeconds(1));
        assertThatThrownBy(() -> ssh.run("hanging", "exit 0", RemoteShell.Input.NONE, Duration.ofMinutes(1)))
                .isInstanceOf(HostTroubleException.class)
                .hasMessage(
                        "hanging: expected that ssh has logged in after 1 s, found that it has not: does 'ssh hanging"
                                + " true' end soon?");
    }

    @Test
    void shouldLetAScriptTakeItsTimeThatHasBegun() throws Exception {
        RemoteShell.Answer answer = ssh(Duration.ofSeconds(2))
                .run(
                        "a",
                        "sleep 3; echo '" + RemoteShell.PREFIX + "done'; exit 3",
                        RemoteShell.Input.NONE,
                        Duration.ofMinutes(1));
        assertThat(answer.exitCode()).isEqualTo(3);
        assertThat(answer.lines()).isEqualTo(List.of("done"));
    }
}
