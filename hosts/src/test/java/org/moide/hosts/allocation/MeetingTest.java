package org.moide.hosts.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;

class MeetingTest {
    @TempDir
    Path folder;

    @Test
    void shouldFindTheOthersWhenAllHaveComeAndLeaveNothing() throws IOException {
        Meeting first = meeting(0, "n1");
        Meeting second = meeting(1, "n1");
        Meeting third = meeting(2, "n2");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("step"))))
                .isEqualTo("rwx------");
        second.come();
        Files.writeString(third.portFile(), "4712\n");
        assertThat(first.missing()).as("of neither all is known").containsExactly(1, 2);
        third.come();
        assertThat(first.missing()).containsExactly(1);
        Files.writeString(second.portFile(), "4711\n");
        assertThat(first.missing()).isEmpty();
        assertThat(first.daemons())
                .as("the name of one's own host need not be known")
                .containsExactly(new DaemonAddress("127.0.0.1", 4711, 2), new DaemonAddress("n2", 4712, 2));

        first.end();
        assertThat(third.overFile()).exists();
        third.leave();
        assertThat(first.missing()).containsExactly(2);
        first.remove();
        assertThat(folder.resolve("step")).doesNotExist();
    }

    @Test
    void shouldTakeNothingThatHasNotTheRightForm() throws IOException {
        Meeting first = meeting(0, "n1");
        for (int rank = 1; rank < 3; rank++) {
            Files.writeString(folder.resolve("step/place-" + rank), "n2 2\n");
            Files.writeString(folder.resolve("step/port-" + rank), "70000\n");
        }
        assertThatThrownBy(first::daemons)
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("step/port-1: expected a port, found 70000");
        Files.writeString(folder.resolve("step/place-1"), "-oProxyCommand=x 2\n");
        assertThatThrownBy(first::daemons)
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("step/place-1: expected what 'moide run --symmetric' writes");
    }

    private Meeting meeting(int rank, String host) {
        return new Meeting(folder.resolve("step"), new Step(rank, 3, "key", 2, 0), host);
    }
}
