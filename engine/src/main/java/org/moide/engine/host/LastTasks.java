package org.moide.engine.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.MemberDeath;

/**
 * Reads the tasks that a child noted in {@link RunningTasks}. The parent opens it while the child lives, and reads it
 * when the child is dead. One thread at a time.
 */
final class LastTasks implements AutoCloseable {
    /** The greatest number of tasks that a message names. */
    private static final int MOST_NAMED = 4;

    private static final long MOST_BYTES = (long) MemberDeath.MOST_BEGUN * RunningTasks.SLOT_BYTES;

    private final FileChannel file;

    private LastTasks(FileChannel file) {
        this.file = file;
    }

    /**
     * Opens the notes of a process of the same user, by the process's file descriptor.
     *
     * @throws IOException if the notes cannot be opened
     */
    static LastTasks open(long pid, int descriptor) throws IOException {
        FileChannel file = FileChannel.open(Path.of("/proc/" + pid + "/fd/" + descriptor), StandardOpenOption.READ);
        if (file.size() > MOST_BYTES) {
            file.close();
            throw new IOException("expected at most " + MOST_BYTES + " bytes");
        }
        return new LastTasks(file);
    }

    /** Returns the tasks that the threads were running. */
    List<BegunTask> begun() {
        return begun(ControlLine.Failed.NO_THREAD);
    }

    /**
     * Returns the tasks that the threads were running, of all threads or of one.
     *
     * @param thread the only thread to look at; {@link ControlLine.Failed#NO_THREAD} for all
     */
    List<BegunTask> begun(int thread) {
        List<BegunTask> running = new ArrayList<>();
        try {
            ByteBuffer all =
                    ByteBuffer.allocate((int) Math.min(MOST_BYTES, file.size())).order(ByteOrder.LITTLE_ENDIAN);
            int read = 0;
            while (read >= 0 && all.hasRemaining()) {
                read = file.read(all, all.position());
            }
            for (int at = 0; at + RunningTasks.SLOT_BYTES <= all.capacity(); at += RunningTasks.SLOT_BYTES) {
                boolean counts =
                        thread == ControlLine.Failed.NO_THREAD || at == (long) thread * RunningTasks.SLOT_BYTES;
                BegunTask one = counts ? RunningTasks.begun(all, at) : null;
                if (one != null) {
                    running.add(one);
                }
            }
        } catch (IOException unreadable) {
            return List.of();
        }
        return running;
    }

    /** Returns the tasks as text that follows "it was running"; empty if there were none. */
    static String inWords(List<BegunTask> running) {
        int more = running.size() - MOST_NAMED;
        return running.stream()
                        .limit(MOST_NAMED)
                        .map(task -> "task " + task.name())
                        .collect(Collectors.joining(" and "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException closed) {
            return;
        }
    }
}
