package org.moide.engine.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A running call of {@code System.exit} in this process. Shutdown hooks look for such calls; after a signal they find
 * none.
 *
 * @param thread the name of the calling thread
 * @param stack the frames of the callers, innermost first
 */
public record ExitCall(String thread, List<StackTraceElement> stack) {
    public ExitCall {
        stack = List.copyOf(stack);
    }

    /** Finds all running calls, from the stack traces of all threads. */
    public static List<ExitCall> underWay() {
        List<ExitCall> calls = new ArrayList<>();
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            StackTraceElement[] frames = thread.getValue();
            for (int i = 0; i + 1 < frames.length; i++) {
                if (isExit(frames[i]) && !isExit(frames[i + 1])) {
                    calls.add(new ExitCall(
                            thread.getKey().getName(), List.of(frames).subList(i + 1, frames.length)));
                    break;
                }
            }
        }
        return calls;
    }

    /** Returns the thread and the source line of the call, as text. */
    public String where() {
        StackTraceElement caller = stack.get(0);
        return thread + " at " + caller.getClassName() + "." + caller.getMethodName() + "(" + caller.getFileName() + ":"
                + caller.getLineNumber() + ")";
    }

    /** Returns whether a method of this class made the call. */
    public boolean isBy(Class<?> caller) {
        return stack.get(0).getClassName().equals(caller.getName());
    }

    private static boolean isExit(StackTraceElement frame) {
        return frame.getMethodName().equals("exit")
                && (frame.getClassName().equals("java.lang.Runtime")
                        || frame.getClassName().equals("java.lang.System"));
    }
}
