package org.moide.engine.compute;

import java.lang.reflect.InvocationTargetException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.ChangedTaskException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.engine.UsageException;
import org.moide.engine.control.BrokenRuleException;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Questions;

/**
 * Turns exceptions of the application into text for the user. Text is needed because other processes may not know the
 * exceptions' classes.
 */
public final class FailureReports {
    /**
     * The greatest number of causes that are followed. Applications wrap MOIDE's exceptions a few times at most; a
     * longer chain of causes may be a cycle.
     */
    private static final int MOST_CAUSES = 20;

    private FailureReports() {}

    /**
     * Returns the report of a failure, with the exception's message and stack trace. If the exception's own methods do
     * not return in time, the report names its class only.
     *
     * @param where the names of the thread and the host
     */
    public static EngineReport.Failed describe(String where, Throwable thrown) {
        if (isOfTheJdk(thrown)) {
            return described(where, thrown);
        }
        String mute = thrown.getClass().getName();
        EngineReport.Failed atLeast = new EngineReport.Failed(
                where,
                mute + " (it does not say more: its own methods did not return)",
                "\t(no stack trace: the methods of " + mute + " did not return)",
                EngineReport.Failed.Kind.APPLICATION);
        return Questions.ask(() -> described(where, thrown), atLeast);
    }

    /**
     * Returns whether the exception and its causes are of classes of the JDK, whose methods always return. Then no
     * extra thread is needed to call them.
     */
    private static boolean isOfTheJdk(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null; depth++) {
            // The class was loaded by the JVM's own loader, so it is not the application's.
            if (depth == MOST_CAUSES || cause.getClass().getClassLoader() != null || cause.getSuppressed().length > 0) {
                return false;
            }
            cause = cause.getCause();
        }
        return true;
    }

    /** Returns the report of a failure of the compute thread with this logical ID. */
    public static EngineReport.Failed describe(int id, String host, Throwable thrown) {
        return describe("ID " + id + " on " + host, thrown).of(id, host);
    }

    /** Returns whether an exception, or one of its causes, is of this type. */
    public static boolean isCausedBy(Throwable thrown, Class<? extends Throwable> type) {
        return type.isInstance(thrown) || Questions.ask(() -> hasCause(thrown, type), false);
    }

    /**
     * Returns whether an exception only says that an engine was lost or the run has ended, so that it is not a failure
     * of its own.
     *
     * @param stray whether the application itself had interrupted the thread; then a {@code RunEndedException} may have
     *     come from that interrupt, and does not count
     */
    public static boolean saysThatOthersAreGone(Throwable thrown, boolean stray) {
        return isCausedBy(thrown, MemberLostException.class) || (!stray && isCausedBy(thrown, RunEndedException.class));
    }

    private static boolean hasCause(Throwable thrown, Class<? extends Throwable> type) {
        Throwable cause = thrown.getCause();
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            if (type.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static EngineReport.Failed described(String where, Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        Throwable known = cause;
        if (known instanceof UsageException) {
            return new EngineReport.Failed(where, said(known, known::getMessage), "", EngineReport.Failed.Kind.USAGE);
        }
        if (known instanceof BrokenRuleException || known instanceof ChangedTaskException) {
            return new EngineReport.Failed(
                    where, said(known, known::getMessage), "", EngineReport.Failed.Kind.APPLICATION);
        }
        return new EngineReport.Failed(
                where,
                said(known, known::toString),
                said(known, () -> Traces.of(known)),
                EngineReport.Failed.Kind.APPLICATION);
    }

    /**
     * Calls a method of the exception that returns text. Returns a replacement if the method returns null or throws.
     */
    private static String said(Throwable cause, Supplier<@Nullable String> method) {
        String name = cause.getClass().getName();
        try {
            String text = method.get();
            return text == null ? name + " (it says nothing)" : text;
        } catch (Throwable another) {
            return name + " (it does not say more: its own methods threw "
                    + another.getClass().getName() + ")";
        }
    }
}
