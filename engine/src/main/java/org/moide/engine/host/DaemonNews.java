package org.moide.engine.host;

import java.util.List;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * News that a daemon tells a coordinator unasked. The two may be of different versions. A coordinator skips a kind that
 * it does not know.
 */
public sealed interface DaemonNews extends ExtensibleRecord {
    /**
     * Reports a line that an engine's application or JVM printed.
     *
     * @param fromErrorStream whether the line came on standard error
     */
    record Line(int engine, String text, boolean fromErrorStream) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.line(this);
        }
    }

    /**
     * Reports files that an engine has written into its work folder. They stay after the engine's end.
     *
     * @param left the number of files, their folder, and their names
     */
    record FilesLeft(int engine, String hostName, String left) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.filesLeft(this);
        }
    }

    /**
     * Reports that an engine's JVM is not kept for other runs, because something of this run is left in it.
     *
     * @param left what is left, as text
     */
    record NotKept(int engine, String hostName, String left) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.notKept(this);
        }
    }

    /**
     * Announces that the daemon is about to end. It waits for a while, so that its engines can hand over their tasks
     * and leave.
     *
     * @param engines the engines of this run on this host
     */
    record Leaving(List<Integer> engines) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        public Leaving {
            engines = List.copyOf(engines);
        }

        @Override
        public void handle(Handler by) {
            by.leaving(this);
        }
    }

    /**
     * Reports that an engine's JVM has ended unexpectedly after it had been ready.
     *
     * @param incarnation the incarnation of the engine that ended
     * @param exitCode 128 + n for signal n
     * @param death the cause, as text that follows "engine-3 on h9", and the tasks that it was running
     */
    record EngineEnded(int engine, long incarnation, int exitCode, MemberDeath death) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.engineEnded(this);
        }
    }

    /**
     * Reports that other runs have come to the host or left it, or that their numbers of threads have changed.
     *
     * @param hostName the host's name
     * @param processors the number of processors that engines may use on the host
     * @param runs the runs on the host except this one
     */
    record Beside(String hostName, int processors, List<RunView> runs) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        public Beside {
            runs = List.copyOf(runs);
            if (processors < 1 || processors > EngineOrder.MOST_THREADS) {
                throw new IllegalArgumentException(
                        hostName + ": expected 1 to " + EngineOrder.MOST_THREADS + " processors, found " + processors);
            }
        }

        @Override
        public void handle(Handler by) {
            by.beside(this);
        }
    }

    /** News of a kind that this version does not know, because a later version has added it. */
    record Unknown() implements DaemonNews, ExtensibleRecord.UnknownKind {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.unknown(this);
        }
    }

    /** Calls the handler's method for this kind of news. */
    void handle(Handler by);

    /** Has one method for each kind of news, so that the compiler finds a kind without a handler. */
    interface Handler {
        void line(Line line);

        void filesLeft(FilesLeft filesLeft);

        void notKept(NotKept notKept);

        void leaving(Leaving leaving);

        void engineEnded(EngineEnded engineEnded);

        void beside(Beside beside);

        void unknown(Unknown unknown);
    }
}
