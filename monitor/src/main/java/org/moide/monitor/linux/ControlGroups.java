package org.moide.monitor.linux;

import java.nio.file.Path;
import java.util.List;
import org.moide.monitor.ContainerLimits;

/**
 * The limits of this process's control groups, versions 1 and 2 and both at once, and the number of processes in them
 * that the kernel has killed. The limits of all groups up to the root of the mount count. Reads the files at each call;
 * an unreadable file sets no limit.
 */
public final class ControlGroups {
    /** The least number by which version 1 says "no limit": near 2^63, rounded down to a page. */
    private static final long V1_UNLIMITED = Long.MAX_VALUE - (1L << 20);

    private static final String KILLS = "oom_kill ";

    private final Path root;

    /**
     * Creates a reader of control groups' files.
     *
     * @param root "/", or for tests a folder with the same structure
     */
    public ControlGroups(Path root) {
        this.root = root;
    }

    public ContainerLimits limits() {
        List<String> mounts = ProcText.lines(root.resolve("proc/self/mountinfo"));
        ContainerLimits limits = ContainerLimits.NONE;
        for (String line : ProcText.lines(root.resolve("proc/self/cgroup"))) {
            // The form is hierarchy-ID:controllers:path; version 2 is "0::/path".
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                limits = limits.and(climb(mounts, "cgroup2", "", parts[2]));
            } else {
                for (String controller : parts[1].split(",", -1)) {
                    if (controller.equals("cpu") || controller.equals("memory")) {
                        limits = limits.and(climb(mounts, "cgroup", controller, parts[2]));
                    }
                }
            }
        }
        return limits;
    }

    /**
     * Returns the number of processes in this process's own group that the kernel has killed because the group or the
     * machine lacked memory; 0 if it cannot be read.
     */
    public long memoryKills() {
        List<String> mounts = ProcText.lines(root.resolve("proc/self/mountinfo"));
        long kills = 0;
        for (String line : ProcText.lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                kills += kills(mounts, "cgroup2", "", parts[2], "memory.events");
            } else if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("memory")) {
                kills += kills(mounts, "cgroup", "memory", parts[2], "memory.oom_control");
            }
        }
        return kills;
    }

    private long kills(List<String> mounts, String type, String controller, String path, String file) {
        for (String mount : mounts) {
            Mount found = Mount.parse(mount);
            if (found != null && found.type().equals(type) && found.has(controller)) {
                Path group = root.resolve(found.point().substring(1)).resolve(found.below(path));
                return ProcText.lines(group.resolve(file)).stream()
                        .filter(line -> line.startsWith(KILLS))
                        .mapToLong(line -> Math.max(0, ProcText.number(line.substring(KILLS.length()))))
                        .sum();
            }
        }
        return 0;
    }

    /** Returns the lowest limits of all groups from the process's own group up to the mount point of the hierarchy. */
    private ContainerLimits climb(List<String> mounts, String type, String controller, String path) {
        ContainerLimits limits = ContainerLimits.NONE;
        for (String mount : mounts) {
            Mount found = Mount.parse(mount);
            if (found == null || !found.type().equals(type) || !found.has(controller)) {
                continue;
            }
            Path top = root.resolve(found.point().substring(1)).normalize();
            Path group = top.resolve(found.below(path)).normalize();
            while (group != null && group.startsWith(top)) {
                limits = limits.and(type.equals("cgroup2") ? version2(group) : version1(group, controller));
                group = group.getParent();
            }
        }
        return limits;
    }

    private static ContainerLimits version2(Path group) {
        double processors = Double.POSITIVE_INFINITY;
        String[] cpu = ProcText.text(group.resolve("cpu.max")).split(" ", -1);
        if (cpu.length == 2) {
            processors = quota(ProcText.number(cpu[0]), ProcText.number(cpu[1]));
        }
        return new ContainerLimits(processors, memory(ProcText.number(ProcText.text(group.resolve("memory.max")))));
    }

    private static ContainerLimits version1(Path group, String controller) {
        if (controller.equals("memory")) {
            long bytes = ProcText.number(ProcText.text(group.resolve("memory.limit_in_bytes")));
            return new ContainerLimits(Double.POSITIVE_INFINITY, memory(bytes));
        }
        long quota = ProcText.number(ProcText.text(group.resolve("cpu.cfs_quota_us")));
        long period = ProcText.number(ProcText.text(group.resolve("cpu.cfs_period_us")));
        return new ContainerLimits(quota(quota, period), Long.MAX_VALUE);
    }

    private static double quota(long quotaMicros, long periodMicros) {
        return quotaMicros > 0 && periodMicros > 0 ? (double) quotaMicros / periodMicros : Double.POSITIVE_INFINITY;
    }

    private static long memory(long bytes) {
        return bytes > 0 && bytes < V1_UNLIMITED ? bytes : Long.MAX_VALUE;
    }
}
