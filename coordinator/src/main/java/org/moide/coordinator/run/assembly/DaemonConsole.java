package org.moide.coordinator.run.assembly;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.daemon.DaemonNews;
import org.moide.engine.daemon.RunConsole;

/** What daemons tell: lines for the user, and engines that ended. Any thread. */
public final class DaemonConsole implements RunConsole {
    private final PostingOrder order = new PostingOrder();
    private final LocalChild.ChildLines lines;
    private final BiConsumer<Integer, String> whenEnded;
    private final Consumer<List<Integer>> whenLeaving;
    private final Consumer<String> notes;

    public DaemonConsole(
            LocalChild.ChildLines lines,
            BiConsumer<Integer, String> whenEnded,
            Consumer<List<Integer>> whenLeaving,
            Consumer<String> notes) {
        this.lines = lines;
        this.whenEnded = whenEnded;
        this.whenLeaving = whenLeaving;
        this.notes = notes;
    }

    @Override
    public void post(Posting<DaemonNews> posting) {
        if (!order.accept(posting)) {
            return;
        }
        for (DaemonNews news : posting.messages()) {
            if (news instanceof DaemonNews.Line line) {
                lines.line(line.engine(), line.text(), line.fromErrorStream());
            } else if (news instanceof DaemonNews.EngineEnded ended) {
                whenEnded.accept(ended.engine(), ended.cause());
            } else if (news instanceof DaemonNews.FilesLeft files) {
                notes.accept("engine-" + files.engine() + " on " + files.hostName() + " has left " + files.left());
            } else if (news instanceof DaemonNews.Leaving leaving) {
                whenLeaving.accept(leaving.engines());
            }
        }
    }
}
