package org.moide.engine.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.system.DaemonThreads;

/**
 * The state of a JVM before it loads an application. It is restored after the run: system properties, locale, time zone
 * and the handler of uncaught exceptions. Threads that are still alive cannot be ended, so they are reported. Used by
 * one thread.
 */
final class JvmState {
    /** Threads that the JDK starts when it needs them, and keeps. */
    private static final Pattern OF_THE_JDK = Pattern.compile("RMI .*|GC Daemon|process reaper.*|Attach Listener"
            + "|Signal Dispatcher|Notification Thread|Reference Handler|Finalizer|Common-Cleaner|JNA Cleaner"
            + "|Keep-Alive-Timer|Java2D Disposer");

    private static final String REAPER = "process reaper";

    /** The greatest number of threads that are named in a message. */
    private static final int MOST_NAMED = 3;

    private final Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();
    private final Thread.@Nullable UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    private JvmState() {
        threads.addAll(living());
    }

    /** Records the current state. */
    public static JvmState now() {
        return new JvmState();
    }

    /**
     * Returns whether a process that this JVM has started may still be alive. The JDK has a thread for each such
     * process.
     */
    public static boolean mayHaveChildren() {
        return living().stream().anyMatch(thread -> thread.getName().startsWith(REAPER));
    }

    /** Restores everything that can be restored. */
    public void restore() {
        if (!System.getProperties().equals(properties)) {
            System.setProperties((Properties) properties.clone());
        }
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        if (!TimeZone.getDefault().equals(zone)) {
            TimeZone.setDefault(zone);
        }
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }

    /**
     * Returns the threads that were started since the state was recorded and are still alive, except the caller, as
     * text; empty if there are none.
     *
     * @param millis the time for which to wait for each thread
     */
    public String threadsLeftAfter(long millis) {
        List<String> names = new ArrayList<>();
        for (Thread thread : living()) {
            if (thread != Thread.currentThread() && !threads.contains(thread) && !isOfNoRun(thread, millis)) {
                DaemonThreads.join(thread, millis);
                if (thread.isAlive()) {
                    names.add("'" + thread.getName() + "'");
                }
            }
        }
        if (names.isEmpty()) {
            return "";
        }
        int more = names.size() - MOST_NAMED;
        return (names.size() == 1 ? "thread " : "threads ")
                + String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /**
     * Returns whether a thread does not belong to the run. Threads of the common pool are idle until they get work, and
     * keep no class of the application.
     */
    private static boolean isOfNoRun(Thread thread, long millis) {
        if (thread.getName().equals(Encryption.IDENTITY_THREAD)) {
            return true;
        }
        if (thread instanceof ForkJoinWorkerThread worker) {
            ForkJoinPool pool = worker.getPool();
            return pool == ForkJoinPool.commonPool() && pool.awaitQuiescence(millis, TimeUnit.MILLISECONDS);
        }
        // MOIDE and applications start threads in the main thread's group or a group below it.
        ThreadGroup group = thread.getThreadGroup();
        boolean apart =
                group == null || !Thread.currentThread().getThreadGroup().parentOf(group);
        return apart && OF_THE_JDK.matcher(thread.getName()).matches();
    }

    private static List<Thread> living() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found = new Thread[root.activeCount() + 1];
        int count = root.enumerate(found, true);
        while (count == found.length) { // the array was full, so there may be more threads
            found = new Thread[2 * found.length];
            count = root.enumerate(found, true);
        }
        return Arrays.asList(found).subList(0, count);
    }
}
