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
 * Ends this process at once, even against an application's {@code SecurityManager}, which can refuse {@link
 * Runtime#halt}. MOIDE's JVMs allow such a manager only if their user says so; then a helper process waits for the
 * order to kill this one. Any thread may call it.
 *
 * <p>Everything that the end needs is made in advance: with such a manager in force, no class can be loaded any more.
 */
public final class ForcedEnd {
    /** The Java version from which on security managers do not exist. */
    private static final int NONE_SINCE = 24;

    /** The Java version from which on no security manager can be set unless a system property allows it. */
    private static final int FORBIDDEN_SINCE = 18;

    private static final Duration LOOKING = Duration.ofMillis(200);

    /** The longest wait for the kill, which takes a few milliseconds. The calling thread must not go on meanwhile. */
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

    /** Starts the helper process that kills this one on request. It ends by itself when this process does. */
    private static @Nullable Process killer() {
        try {
            return OwnProcesses.start(new ProcessBuilder(
                    "/bin/sh",
                    "-c",
                    "read -r word && kill -9 " + ProcessHandle.current().pid()));
        } catch (IOException none) {
            return null; // the system has no shell
        }
    }

    /**
     * Watches, on a thread of its own, whether the application sets a manager that refuses MOIDE's operations. If so,
     * the process says it and ends. Does nothing in a JVM without security managers.
     *
     * @param lastWords runs before the end
     */
    public static void watch(Runnable lastWords) {
        if (KILLER != null) {
            DaemonThreads.named("moide-manager-watch", () -> endWhenRefused(lastWords), (where, fault) -> kill())
                    .start();
        }
    }

    @SuppressWarnings("removal") // a JVM from which they were removed never gets here
    private static void endWhenRefused(Runnable lastWords) {
        @Nullable SecurityManager manager = null;
        while (manager == null || !refuses(manager)) {
            Thread.interrupted(); // the application may interrupt every thread it finds
            LockSupport.parkNanos(LOOKING.toNanos());
            manager = System.getSecurityManager();
        }
        try {
            lastWords.run();
            ERRORS.write(WORDS);
        } catch (Throwable unsaid) {
            // The process ends in any case.
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

    /** Ends this process at once with an exit code, or by a signal if that is refused. Does not return. */
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
            System.setSecurityManager(null); // a manager that refuses only the exit may let itself be removed
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
            // The helper process is gone; only another process can end this one now.
        }
    }
}
