package org.moide.monitor.linux;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code mountinfo}, as far as control groups need it.
 *
 * @param root the folder of the hierarchy that is mounted
 * @param point where it is mounted
 * @param type such as "cgroup" or "cgroup2"
 * @param options of the hierarchy; version 1 names its controllers there
 */
record Mount(String root, String point, String type, List<String> options) {
    /** Parses a line; returns null if it is malformed. */
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

    /** Returns whether the hierarchy has this controller; the empty name means version 2, which has all. */
    boolean has(String controller) {
        return controller.isEmpty() || options.contains(controller);
    }

    /**
     * Returns a group's path relative to the mount point; empty if it lies outside of the mounted part, as in a
     * container.
     */
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
