package org.moide.commlib.system;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.AllPermission;
import java.security.Permission;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The end of this process at once, which an application cannot refuse. A {@code SecurityManager} of its own can refuse even
 * {@link Runtime#halt}. MOIDE's JVMs have none set unless their user allows it; where he does, a process beside this one waits
 * for the word to kill it. Any thread.
 *
 * <p>Whatever is needed then is made before: with such a manager no class can be loaded any more.
 */
public final class ForcedEnd {
    /** The version of Java from which on there are no such managers. */
    private static final int NONE_SINCE = 24;

    /** The version of Java from which on none can be set unless the property says so. */
    private static final int FORBIDDEN_SINCE = 18;

    private static final Duration LOOKING = Duration.ofMillis(200);

    /** The killing takes a few milliseconds; meanwhile nothing else may go on. */
    private static final Duration KILLING = Duration.ofSeconds(10);

    private static final Permission ALL = new AllPermission();

    private static final byte[] WORDS =
            ("moide: the application has set a SecurityManager that refuses MOIDE what it needs,"
                            + " so this process (" + ProcessHandle.current().pid()
                            + ") is ended by force; set none, or one that"
                            + " refuses nothing to the classes of org.moide and of the JDK\n")
                    .getBytes(StandardCharsets.UTF_8);

    private static final FileOutputStream ERRORS = new FileOutputStream(FileDescriptor.err);

    private static final @Nullable Process KILLER = isRefusable() ? killer() : null;

    private ForcedEnd() {}

    /** Returns whether applications can set security managers in this JVM. */
    private static boolean isRefusable() {
        int java = Runtime.version().feature();
        String said = System.getProperty("java.security.manager", java < FORBIDDEN_SINCE ? "allow" : "disallow");
        return java < NONE_SINCE && !said.equals("disallow");
    }

    /** Starts the process that kills this one; it ends by itself when this process does. */
    private static @Nullable Process killer() {
        try {
            return OwnProcesses.start(new ProcessBuilder(
                    "/bin/sh",
                    "-c",
                    "read -r word && kill -9 " + ProcessHandle.current().pid()));
        } catch (IOException none) {
            return null; // a system without a shell
        }
    }

    /**
     * Watches from now on, by a thread of its own: when an application sets a manager that refuses us what we need, the process
     * says so and ends. Nothing happens where none can be set.
     *
     * @param lastWords called before that
     */
    public static void watch(Runnable lastWords) {
        if (KILLER != null) {
            DaemonThreads.named("moide-manager-watch", () -> endWhenRefused(lastWords), (where, fault) -> kill())
                    .start();
        }
    }

    @SuppressWarnings("removal") // what is removed is not there to be watched
    private static void endWhenRefused(Runnable lastWords) {
        @Nullable SecurityManager manager = null;
        while (manager == null || !refuses(manager)) {
            Thread.interrupted(); // an application's, which interrupts whatever it finds
            LockSupport.parkNanos(LOOKING.toNanos());
            manager = System.getSecurityManager();
        }
        try {
            lastWords.run();
            ERRORS.write(WORDS);
        } catch (Throwable unsaid) {
            // It ends all the same.
        } finally {
            kill();
        }
    }

    @SuppressWarnings("removal")
    private static boolean refuses(SecurityManager manager) {
        try {
            manager.checkPermission(ALL);
            return false;
        } catch (Throwable refused) {
            return true;
        }
    }

    /** Ends this process at once with this exit code; where that is refused, by a signal. Does not return. */
    public static void halt(int code) {
        try {
            Runtime.getRuntime().halt(code);
        } catch (SecurityException refused) {
            haltWithoutManager(code);
        }
    }

    @SuppressWarnings("removal")
    private static void haltWithoutManager(int code) {
        try {
            System.setSecurityManager(null); // one that refuses the end alone lets itself be removed
            Runtime.getRuntime().halt(code);
        } catch (SecurityException refused) {
            kill();
        }
    }

    private static void kill() {
        Process killer = KILLER;
        try {
            if (killer != null) {
                killer.getOutputStream().write('\n');
                killer.getOutputStream().flush();
                LockSupport.parkNanos(KILLING.toNanos());
            }
        } catch (IOException gone) {
            // Somebody has ended it; nobody else can end this process but from outside.
        }
    }
}
