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

/** Turns what an application threw into text for the user, since its class may be unknown elsewhere. */
public final class FailureReports {
    /**
     * The most causes that are looked at. An application wraps what we throw a few times at most; a longer chain may be
     * a ring of causes.
     */
    private static final int MOST_CAUSES = 20;

    private FailureReports() {}

    /**
     * Returns the report of a failure. The exception is asked for its message and its stack; if it does not answer, the
     * report names its class.
     *
     * @param where the thread's and the host's name
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
     * Returns whether the report needs only methods of the JDK: these answer, so no thread has to be started to wait
     * for them.
     */
    private static boolean isOfTheJdk(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null; depth++) {
            // The JVM's own loader: it has no class of an application.
            if (depth == MOST_CAUSES || cause.getClass().getClassLoader() != null || cause.getSuppressed().length > 0) {
                return false;
            }
            cause = cause.getCause();
        }
        return true;
    }

    /** Returns the report of a failure of the thread with this logical ID, which others may have had too. */
    public static EngineReport.Failed describe(int id, String host, Throwable thrown) {
        return describe("ID " + id + " on " + host, thrown).of(id, host);
    }

    /** Returns whether an exception, or one of its causes, is of this type. */
    public static boolean isCausedBy(Throwable thrown, Class<? extends Throwable> type) {
        return type.isInstance(thrown) || Questions.ask(() -> hasCause(thrown, type), false);
    }

    /**
     * Returns whether something was thrown because others are gone, or because the run is over.
     *
     * @param stray whether the application had interrupted the thread: that makes waiting end too, and means nothing
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

    /** Returns what one of the exception's methods says, or that the method does not answer. */
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
