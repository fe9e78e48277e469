package org.moide.engine.host;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records what a child printed and how it ended. */
final class RecordingListener implements ChildListener {
    final List<String> output = new CopyOnWriteArrayList<>();
    final List<String> errors = new CopyOnWriteArrayList<>();
    final List<String> rests = new CopyOnWriteArrayList<>();
    final List<ChildEnd> ends = new CopyOnWriteArrayList<>();

    @Override
    public void line(String line, boolean fromErrorStream) {
        (fromErrorStream ? errors : output).add(line);
    }

    @Override
    public void rests(String left) {
        rests.add(left);
    }

    @Override
    public void ended(ChildEnd end) {
        ends.add(end);
    }
}
