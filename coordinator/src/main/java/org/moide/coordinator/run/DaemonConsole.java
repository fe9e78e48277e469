package org.moide.coordinator.run;

import java.util.function.BiConsumer;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.daemon.DaemonNews;
import org.moide.engine.daemon.RunConsole;

/** What daemons tell: lines for the user, and engines that ended. Any thread. */
final class DaemonConsole implements RunConsole {
    private final PostingOrder order = new PostingOrder();
    private final LocalChild.ChildLines lines;
    private final BiConsumer<Integer, String> whenEnded;

    DaemonConsole(LocalChild.ChildLines lines, BiConsumer<Integer, String> whenEnded) {
        this.lines = lines;
        this.whenEnded = whenEnded;
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
            }
        }
    }
}
