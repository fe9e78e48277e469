package org.moide.monitor.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.monitor.HostFigures;
import org.moide.monitor.LoadSample;
import org.moide.monitor.Pressure;
import org.moide.monitor.RunQueue;

/** Reads the figures of the machine and of processes from {@code /proc}, anew at each call. */
public final class ProcFiles {
    /** The ticks of a second in {@code /proc}, on every architecture that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** The index of the sent bytes in a line of {@code /proc/net/dev}. */
    private static final int SENT = 8;

    private final Path root;

    /**
     * Creates a reader of {@code /proc}.
     *
     * @param root "/", or for tests a folder with the same structure
     */
    public ProcFiles(Path root) {
        this.root = root;
    }

    /** Returns whether this system has the files that the other methods read. */
    public boolean present() {
        return Files.isReadable(root.resolve("proc/stat")) && Files.isReadable(root.resolve("proc/self/stat"));
    }

    /** Returns the boot ID, which is the same in all containers of a machine until it restarts; empty if unknown. */
    public String bootId() {
        return ProcText.text(root.resolve("proc/sys/kernel/random/boot_id"));
    }

    /** Reads a sample of the machine and of these processes. */
    public LoadSample sample(Set<Long> processes, long availableMemoryBytes) {
        List<String> stat = ProcText.lines(root.resolve("proc/stat"));
        Map<Long, Double> seconds = new HashMap<>();
        for (long process : processes) {
            String line = ProcText.text(process(process).resolve("stat"));
            if (!line.isEmpty()) {
                seconds.put(process, processSeconds(line));
            }
        }
        return new LoadSample(busySeconds(stat), seconds, availableMemoryBytes, figures(stat));
    }

    /** Counts the runnable threads of the machine, and of these processes. */
    public RunQueue runQueue(Set<Long> processes) {
        int ours = 0;
        for (long process : processes) {
            ours += runnableThreads(process);
        }
        return new RunQueue(runnableOnMachine(ProcText.lines(root.resolve("proc/stat"))), ours);
    }

    private HostFigures figures(List<String> stat) {
        long received = 0;
        long sent = 0;
        for (String line : ProcText.lines(root.resolve("proc/net/dev"))) {
            int colon = line.indexOf(':');
            String[] fields = line.substring(colon + 1).strip().split(" +", -1);
            if (colon > 0
                    && fields.length > SENT
                    && !line.substring(0, colon).strip().equals("lo")) {
                received += Math.max(0, ProcText.number(fields[0]));
                sent += Math.max(0, ProcText.number(fields[SENT]));
            }
        }
        return new HostFigures(
                processorSeconds(stat),
                received,
                sent,
                new Pressure(pressure("cpu"), pressure("memory"), pressure("io")));
    }

    /**
     * Returns the share of time, from 0 to 1, in which work waited for a resource; 0 if unknown. The resource's file
     * has it in percent, in a line such as {@code some avg10=1.50 avg60=...}.
     */
    private double pressure(String of) {
        for (String line : ProcText.lines(root.resolve("proc/pressure").resolve(of))) {
            String head = "some avg10=";
            int end = line.indexOf(' ', head.length());
            if (line.startsWith(head) && end > 0) {
                return Math.min(1, Math.max(0, number(line.substring(head.length(), end)) / 100));
            }
        }
        return 0;
    }

    private static double number(String text) {
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? number : 0;
        } catch (NumberFormatException other) {
            return 0;
        }
    }

    static List<Double> processorSeconds(List<String> stat) {
        List<Double> seconds = new ArrayList<>();
        for (String line : stat) {
            if (line.startsWith("cpu") && !line.startsWith("cpu ")) {
                seconds.add(busyTicks(line.substring(line.indexOf(' ') + 1)) / TICKS_PER_SECOND);
            }
        }
        return seconds;
    }

    /** Returns the resident memory of a process in bytes; 0 if it has ended. */
    public long residentBytes(long process) {
        for (String line : ProcText.lines(process(process).resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                String kibibytes =
                        line.substring("VmRSS:".length()).replace("kB", "").strip();
                return Math.max(0, ProcText.number(kibibytes)) * 1024;
            }
        }
        return 0;
    }

    private Path process(long process) {
        return root.resolve("proc").resolve(Long.toString(process));
    }

    private int runnableThreads(long process) {
        int runnable = 0;
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(process(process).resolve("task"))) {
            for (Path thread : threads) {
                String stat = ProcText.text(thread.resolve("stat"));
                runnable += isRunnable(stat) ? 1 : 0;
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException gone) {
            return runnable;
        }
        return runnable;
    }

    /**
     * Returns the processor time without idle time, waits for disks and time taken by the hypervisor, from the first
     * line of the file.
     */
    static double busySeconds(List<String> stat) {
        for (String line : stat) {
            if (line.startsWith("cpu ")) {
                return busyTicks(line.substring(4)) / TICKS_PER_SECOND;
            }
        }
        return 0;
    }

    private static double busyTicks(String numbers) {
        String[] fields = numbers.strip().split(" +", -1);
        double ticks = 0;
        // The fields are user nice system idle iowait irq softirq steal; guest time is part of user time.
        for (int i = 0; i < Math.min(7, fields.length); i++) {
            ticks += i == 3 || i == 4 ? 0 : Math.max(0, ProcText.number(fields[i]));
        }
        return ticks;
    }

    static double runnableOnMachine(List<String> stat) {
        for (String line : stat) {
            if (line.startsWith("procs_running ")) {
                long running = ProcText.number(
                        line.substring("procs_running ".length()).strip());
                return running < 0 ? Double.NaN : running;
            }
        }
        return Double.NaN;
    }

    /**
     * Returns user and system time of all threads. A process's name may contain blanks and parentheses, so fields are
     * counted after its end.
     */
    static double processSeconds(String stat) {
        String[] fields = afterName(stat);
        if (fields.length < 13) {
            return 0;
        }
        return (Math.max(0, ProcText.number(fields[11])) + Math.max(0, ProcText.number(fields[12]))) / TICKS_PER_SECOND;
    }

    static boolean isRunnable(String stat) {
        return afterName(stat)[0].equals("R");
    }

    private static String[] afterName(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    }
}
