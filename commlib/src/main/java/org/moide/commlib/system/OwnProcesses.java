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
 * The processes that MOIDE has started in this JVM, and so those that an application has started here and left: such a process
 * ends with its run. Any thread. The lock is held from a process's start until it is known, so that nobody takes it for another's.
 */
public final class OwnProcesses {
    /** Time for a process to end by itself. */
    private static final Duration ENDING = Duration.ofSeconds(1);

    private static final Set<Long> OWN = new HashSet<>();

    /**
     * The variable that a marked process and all below it have in their environments: those that lose their parent are
     * known by it.
     */
    private static final String MARK = "MOIDE_ENGINE_MARK";

    private static final Path ALL = Path.of("/proc");

    private OwnProcesses() {}

    /**
     * Starts a process like {@link #start}; what an application starts in it is found when it has ended, by
     * {@link Marked#endLeft}.
     */
    public static synchronized Marked startMarked(ProcessBuilder builder) throws IOException {
        String mark = ProcessHandle.current().pid() + "-" + System.nanoTime();
        builder.environment().put(MARK, mark);
        return new Marked(start(builder), mark);
    }

    /**
     * A process that is known with all below it.
     *
     * @param mark that all of them have in their environments
     */
    public record Marked(Process process, String mark) {
        /**
         * Ends what it has left, at any depth, once it has ended: processes that were started in it or below it. Takes some
         * milliseconds: the system is searched. Without effect where processes are no files.
         *
         * @return as {@link #endOthersSince}
         */
        public String endLeft() {
            return end(marked(mark));
        }
    }

    /** Returns the processes with this mark, without this process and its own. */
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

    /** Starts a process that is none of an application's. */
    public static synchronized Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        OWN.removeIf(earlier -> ProcessHandle.of(earlier).isEmpty()); // their numbers may come again
        OWN.add(process.pid());
        return process;
    }

    /** The children of this process that others than MOIDE have started. Takes some milliseconds: the system is searched. */
    public static synchronized Set<ProcessHandle> others() {
        return ProcessHandle.current()
                .children()
                .filter(child -> !OWN.contains(child.pid()))
                .collect(Collectors.toSet());
    }

    /**
     * Ends those that others have started since, with all that these have started.
     *
     * @param before those that were there already
     * @return which they were, in words such as "process 4711 (/bin/sleep)"; empty if there were none
     */
    public static String endOthersSince(Collection<ProcessHandle> before) {
        Set<ProcessHandle> left = others();
        left.removeAll(before);
        return end(left);
    }

    /**
     * Ends those that others have started, at any depth: also those whose parent has gone, and that are nobody's children now. To be
     * called in a process that was started by {@link #startMarked}: in one below it this would end who started it.
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
