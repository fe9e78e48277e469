package org.moide.monitor.linux;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code mountinfo}, as far as control groups need it.
 *
 * @param root which folder of the hierarchy is mounted
 * @param point where
 * @param type "cgroup" or "cgroup2" among others
 * @param options of the hierarchy: version 1 names its controllers there
 */
record Mount(String root, String point, String type, List<String> options) {
    /** Parses a line; null if it is none. */
    static @Nullable Mount parse(String line) {
        // 32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime [optional fields] - cgroup cgroup rw,cpu
        int dash = line.indexOf(" - ");
        if (dash < 0) {
            return null;
        }
        String[] before = line.substring(0, dash).split(" ", -1);
        String[] after = line.substring(dash + 3).split(" ", -1);
        if (before.length < 5 || after.length < 3 || !before[4].startsWith("/")) {
            return null;
        }
        return new Mount(before[3], before[4], after[0], List.of(after[2].split(",", -1)));
    }

    /** Whether it holds this controller; the empty name is version 2, which holds all. */
    boolean has(String controller) {
        return controller.isEmpty() || options.contains(controller);
    }

    /** A group's path relative to the mount point. Outside of what is mounted (a container's view): the point itself. */
    String below(String path) {
        if (root.equals("/")) {
            return path.substring(1);
        }
        if (path.equals(root) || path.startsWith(root + "/")) {
            return path.length() == root.length() ? "" : path.substring(root.length() + 1);
        }
        return "";
    }
}
