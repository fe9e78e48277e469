package org.moide.commlib.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes that MOIDE has started from this JVM. All other child processes belong to an application; those that it
 * leaves behind are ended with its run. Any thread may call it. The lock is held from a process's start until it is
 * recorded, so that the process is never taken for one of the application.
 */
public final class OwnProcesses {
    /** The time that a process gets to end by itself before it is killed. */
    private static final Duration ENDING = Duration.ofSeconds(1);

    private static final Set<Long> OWN = new HashSet<>();

    /**
     * The environment variable that a marked process and all its descendants have. A descendant without a living
     * parent is recognised by it.
     */
    private static final String MARK = "MOIDE_ENGINE_MARK";

    private static final Path ALL = Path.of("/proc");

    private OwnProcesses() {}

    /**
     * Starts a process like {@link #start}. After it has ended, {@link Marked#endLeft} finds the processes that an
     * application has started in it.
     */
    public static synchronized Marked startMarked(ProcessBuilder builder) throws IOException {
        String mark = ProcessHandle.current().pid() + "-" + System.nanoTime();
        builder.environment().put(MARK, mark);
        return new Marked(start(builder), mark);
    }

    /**
     * A process whose descendants can be recognised by an environment variable.
     *
     * @param mark the value of the environment variable that all of them have
     */
    public record Marked(Process process, String mark) {
        /**
         * Ends the processes that were started in this process or below it, after it has ended. Takes some
         * milliseconds to search the system. Does nothing on a system without /proc.
         *
         * @return as {@link #endOthersSince}
         */
        public String endLeft() {
            return end(marked(mark));
        }
    }

    /** Returns the processes with this mark, except this process and those that MOIDE started. */
    private static synchronized Set<ProcessHandle> marked(String mark) {
        Set<ProcessHandle> found = new HashSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(ALL, "[0-9]*")) {
            for (Path process : processes) {
                long pid = Long.parseLong(process.getFileName().toString());
                if (pid != ProcessHandle.current().pid() && !OWN.contains(pid) && isMarked(process, mark)) {
                    ProcessHandle.of(pid).ifPresent(found::add);
                }
            }
        } catch (IOException none) {
            return Set.of();
        }
        return found;
    }

    private static boolean isMarked(Path process, String mark) {
        try {
            String variables = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return ("\0" + variables).contains("\0" + MARK + "=" + mark + "\0");
        } catch (IOException othersOrGone) {
            return false;
        }
    }

    /** Starts a process of MOIDE. Unlike an application's processes, it is not ended with the run. */
    public static synchronized Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        OWN.removeIf(earlier -> ProcessHandle.of(earlier).isEmpty()); // process numbers may be reused
        OWN.add(process.pid());
        return process;
    }

    /** Returns the children of this process that MOIDE did not start. Takes some milliseconds to search the system. */
    public static synchronized Set<ProcessHandle> others() {
        return ProcessHandle.current()
                .children()
                .filter(child -> !OWN.contains(child.pid()))
                .collect(Collectors.toSet());
    }

    /**
     * Ends the children of this process that MOIDE did not start and that are not in {@code before}, with their
     * descendants.
     *
     * @param before the children to keep
     * @return the ended processes in words such as "process 4711 (/bin/sleep)"; empty if there were none
     */
    public static String endOthersSince(Collection<ProcessHandle> before) {
        Set<ProcessHandle> left = others();
        left.removeAll(before);
        return end(left);
    }

    /**
     * Ends all descendants of this process that MOIDE did not start, also those whose parent has ended. Must be called
     * in a process that {@link #startMarked} started; in a process below that, it would end its own parents.
     *
     * @return as {@link #endOthersSince}
     */
    public static String endOthers() {
        Set<ProcessHandle> left = others();
        String mark = System.getenv(MARK);
        if (mark != null) {
            left.addAll(marked(mark));
        }
        return end(left);
    }

    private static String end(Set<ProcessHandle> left) {
        if (left.isEmpty()) {
            return "";
        }
        String words = left.stream().map(OwnProcesses::words).sorted().collect(Collectors.joining(", "));
        Set<ProcessHandle> all = left.stream()
                .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
                .collect(Collectors.toSet());
        all.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, ENDING.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        all.forEach(ProcessHandle::destroyForcibly);
        return words;
    }

    private static String words(ProcessHandle process) {
        String command = process.info().command().map(VisibleText::line).orElse("");
        return "process " + process.pid() + (command.isEmpty() ? "" : " (" + command + ")");
    }
}
