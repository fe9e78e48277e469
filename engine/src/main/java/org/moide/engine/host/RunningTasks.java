package org.moide.engine.host;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.carrier.MemoryNames;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.VisibleText;
import org.moide.engine.compute.TaskNotes;

/**
 * Notes of the tasks that the compute threads of a child JVM run now. They are in shared memory that the parent can
 * read after the child has died. The memory is a file whose name is removed at once; the parent opens it by the child's
 * file descriptor.
 *
 * <p>A thread notes the number of each task, which costs some nanoseconds. It also notes the task's name as long as
 * that takes at most a hundredth of its time, so that only some of very short tasks have a name.
 *
 * <p>Threads: each compute thread writes its own slot. The parent reads the slots after the threads have ended.
 */
final class RunningTasks implements TaskNotes {
    /** Number of slots for spare threads, which handle tasks of workers while other threads wait for answers. */
    private static final int SPARE = 16;

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final VarHandle NUMBERS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int RUNS_AT = 0;
    private static final int NAMED_AT = 8;
    private static final int LENDER_AT = 16;
    private static final int PLACE_AT = 20;
    private static final int LOAN_AT = 24;
    private static final int LENGTH_AT = 32;
    private static final int NAME_AT = 36;
    static final int SLOT_BYTES = 576;

    /**
     * The greatest length of a name, in characters. In UTF-8 a name of this length fits into a slot, whatever its
     * characters are.
     */
    private static final int NAME_CHARS = 160;

    private static final long NO_WORKER = Long.MIN_VALUE;

    /** Divisor of a thread's time: noting the names of tasks may take a hundredth of it. */
    private static final long PART = 100;

    /**
     * Time that a thread may spend on names in addition to its hundredth. The first names need it, because classes are
     * loaded then.
     */
    private static final long FREE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * The number of tasks that get no name after names have taken too much time. After that number the clock is read
     * again.
     */
    private static final int UNNAMED = 64;

    private final MappedByteBuffer memory;

    @SuppressWarnings("unused") // kept open, because the parent opens the memory by this descriptor
    private final FileChannel file;

    private final int descriptor;
    private final Ticker ticker;
    private final Slot[] slots;

    /** The values of a slot that only its thread uses. */
    private static final class Slot {
        private long count;
        private long nextNamed;
        private long sinceNanos;
        private long namingNanos;
        private boolean mustBeNamed; // engines have died while they ran this task
    }

    private RunningTasks(FileChannel file, int descriptor, int threads, Ticker ticker) throws IOException {
        this.memory = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * SLOT_BYTES);
        memory.order(ByteOrder.LITTLE_ENDIAN);
        this.file = file;
        this.descriptor = descriptor;
        this.ticker = ticker;
        this.slots = new Slot[threads];
        for (int thread = 0; thread < threads; thread++) {
            slots[thread] = new Slot();
            slots[thread].sinceNanos = ticker.nanoTime();
        }
    }

    /**
     * Creates the memory for the threads of this process.
     *
     * @throws IOException if the system has no file system in memory
     */
    public static RunningTasks create(int threads, Ticker ticker) throws IOException {
        int all = threads + SPARE;
        Path path = Files.createTempFile(MEMORY, MemoryNames.prefix("tasks"), "");
        FileChannel file;
        int descriptor;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            descriptor = descriptorOf(path);
        } finally {
            Files.delete(path);
        }
        // The file is written and not only extended, so that a lack of memory fails here and not at the first access.
        ByteBuffer zeros = ByteBuffer.allocate(all * SLOT_BYTES);
        while (zeros.hasRemaining()) {
            file.write(zeros);
        }
        return new RunningTasks(file, descriptor, all, ticker);
    }

    private static int descriptorOf(Path path) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path each : descriptors) {
                // The descriptor that lists the folder is closed before it is examined.
                if (Files.isRegularFile(each) && Files.readSymbolicLink(each).equals(path)) {
                    return Integer.parseInt(each.getFileName().toString());
                }
            }
        }
        throw new IOException("no descriptor of " + path);
    }

    /**
     * Clears all notes for the next run in this process.
     *
     * @return false if there is no room for this number of threads
     */
    public boolean begin(int threads) {
        if (threads + SPARE > slots.length) {
            return false;
        }
        for (int thread = 0; thread < slots.length; thread++) {
            ended(thread);
            NUMBERS.setRelease(memory, thread * SLOT_BYTES + NAMED_AT, 0L);
            slots[thread] = new Slot();
            slots[thread].sinceNanos = ticker.nanoTime();
        }
        return true;
    }

    /** Clears all tasks, because this process ends for a reason that is not a task. */
    public void forget() {
        for (int thread = 0; thread < slots.length; thread++) {
            ended(thread);
        }
    }

    /** Returns the file descriptor by which the parent opens the memory. */
    public int descriptor() {
        return descriptor;
    }

    @Override
    public void begins(int thread, PooledTask task) {
        slots[thread].mustBeNamed = task.encoded() && RetriedTask.isSuspect((byte[]) task.task());
        begins(thread, task.account(), task.place());
    }

    @Override
    public void closes(int thread, LoanAccount account) {
        begins(thread, account, PooledTask.NO_PLACE);
    }

    private void begins(int thread, LoanAccount account, int place) {
        begins(thread, account.lender(), account.lentAs(), place);
    }

    private void begins(int thread, int lender, long loan, int place) {
        int at = thread * SLOT_BYTES;
        memory.putInt(at + LENDER_AT, lender);
        memory.putInt(at + PLACE_AT, place);
        memory.putLong(at + LOAN_AT, loan);
        NUMBERS.setRelease(memory, at + RUNS_AT, ++slots[thread].count);
    }

    @Override
    public void handles(int thread, long worker, Object task) {
        if (thread < slots.length) {
            begins(thread, BegunTask.NOBODY, 0, 0);
            named(thread, task, worker);
        }
    }

    @Override
    public void named(int thread, Object task) {
        named(thread, task, NO_WORKER);
    }

    private void named(int thread, Object task, long worker) {
        Slot slot = slots[thread];
        long number = slot.count;
        if (number >= slot.nextNamed || slot.mustBeNamed) {
            long nowNanos = ticker.nanoTime();
            if (!slot.mustBeNamed && slot.namingNanos > FREE_NANOS + (nowNanos - slot.sinceNanos) / PART) {
                slot.nextNamed = number + UNNAMED;
            } else {
                name(thread, number, nameOf(task) + (worker == NO_WORKER ? "" : " of worker " + worker));
                slot.namingNanos += ticker.nanoTime() - nowNanos;
            }
        }
    }

    private void name(int thread, long number, String name) {
        int at = thread * SLOT_BYTES;
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        NUMBERS.setRelease(memory, at + NAMED_AT, 0L);
        VarHandle.fullFence(); // if the process is killed here, no task has this name
        memory.putInt(at + LENGTH_AT, bytes.length);
        memory.put(at + NAME_AT, bytes, 0, bytes.length);
        NUMBERS.setRelease(memory, at + NAMED_AT, number);
    }

    /**
     * Returns a task's name: its {@code toString}, which may throw; for arrays, which may be long, the type and length.
     */
    private static String nameOf(Object task) {
        Class<?> type = task.getClass();
        String name;
        if (type.isArray()) {
            name = type.getComponentType().getTypeName() + "[" + Array.getLength(task) + "]";
        } else {
            try {
                name = Objects.requireNonNullElse(task.toString(), type.getName());
            } catch (Throwable nameless) {
                name = type.getName(); // if the task is broken, it fails when it is executed
            }
        }
        return name.length() <= NAME_CHARS ? name : name.substring(0, NAME_CHARS - 3) + "...";
    }

    @Override
    public void ended(int thread) {
        if (thread >= slots.length) {
            return; // the thread is a spare one without a slot
        }
        NUMBERS.setRelease(memory, thread * SLOT_BYTES + RUNS_AT, 0L);
    }

    /** Returns the task in the slot at this offset; null if its thread was between tasks. */
    static @Nullable BegunTask begun(ByteBuffer memory, int at) {
        String name = name(memory, at);
        long loan = memory.getLong(at + LOAN_AT);
        int place = memory.getInt(at + PLACE_AT);
        return name.isEmpty() || loan < 0 || place < 0
                ? null
                : new BegunTask(memory.getInt(at + LENDER_AT), loan, place, name);
    }

    private static String name(ByteBuffer memory, int at) {
        long runs = memory.getLong(at + RUNS_AT);
        long named = memory.getLong(at + NAMED_AT);
        int length = memory.getInt(at + LENGTH_AT);
        if (runs == 0) {
            return "";
        }
        if (named == 0 || length < 0 || length > SLOT_BYTES - NAME_AT) {
            return "without a name";
        }
        byte[] bytes = new byte[length];
        memory.get(at + NAME_AT, bytes, 0, length);
        String name = VisibleText.line(new String(bytes, StandardCharsets.UTF_8));
        return runs == named ? "'" + name + "'" : "without a name, begun " + (runs - named) + " after '" + name + "'";
    }
}
