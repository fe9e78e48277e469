package org.moide.command.checkup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.system.FileTrouble;

/** Checks of a machine's resources: open files, processes, memory and disk. Thread-safe. */
final class MachineChecks {
    private static final long MEBIBYTE = 1L << 20;

    /**
     * The bytes of shared memory that are enough. A connection between two processes of a host takes half a MiB, so
     * this is enough for two engines on each of some processors.
     */
    private static final long ENOUGH_SHARED_BYTES = 32 * MEBIBYTE;

    /** The greatest number of bytes of shared memory that all ring buffers of one process take. */
    private static final long ALL_RINGS_BYTES = 130 * MEBIBYTE;

    private static final long ENOUGH_DISK_BYTES = 1L << 30;
    private static final long LEAST_DISK_BYTES = 64 * MEBIBYTE;

    /**
     * The limit of open files that is enough. An engine has some connections to each other engine, and a JVM opens some
     * hundred files itself.
     */
    private static final long ENOUGH_FILES = 1024;

    private static final long LEAST_FILES = 256;

    /**
     * The limit of processes that is enough. Threads count as processes, and a JVM has some dozens of them beside its
     * compute threads.
     */
    private static final long ENOUGH_PROCESSES = 1024;

    private static final long LEAST_PROCESSES = 256;

    private final MachinePlaces places;

    MachineChecks(MachinePlaces places) {
        this.places = places;
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        findings.add(sharedMemory());
        ProcessLimits limits = new ProcessLimits(linesOf(places.limits()));
        findings.add(files(limits.of("Max open files")));
        findings.add(processes(limits.of("Max processes"), groupProcesses()));
        findings.add(Finding.ok(
                "locked memory", text(limits.of("Max locked memory"), " bytes") + ": any will do, MOIDE locks none"));
        findings.add(disk());
        return findings;
    }

    private Finding sharedMemory() {
        String check = "shared memory";
        Path memory = places.memory();
        if (!Files.isDirectory(memory)) {
            return Finding.warn(
                    check,
                    "no " + memory + ": engines of this host talk by sockets and TLS, which takes longer",
                    "mount a tmpfs there, if this is Linux");
        }
        try {
            Files.delete(Files.createTempDirectory(memory, "moide-doctor-"));
        } catch (IOException closed) {
            return Finding.warn(
                    check,
                    memory + " cannot be written (" + FileTrouble.whenWriting(closed)
                            + "): engines of this host talk by sockets and TLS, which takes longer",
                    "chmod 1777 " + memory);
        }
        // Not by FileStore, which needs the mount in the list of mounts; some containers hide it.
        long room = memory.toFile().getUsableSpace();
        String found = mebibytes(room) + " free in " + memory;
        return room >= ENOUGH_SHARED_BYTES
                ? Finding.ok(check, found)
                : Finding.warn(
                        check,
                        found + ": connections that find no room use sockets and TLS, which takes longer",
                        "give it " + mebibytes(ALL_RINGS_BYTES) + " or more: docker run --shm-size 256m, or mount -o"
                                + " remount,size=256m " + memory);
    }

    private static Finding files(long most) {
        String found = text(most, " for each process");
        if (most < 0 || most >= ENOUGH_FILES) {
            return Finding.ok("open files", found);
        }
        String advice = "ulimit -n 65536 before the command, or LimitNOFILE=65536 in the service";
        return most < LEAST_FILES
                ? Finding.fail("open files", found + ": a run needs more", advice)
                : Finding.warn("open files", found + ": too few for many engines", advice);
    }

    private static Finding processes(long ofUser, long ofGroup) {
        boolean group = ofGroup >= 0 && (ofUser < 0 || ofGroup < ofUser);
        long most = group ? ofGroup : ofUser;
        String found = text(most, group ? " in this control group" : " of this user") + ", threads counted";
        if (most < 0 || most >= ENOUGH_PROCESSES) {
            return Finding.ok("processes", found);
        }
        String advice = group
                ? "TasksMax=infinity in the service, or docker run --pids-limit -1"
                : "ulimit -u 4096 before the command, or a line in /etc/security/limits.conf";
        return most < LEAST_PROCESSES
                ? Finding.fail("processes", found + ": JVMs cannot make their threads", advice)
                : Finding.warn("processes", found + ": too few for many engines", advice);
    }

    /** Returns the control group's limit of processes; -1 if there is none or it is unknown. */
    private long groupProcesses() {
        long least = -1;
        for (String line : linesOf(places.groups())) {
            if (line.startsWith("0::/")) {
                Path group = places.controlGroups().resolve(line.substring("0::/".length()));
                for (String most : linesOf(group.resolve("pids.max"))) {
                    least = most.matches("[0-9]{1,18}") ? Long.parseLong(most) : least;
                }
            }
        }
        return least;
    }

    private Finding disk() {
        String check = "home";
        Path home = places.home();
        Path there = home;
        while (!Files.exists(there)) {
            Path above = there.getParent();
            if (above == null) {
                break;
            }
            there = above;
        }
        String advice = "set MOIDE_HOME to a folder of yours on a disk with room";
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            return Finding.fail(check, home + ": " + there + " cannot be written", advice);
        }
        long room = there.toFile().getUsableSpace();
        String found = mebibytes(room) + " free for " + home;
        if (room >= ENOUGH_DISK_BYTES) {
            return Finding.ok(check, found);
        }
        return room < LEAST_DISK_BYTES
                ? Finding.fail(check, found + ": jars, journals and checkpoints need more", advice)
                : Finding.warn(check, found + ": jars, journals and checkpoints may need more", advice);
    }

    private static List<String> linesOf(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException gone) {
            return List.of();
        }
    }

    private static String text(long number, String unit) {
        if (number < 0) {
            return "no limit known";
        }
        return number == ProcessLimits.UNLIMITED ? "unlimited" : number + unit;
    }

    private static String mebibytes(long bytes) {
        return (bytes / MEBIBYTE) + " MiB";
    }
}
