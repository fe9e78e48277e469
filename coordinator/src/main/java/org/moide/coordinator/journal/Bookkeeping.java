package org.moide.coordinator.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.PackedTasks;
import org.moide.balance.loan.RetriedTask;

/**
 * Writes down what the root of the balancing books, and holds acknowledgements back until what they acknowledge is on disk: a
 * borrower keeps a result until then, and returns it again. Stepped by the coordinator's control thread.
 */
public final class Bookkeeping {
    /** Of tasks in one record: memory is needed for one at a time. */
    private static final int PUT_BYTES = 1 << 20;

    /** An acknowledgement, and the record that has to be on disk before it leaves. */
    private record Held(long number, LoanOutput.Send send) {}

    /** Tasks that were put, and the record that has them. */
    private record Written(long number, long bytes) {}

    private final Deque<Held> held = new ArrayDeque<>();
    private final Deque<Written> puts = new ArrayDeque<>(); // that are not on disk
    private long putBytes; // the sum of these
    private long appended;
    private long synced;

    /**
     * Goes on with a journal; tasks' numbers are the root's own.
     *
     * @param records how many this coordinator has added to it
     */
    public Bookkeeping(long records) {
        this.appended = records;
    }

    /**
     * {@code createTasks} has put these: what is to be written down, in order.
     *
     * @param last whether it will put no more
     */
    public List<JournalRecord> created(List<byte[]> tasks, Map<String, byte[]> shared, boolean last) {
        List<JournalRecord> records = new ArrayList<>();
        shared.forEach((name, bytes) -> records.add(new JournalRecord.Shared(name, bytes)));
        List<byte[]> some = new ArrayList<>();
        long bytes = 0;
        long all = 0;
        for (byte[] task : tasks) {
            some.add(task);
            bytes += task.length;
            all += task.length;
            if (bytes >= PUT_BYTES) {
                records.add(new JournalRecord.Put(some));
                some.clear();
                bytes = 0;
            }
        }
        records.add(new JournalRecord.Put(some));
        if (last) {
            records.add(new JournalRecord.Created());
        }
        appended += records.size();
        puts.add(new Written(appended, all));
        putBytes += all;
        return records;
    }

    /** The number of the record that came last. */
    public long lastRecord() {
        return appended;
    }

    /** How many bytes of tasks that were put are not on disk yet: they are in memory until then. */
    public long unsyncedBytes() {
        return putBytes;
    }

    /** Tasks of a return that is about to be booked have written these: what is to be written down. */
    public JournalRecord written(List<WrittenObject> objects) {
        appended++;
        return new JournalRecord.Written(objects);
    }

    /** A return was accepted: what is to be written down. */
    public JournalRecord booked(LoanOutput.LoanBooked booking) {
        appended++;
        return new JournalRecord.Returned(
                booking.tasks(),
                booking.executedTasks(),
                booking.createdTasks(),
                booking.result(),
                PackedTasks.of(booking.unfinished()));
    }

    /**
     * Whether a message must wait for the disk; then {@link #synced} gives it back. A repeated acknowledgement waits as well:
     * which record it is about nobody remembers. A task with which engines have died is tried again when that is on disk, so that
     * a coordinator which goes on from there counts it.
     */
    public boolean holds(LoanOutput.Send send) {
        LoanMessage message = send.letter().message();
        boolean waits = appended > synced
                && (message instanceof ReturnAccepted
                        || (message instanceof LoanMessage.LoanGranted grant && isOfSuspect(grant)));
        if (waits) {
            held.add(new Held(appended, send));
        }
        return waits;
    }

    private static boolean isOfSuspect(LoanMessage.LoanGranted grant) {
        return grant.bundles().size() == 1
                && grant.bundles().get(0).count() == 1
                && RetriedTask.isSuspect(grant.bundles().get(0).tasks().get(0));
    }

    /** All records up to this one are on disk; the messages that may leave now, in order. */
    public List<LoanOutput.Send> synced(long upTo) {
        synced = Math.max(synced, upTo);
        while (!puts.isEmpty() && puts.getFirst().number() <= synced) {
            putBytes -= puts.remove().bytes();
        }
        List<LoanOutput.Send> ready = new ArrayList<>();
        while (!held.isEmpty() && held.getFirst().number() <= synced) {
            ready.add(held.remove().send());
        }
        return ready;
    }
}
