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
 * Writes down what the root of the balancing books. Holds back acknowledgements until what they acknowledge is on disk;
 * a borrower keeps a result until then, and returns it again. Stepped by the coordinator's control thread.
 */
public final class Bookkeeping {
    /**
     * The size at which tasks that were put are divided into several records, since a whole record is held in memory.
     */
    private static final int PUT_BYTES = 1 << 20;

    /** An acknowledgement, and the record that has to be on disk before it leaves. */
    private record Held(long number, LoanOutput.Send send) {}

    /** Tasks that were put, with the number of the record that holds them. */
    private record Written(long number, long bytes) {}

    private final Deque<Held> held = new ArrayDeque<>();
    private final Deque<Written> puts = new ArrayDeque<>(); // that are not on disk
    private long putBytes; // the sum of these
    private long appended;
    private long synced;

    /**
     * Goes on with a journal; tasks' numbers are the root's own.
     *
     * @param records the number of records that this coordinator has added to it
     */
    public Bookkeeping(long records) {
        this.appended = records;
    }

    /**
     * Returns what is to be written down, in order, when {@code createTasks} has put these tasks.
     *
     * @param last whether {@code createTasks} will put no more
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

    /** Returns the number of the newest record. */
    public long lastRecord() {
        return appended;
    }

    /**
     * Returns the number of bytes of the tasks that were put and are not on disk yet. They stay in memory until then.
     */
    public long unsyncedBytes() {
        return putBytes;
    }

    /**
     * Returns what is to be written down when the tasks of a return have written these objects. The return is booked
     * right after.
     */
    public JournalRecord written(List<WrittenObject> objects) {
        appended++;
        return new JournalRecord.Written(objects);
    }

    /** Returns what is to be written down when a return was accepted. */
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
     * Returns whether a message must wait for the disk; if so, keeps it until {@link #synced} returns it. A repeated
     * acknowledgement waits too, since nobody remembers which record it belongs to. A task with which engines have died
     * is granted again only when everything before is on disk, so that a coordinator which goes on from there counts
     * that try.
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

    /** Returns the messages that may leave now, in order. All records up to this one are on disk. */
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
