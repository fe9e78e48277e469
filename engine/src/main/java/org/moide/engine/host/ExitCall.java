package org.moide.engine.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A thread of this process that called {@code System.exit} and waits there for the process to end. Shutdown hooks look
 * for it: after a signal they run too, and find none.
 *
 * @param thread the thread's name
 * @param stack the frames that called it, the innermost first
 */
public record ExitCall(String thread, List<StackTraceElement> stack) {
    public ExitCall {
        stack = List.copyOf(stack);
    }

    /** Returns all calls that are under way. */
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

    /** Returns the thread, and the line of the call. */
    public String where() {
        StackTraceElement caller = stack.get(0);
        return thread + " at " + caller.getClassName() + "." + caller.getMethodName() + "(" + caller.getFileName() + ":"
                + caller.getLineNumber() + ")";
    }

    /** Returns whether this class made the call. */
    public boolean isBy(Class<?> caller) {
        return stack.get(0).getClassName().equals(caller.getName());
    }

    private static boolean isExit(StackTraceElement frame) {
        return frame.getMethodName().equals("exit")
                && (frame.getClassName().equals("java.lang.Runtime")
                        || frame.getClassName().equals("java.lang.System"));
    }
}
