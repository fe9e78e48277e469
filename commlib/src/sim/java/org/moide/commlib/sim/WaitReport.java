package org.moide.commlib.sim;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;

/** Describes waiting threads for the errors of a run: what each waits for, and where in the code. */
final class WaitReport {
    /**
     * The greatest number of stack frames that are shown of a waiting thread: enough to see which code waits and what
     * called it.
     */
    private static final int FRAMES = 6;

    private WaitReport() {}

    static String of(Collection<SimThread> threads) {
        return threads.stream()
                .filter(SimThread::isWaiting)
                .map(WaitReport::of)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    static String of(SimThread thread) {
        SimNode process = thread.process();
        String state = process == null || !process.isPaused() ? "" : " (paused)";
        String wait = thread.getName() + state + " waits for " + thread.waitsFor();
        String where = Arrays.stream(thread.getStackTrace())
                .filter(frame -> isOutsideSimulation(frame.getClassName()))
                .limit(FRAMES)
                .map(frame ->
                        frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1) + "."
                                + frame.getMethodName() + ":" + frame.getLineNumber())
                .collect(Collectors.joining(" < "));
        SimDriver driver = thread.driver();
        if (driver != null) {
            return wait + " between rounds of " + driver;
        }
        return where.isEmpty() ? wait : wait + " at " + where;
    }

    static String stack(Thread thread) {
        StringBuilder lines = new StringBuilder(thread.getName());
        for (StackTraceElement frame : thread.getStackTrace()) {
            lines.append(System.lineSeparator()).append("    at ").append(frame);
        }
        return lines.toString();
    }

    /**
     * Returns whether a class is no part of the simulation or of Java, so that its stack frames show the reader where
     * the code waits.
     */
    private static boolean isOutsideSimulation(String className) {
        return !className.startsWith("java.")
                && !className.startsWith("jdk.")
                && !className.contains("$Proxy")
                && !className.equals(Baton.class.getName())
                && !className.equals(SimScheduler.class.getName())
                && !className.equals(SimThread.class.getName())
                && !className.equals(SimSignal.class.getName())
                && !className.equals(SimCall.class.getName())
                && !className.startsWith(SimSpace.class.getName());
    }
}
