package org.moide.monitor.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.monitor.ContainerLimits;

/** Tests limits of control groups with files recorded on real machines. */
final class ControlGroupsTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    Path root;

    @Test
    void shouldFindTheLimitsOfVersion2InAContainer() throws IOException {
        // from docker run --cpus 1.5 --memory 512m, in its own cgroup namespace
        write("proc/self/cgroup", "0::/\n");
        write("proc/self/mountinfo", """
                628 627 0:61 / /proc rw,nosuid,nodev,noexec,relatime - proc proc rw
                632 631 0:28 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw,nsdelegate
                """);
        write("sys/fs/cgroup/cpu.max", "150000 100000\n");
        write("sys/fs/cgroup/memory.max", "536870912\n");

        assertThat(limits()).isEqualTo(new ContainerLimits(1.5, 512 * MEBIBYTE));
    }

    @Test
    void shouldTakeTheNarrowestLimitOnTheWayUp() throws IOException {
        write("proc/self/cgroup", "0::/user.slice/job.scope\n");
        write("proc/self/mountinfo", "32 31 0:28 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw\n");
        write("sys/fs/cgroup/user.slice/cpu.max", "200000 100000\n");
        write("sys/fs/cgroup/user.slice/memory.max", "max\n");
        write("sys/fs/cgroup/user.slice/job.scope/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/user.slice/job.scope/memory.max", "1073741824\n");

        assertThat(limits()).isEqualTo(new ContainerLimits(2, 1024 * MEBIBYTE));
    }

    @Test
    void shouldFindTheLimitsOfVersion1WhereTheContainerSeesOnlyItsOwnPart() throws IOException {
        write("proc/self/cgroup", "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n");
        write("proc/self/mountinfo", """
                745 740 0:33 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct
                746 740 0:34 /docker/abc /sys/fs/cgroup/memory ro master:15 - cgroup cgroup rw,memory
                """);
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");

        assertThat(limits()).isEqualTo(new ContainerLimits(0.5, 256 * MEBIBYTE));
    }

    @Test
    void shouldReadVersion1sHugeNumberAndMinusOneAsNoLimit() throws IOException {
        write("proc/self/cgroup", "4:memory:/a/b\n1:cpu:/\n0::/\n");
        write("proc/self/mountinfo", """
                32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
                35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
                41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
                """);
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(limits()).isEqualTo(ContainerLimits.NONE);
    }

    @Test
    void shouldCountWhomTheKernelHasKilledInTheOwnGroup() throws IOException {
        assertThat(new ControlGroups(root).memoryKills()).isZero();
        write("proc/self/cgroup", "4:memory:/a/b\n1:cpu:/\n0::/job\n");
        write("proc/self/mountinfo", """
                32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
                35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
                41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
                """);
        write("sys/fs/cgroup/memory/a/b/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
        assertThat(new ControlGroups(root).memoryKills()).isEqualTo(3);
        write("sys/fs/cgroup/memory/a/b/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\n");
        write("sys/fs/cgroup/unified/job/memory.events", "low 0\noom 9\noom_kill 2\noom_group_kill 7\n");
        assertThat(new ControlGroups(root).memoryKills()).isEqualTo(2);
    }

    @Test
    void shouldKnowNoLimitWhereThereAreNoControlGroups() {
        assertThat(limits()).isEqualTo(ContainerLimits.NONE);
    }

    @Test
    void shouldNotBeConfusedByLinesItDoesNotKnow() throws IOException {
        write("proc/self/cgroup", "nonsense\n0::/../../escape\n");
        write("proc/self/mountinfo", "nonsense\n1 2 - x\n632 631 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
        write("sys/fs/cgroup/cpu.max", "what is this\n");
        write("sys/escape/cpu.max", "1 100000\n");

        assertThat(limits()).isEqualTo(ContainerLimits.NONE);
    }

    private ContainerLimits limits() {
        return new ControlGroups(root).limits();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolve("..").normalize());
        Files.writeString(path, text);
    }
}
