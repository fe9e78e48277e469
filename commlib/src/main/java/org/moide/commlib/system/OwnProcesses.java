package org.moide.commlib.system;

import java.io.IOException;
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

    private OwnProcesses() {}

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
