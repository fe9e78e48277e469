package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.moide.balance.loan.MemberDeath;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.host.DaemonNews;
import org.moide.engine.host.RunConsole;

/** Receives what daemons report to the run: lines for the user, and which engines have ended. Thread-safe. */
public final class DaemonConsole implements RunConsole {
    private final PostingOrder order = new PostingOrder();
    private final LocalChild.ChildLines lines;
    private final BiConsumer<Integer, MemberDeath> whenEnded;
    private final Consumer<List<Integer>> whenLeaving;
    private final Consumer<String> notes;
    private final BiConsumer<Integer, DaemonNews.Beside> besides;

    /**
     * Creates the receiver.
     *
     * @param besides receives a daemon's report of the other runs on its host, with the number of that daemon
     */
    public DaemonConsole(
            LocalChild.ChildLines lines,
            BiConsumer<Integer, MemberDeath> whenEnded,
            Consumer<List<Integer>> whenLeaving,
            Consumer<String> notes,
            BiConsumer<Integer, DaemonNews.Beside> besides) {
        this.lines = lines;
        this.whenEnded = whenEnded;
        this.whenLeaving = whenLeaving;
        this.notes = notes;
        this.besides = besides;
    }

    @Override
    public void post(Posting<DaemonNews> posting) {
        if (!order.accept(posting)) {
            return;
        }
        Heard heard = new Heard(posting.from());
        posting.messages().forEach(news -> news.handle(heard));
    }

    private final class Heard implements DaemonNews.Handler {
        private final int daemon;

        Heard(int daemon) {
            this.daemon = daemon;
        }

        @Override
        public void line(DaemonNews.Line line) {
            lines.line(line.engine(), line.text(), line.fromErrorStream());
        }

        @Override
        public void filesLeft(DaemonNews.FilesLeft files) {
            notes.accept("engine-" + files.engine() + " on " + files.hostName() + " has left " + files.left());
        }

        @Override
        public void notKept(DaemonNews.NotKept jvm) {
            notes.accept("the JVM of engine-" + jvm.engine() + " on " + jvm.hostName()
                    + " is not kept: the run has left " + jvm.left() + " in it");
        }

        @Override
        public void leaving(DaemonNews.Leaving leaving) {
            whenLeaving.accept(leaving.engines());
        }

        @Override
        public void engineEnded(DaemonNews.EngineEnded ended) {
            whenEnded.accept(ended.engine(), ended.death());
        }

        @Override
        public void beside(DaemonNews.Beside beside) {
            besides.accept(daemon, beside);
        }

        @Override
        public void unknown(DaemonNews.Unknown later) {
            // This version ignores kinds of news that it does not know.
        }
    }
}
