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
 * Creates the journal's records of what the root does. The root is the coordinator's part of the load balancing: it
 * lends tasks to engines and accepts their results. An acknowledgement is held back until the record of the accepted
 * result is on disk; until then the borrower, the engine that has the tasks, keeps the result and sends it again.
 * Called by the coordinator's control thread.
 */
public final class Bookkeeping {
    /**
     * The size in bytes above which created tasks are divided into several records. A record is held in memory as a
     * whole, so no record should be large.
     */
    private static final int PUT_BYTES = 1 << 20;

    /**
     * An acknowledgement that is held back, and the number of the record that must be on disk before it may be sent.
     */
    private record Held(long number, LoanOutput.Send send) {}

    /** The number of bytes of created tasks that one record contains, and the number of that record. */
    private record Written(long number, long bytes) {}

    private final Deque<Held> held = new ArrayDeque<>();
    private final Deque<Written> puts = new ArrayDeque<>(); // created tasks that are not on disk yet
    private long putBytes; // the sum of their bytes
    private long appended;
    private long synced;

    /**
     * Creates the object for a journal to which this coordinator has already written some records.
     *
     * @param records the number of these records
     */
    public Bookkeeping(long records) {
        this.appended = records;
    }

    /**
     * Returns the records for tasks and shared objects of {@code createTasks}, in order.
     *
     * @param last whether {@code createTasks} puts no further tasks
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

    /** Returns the number of the last record that was created. */
    public long lastRecord() {
        return appended;
    }

    /** Returns the number of bytes of created tasks that stay in memory because they are not on disk yet. */
    public long unsyncedBytes() {
        return putBytes;
    }

    /**
     * Returns the record for data objects that the tasks of a returned loan have written. The very next record must be
     * that of the loan's return.
     */
    public JournalRecord written(List<WrittenObject> objects) {
        appended++;
        return new JournalRecord.Written(objects);
    }

    /** Returns the record for the accepted return of a loan. */
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
     * Decides whether a message must wait for the disk. If so, keeps the message until {@link #synced} returns it, and
     * returns true. Every acknowledgement waits, also a repeated one, since it is not known which record it belongs to.
     * A task during which engines have died is granted again only when all earlier records are on disk, so that a later
     * coordinator counts that try.
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

    /**
     * Notes that the records up to number {@code upTo} are on disk. Returns the messages that may be sent now, in
     * order.
     */
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
