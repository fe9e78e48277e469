package org.moide.engine.compute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.moide.commlib.CommException;

/**
 * The stack trace of an application's exception, shortened for the user. It shows the frames of the application and of
 * the methods that it called. Repeated frames (recursion) are folded, and MOIDE's frames below the application are left
 * out. If MOIDE refused a call of the application, the application's line comes first.
 */
final class Traces {
    /** The greatest number of frames that are shown of an exception, and of each of its causes. */
    private static final int MOST_FRAMES = 30;

    /** Number of lines after which no further causes are shown. */
    private static final int MOST_LINES = 120;

    /** Longest cycle of frames that is folded. Recursion through more methods is shown unfolded. */
    private static final int LONGEST_CYCLE = 8;

    /**
     * The least number of repetitions of a cycle that are folded into one line. Two repetitions would be no longer than
     * that line.
     */
    private static final int LEAST_ROUNDS = 3;

    /**
     * Exceptions by which MOIDE's methods refuse a call of the application. Any other exception from them is a fault of
     * MOIDE, and reported with all frames.
     */
    private static final Set<String> REFUSALS = Set.of(
            IllegalArgumentException.class.getName(),
            IllegalStateException.class.getName(),
            UnsupportedOperationException.class.getName(),
            CommException.class.getName());

    /** Packages of MOIDE whose methods call the application, or are called by it. */
    private static final List<String> OUR_ROOMS = List.of(
            "org.moide.engine.bag.",
            "org.moide.engine.compute.",
            "org.moide.engine.core.",
            "org.moide.engine.loading.",
            "org.moide.engine.spmd.",
            "org.moide.engine.worker.",
            "org.moide.commlib.",
            "org.moide.coordinator.run.results.");

    private static final List<String> OTHERS = List.of("org.moide.", "java.", "javax.", "jdk.", "sun.", "com.sun.");

    private Traces() {}

    /** Returns the exception's {@code toString}, or its class if {@code toString} throws. */
    static String headline(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (Throwable wordless) {
            return thrown.getClass().getName() + " (its toString throws too)";
        }
    }

    /** Returns the stack trace of an exception as lines of text, without the {@link #headline}; at least one line. */
    static String of(Throwable thrown) {
        List<String> lines = new ArrayList<>();
        Set<Throwable> shown = Collections.newSetFromMap(new IdentityHashMap<>());
        shown.add(thrown);
        StackTraceElement[] whole = thrown.getStackTrace();
        List<StackTraceElement> own = withoutCallers(Arrays.asList(whole));
        if (own.isEmpty()) {
            lines.add("\t(it has no stack trace)");
        }
        if (isRefusal(thrown, whole, own)) {
            addFolded(own.subList(fromApplication(own), own.size()), lines);
        } else {
            addFolded(own, lines);
            addCauses(thrown, whole, shown, lines);
        }
        addHint(thrown, lines);
        return String.join("\n", lines);
    }

    /**
     * Returns whether a method of MOIDE threw the exception to refuse a call of the application. If code that the
     * method called threw the exception, returns false.
     */
    private static boolean isRefusal(Throwable thrown, StackTraceElement[] whole, List<StackTraceElement> own) {
        int first = fromApplication(own);
        Throwable cause = thrown.getCause();
        return REFUSALS.contains(thrown.getClass().getName())
                && first > 0
                && first < own.size()
                && isApplications(own.get(first))
                && (cause == null
                        || beyond(whole, cause.getStackTrace()).stream().noneMatch(Traces::isApplications));
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().startsWith("org.moide.") && !isOfASample(frame);
    }

    private static boolean isApplications(StackTraceElement frame) {
        return isOfASample(frame) || OTHERS.stream().noneMatch(frame.getClassName()::startsWith);
    }

    private static boolean isOfASample(StackTraceElement frame) {
        return frame.getClassName().startsWith("org.moide.samples.");
    }

    /** Returns the index of the first frame that does not belong to MOIDE. */
    private static int fromApplication(List<StackTraceElement> own) {
        int first = 0;
        while (first < own.size() && isOurs(own.get(first))) {
            first++;
        }
        return first;
    }

    private static void addCauses(
            Throwable thrown, StackTraceElement[] enclosing, Set<Throwable> shown, List<String> lines) {
        for (Throwable suppressed : thrown.getSuppressed()) {
            add("Suppressed: ", suppressed, enclosing, shown, lines);
        }
        Throwable cause = thrown.getCause();
        if (cause != null) {
            add("Caused by: ", cause, enclosing, shown, lines);
        }
    }

    private static void add(
            String how, Throwable thrown, StackTraceElement[] enclosing, Set<Throwable> shown, List<String> lines) {
        if (!shown.add(thrown) || lines.size() > MOST_LINES) {
            return;
        }
        lines.add(how + headline(thrown));
        StackTraceElement[] whole = thrown.getStackTrace();
        addFolded(withoutCallers(beyond(enclosing, whole)), lines);
        addCauses(thrown, whole, shown, lines);
    }

    /** Returns the frames of a cause, without those at its end that the exception around it has too. */
    private static List<StackTraceElement> beyond(StackTraceElement[] enclosing, StackTraceElement[] whole) {
        int common = 0;
        while (common < Math.min(whole.length, enclosing.length)
                && whole[whole.length - 1 - common].equals(enclosing[enclosing.length - 1 - common])) {
            common++;
        }
        return Arrays.asList(whole).subList(0, whole.length - common);
    }

    /**
     * Returns the frames without those at the end that led to the application's code: frames of MOIDE, and of the JVM
     * below MOIDE.
     */
    private static List<StackTraceElement> withoutCallers(List<StackTraceElement> frames) {
        int end = frames.size();
        while (end > 0 && isCaller(frames.get(end - 1))) {
            end--;
        }
        if (end == 0) {
            return frames; // all frames are MOIDE's, so it is a fault of MOIDE and nothing is left out
        }
        if (end > 1 && end < frames.size() && isBridge(frames.get(end - 1), frames.get(end - 2))) {
            end--;
        }
        return frames.subList(0, end);
    }

    private static boolean isCaller(StackTraceElement frame) {
        String name = frame.getClassName();
        return OUR_ROOMS.stream().anyMatch(name::startsWith) || name.equals("java.lang.Thread");
    }

    /**
     * Returns whether a frame is a bridge method, which the compiler generates and which only calls the user's method
     * of the same name.
     */
    private static boolean isBridge(StackTraceElement caller, StackTraceElement called) {
        return caller.getClassName().equals(called.getClassName())
                && caller.getMethodName().equals(called.getMethodName())
                && caller.getLineNumber() < called.getLineNumber();
    }

    private static void addFolded(List<StackTraceElement> frames, List<String> lines) {
        List<String> folded = folded(frames);
        lines.addAll(folded.subList(0, Math.min(MOST_FRAMES, folded.size())));
        if (folded.size() > MOST_FRAMES) {
            lines.add("\t... " + (folded.size() - MOST_FRAMES) + " more lines");
        }
    }

    private static List<String> folded(List<StackTraceElement> frames) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < frames.size()) {
            int cycle = 1;
            while (cycle <= LONGEST_CYCLE && rounds(frames, at, cycle) < LEAST_ROUNDS) {
                cycle++;
            }
            if (cycle > LONGEST_CYCLE) {
                lines.add("\tat " + frames.get(at));
                at++;
            } else {
                int rounds = rounds(frames, at, cycle);
                frames.subList(at, at + cycle).forEach(frame -> lines.add("\tat " + frame));
                lines.add("\t... " + (cycle == 1 ? "this frame " : "these " + cycle + " frames ") + rounds + " times");
                at += rounds * cycle;
            }
        }
        return lines;
    }

    /** Returns how often a sequence of {@code cycle} frames repeats from index {@code from} on. */
    private static int rounds(List<StackTraceElement> frames, int from, int cycle) {
        if (from + cycle > frames.size()) {
            return 0;
        }
        List<StackTraceElement> first = frames.subList(from, from + cycle);
        int rounds = 1;
        int next = from + cycle;
        while (next + cycle <= frames.size()
                && frames.subList(next, next + cycle).equals(first)) {
            rounds++;
            next += cycle;
        }
        return rounds;
    }

    /** Adds a hint if a class was not found: usually the user did not name the jar that contains the class. */
    private static void addHint(Throwable thrown, List<String> lines) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MOST_LINES; depth++) {
            String missing = missingClass(cause);
            if (!missing.isEmpty() && !isThere(missing)) {
                lines.add("class " + missing + " is in none of the application's jars and folders: name the one that"
                        + " has it with --classpath");
                return;
            }
            cause = cause.getCause();
        }
    }

    /**
     * Returns whether the application's jars and folders contain the class. If so, it was another class loader that did
     * not find it, and a hint about jars would be wrong.
     */
    private static boolean isThere(String missing) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        return application != null && application.getResource(missing.replace('.', '/') + ".class") != null;
    }

    private static String missingClass(Throwable thrown) {
        String message = thrown.getMessage();
        boolean missing = thrown instanceof NoClassDefFoundError || thrown instanceof ClassNotFoundException;
        // The message "Could not initialize class X" names a class that was found.
        return missing && message != null && !message.isBlank() && !message.contains(" ")
                ? message.replace('/', '.')
                : "";
    }
}
