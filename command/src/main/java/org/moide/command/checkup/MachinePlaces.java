package org.moide.command.checkup;

import java.nio.file.Path;

/**
 * Where a machine says how it is.
 *
 * @param limits of this process
 * @param groups which control group this process is in
 * @param controlGroups where those are
 * @param memory files that are in memory
 * @param home what this user's processes share, {@code ~/.moide}; need not be there yet
 */
record MachinePlaces(Path limits, Path groups, Path controlGroups, Path memory, Path home) {
    static MachinePlaces usual(Path home) {
        return new MachinePlaces(
                Path.of("/proc/self/limits"),
                Path.of("/proc/self/cgroup"),
                Path.of("/sys/fs/cgroup"),
                Path.of("/dev/shm"),
                home);
    }
}
