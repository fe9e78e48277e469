package org.moide.command.checkup;

import java.nio.file.Path;

/**
 * The files and folders with information about a machine.
 *
 * @param limits the file with this process's limits
 * @param groups the file that names this process's control group
 * @param controlGroups the folder of the control groups
 * @param memory the folder of files in shared memory
 * @param home the folder that this user's processes share, {@code ~/.moide}; may not exist yet
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
