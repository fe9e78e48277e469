package org.moide.command.checkup;

import java.nio.file.Path;

/**
 * Files and folders in which a machine says how it is.
 *
 * @param limits the file with the limits of this process
 * @param groups the file that says which control group this process is in
 * @param controlGroups the folder of the control groups
 * @param memory the folder for files that are in memory
 * @param home the folder that this user's processes share, {@code ~/.moide}; need not be there yet
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
