package org.moide.command.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.pool.Discipline;
import org.moide.commlib.wire.ByteReader;
import org.moide.commlib.wire.Numbers;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.results.GivenCalls;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.executor.CallAnswer;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.ExecutorBag;

/**
 * The calls of a program's executor on their way to the run, and the answers on their way back. The program limits the
 * calls under way, so that few wait here. A thread of its own sends answers, several in a frame.
 *
 * <p>Concurrency: any thread; this object guards everything but {@code waker}, which is set once.
 */
final class CallQueue implements ProgramLink {
    /**
     * The most bytes of waiting calls. The library's client waits for answers before it sends more, so more must come
     * from elsewhere.
     */
    private static final long MOST_BYTES = 256L << 20;

    /** The size at which a frame is complete; a larger single entry has a frame of its own. */
    private static final int FRAME_BYTES = 256 << 10;

    private static final int ENTRY_BYTES = 2 * Integer.BYTES;
    private static final int OWN_SEAT = -1;
    private static final long NONE = -1;
    private static final byte[] NOTHING = {};

    /** Answers of one engine; seat -1 for answers made here. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answers(int seat, byte[] bytes) {}

    /** The program's word whether a call may begin that an engine, the one with this seat, has asked about. */
    record Beginning(int seat, long number, boolean may) {
        static Beginning read(ByteReader in) {
            return new Beginning(in.getInt(), in.getLong(), in.get() == 1);
        }
    }

    private final long mostBytes;
    private final SharedPieces shared = new SharedPieces();
    private final GivenCalls given = new GivenCalls(this::deliver);
    private final Deque<byte[]> calls = new ArrayDeque<>();
    private final Deque<Answers> answers = new ArrayDeque<>();
    private volatile Runnable waker = () -> {};
    private @Nullable CallRoutes routes;
    private Consumer<byte[]> frames = ignored -> {};
    private long callBytes;
    private volatile boolean ready; // whether calls wait or have ended; read without the lock
    private Discipline discipline = Discipline.DEFAULT;
    private boolean ended;
    private long alonePieces; // bytes of its answer received so far
    private long alone = NONE; // the single call outside the bag; the end waits for its answer
    private byte[] alonePayload = NOTHING; // the frame that contained it
    private boolean closed;
    private boolean sent; // whether a thread sends answers
    private boolean sending;
    private boolean mine; // while the sending thread writes a frame

    CallQueue() {
        this(MOST_BYTES);
    }

    /** @param mostBytes the most bytes of waiting calls */
    CallQueue(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    // --- the thread that reads what the program says

    /** Returns the values that the program's calls share. */
    SharedPieces shared() {
        return shared;
    }

    /**
     * Takes a frame of calls, each with its length (4 bytes).
     *
     * @throws IOException if the frame is malformed
     */
    void add(byte[] payload) throws IOException {
        synchronized (this) {
            ByteBuffer bytes = ByteBuffer.wrap(payload);
            while (bytes.hasRemaining()) {
                int length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
                if (length < Long.BYTES || length > bytes.remaining()) {
                    throw new IOException("expected a call within its frame, found one of " + length + " bytes");
                }
                byte[] call = new byte[length];
                bytes.get(call);
                calls.add(call);
                callBytes += length;
            }
            if (callBytes > mostBytes) {
                throw new IOException("expected at most " + mostBytes + " bytes of calls, found " + callBytes);
            }
            ready = true;
        }
        waker.run();
    }

    /** Takes a single call that was sent while no other call was open. */
    void addAlone(byte[] payload) throws IOException {
        CallRoutes engines;
        long number = payload.length < Integer.BYTES + Long.BYTES
                ? NONE
                : ByteBuffer.wrap(payload).getLong(Integer.BYTES);
        synchronized (this) {
            engines = routes;
            alone = number;
            alonePayload = payload;
            alonePieces = 0;
        }
        byte[] call = Arrays.copyOfRange(payload, Math.min(Integer.BYTES, payload.length), payload.length);
        boolean runs = engines != null && number != NONE && engines.runAlone(call);
        if (!runs) {
            answeredAlone();
            add(payload);
        }
    }

    /**
     * Queues the single call again, because its engine has left. If that engine's answer arrives after all, the call is
     * answered twice.
     */
    private void loseAlone() {
        byte[] payload;
        synchronized (this) {
            payload = alone == NONE ? null : alonePayload;
        }
        if (payload != null) {
            try {
                add(payload);
            } catch (IOException impossible) {
                throw new IllegalStateException("expected the call that was sent alone to be one", impossible);
            }
            answeredAlone();
        }
    }

    private void answeredAlone() {
        boolean last;
        synchronized (this) {
            alone = NONE;
            alonePayload = NOTHING;
            last = ended;
            ready |= last;
        }
        if (last) {
            waker.run();
        }
    }

    /** Parses a frame that cancels calls. */
    static EngineCommand.CancelCalls cancelled(ByteReader in) {
        long upTo = in.getLong();
        long lowest = in.getLong();
        boolean interrupt = in.getLong() == 1;
        long[] numbers = (long[]) in.numbers(Numbers.LONGS, (int) (in.remaining() / Long.BYTES));
        return new EngineCommand.CancelCalls(numbers, upTo, lowest, interrupt);
    }

    /** Cancels calls, both waiting and running ones. */
    void cancel(EngineCommand.CancelCalls unwanted) {
        CallRoutes engines;
        synchronized (this) {
            dropThoseHere(unwanted.upTo(), unwanted.numbers());
            engines = routes;
        }
        given.cancelOnEach(unwanted);
        if (engines != null) { // else no engine has any calls
            engines.cancel(unwanted);
        }
    }

    private synchronized void dropThoseHere(long upTo, long[] numbers) {
        Set<Long> all = new HashSet<>();
        for (long number : numbers) {
            all.add(number);
        }
        List<Long> dropped = new ArrayList<>();
        calls.removeIf(call -> {
            long number = ByteBuffer.wrap(call).getLong();
            boolean drop = number <= upTo || all.contains(number);
            if (drop) {
                dropped.add(number);
                callBytes -= call.length;
            }
            return drop;
        });
        if (!dropped.isEmpty()) {
            ByteBuffer said = ByteBuffer.allocate(dropped.size() * CallAnswer.HEAD_BYTES);
            dropped.forEach(
                    number -> said.putLong(number).put(CallAnswer.NOT_BEGUN).putInt(0));
            delivered(OWN_SEAT, said.array());
        }
    }

    /** Tells an engine whether a call may begin there. */
    void mayBegin(Beginning call) {
        CallRoutes engines;
        synchronized (this) {
            engines = routes;
        }
        if (engines != null) { // else no engine has asked
            byte kind = call.may() ? CallAnswer.BEGUN : CallAnswer.NOT_BEGUN;
            engines.tell(call.seat(), CallAnswer.of(call.number(), kind, NOTHING));
        }
    }

    /**
     * Takes a call that runs on each engine.
     *
     * @throws IOException if the bytes are malformed
     */
    void addOnEach(byte[] payload) throws IOException {
        if (payload.length < Long.BYTES) {
            throw new IOException("expected a call for each engine, found " + payload.length + " bytes");
        }
        given.onEach(ByteBuffer.wrap(payload).getLong(), Arrays.copyOfRange(payload, Long.BYTES, payload.length));
    }

    /**
     * Tells all engines an improvement of a best value. Those that are not there yet ask when a call brings it.
     *
     * @throws IOException if the bytes are malformed
     */
    void improve(byte[] payload) throws IOException {
        if (payload.length < Long.BYTES) {
            throw new IOException("expected an improvement of a best value, found " + payload.length + " bytes");
        }
        CallRoutes engines;
        synchronized (this) {
            engines = routes;
        }
        if (engines != null) {
            byte[] value = Arrays.copyOfRange(payload, Long.BYTES, payload.length);
            byte[] news = CallAnswer.of(ByteBuffer.wrap(payload).getLong(), CallAnswer.BEST, value);
            engines.seats().forEach(seat -> engines.tell(seat, news));
        }
    }

    /** Notes that no more calls will come. */
    void end() {
        synchronized (this) {
            ended = true;
            ready |= alone == NONE;
        }
        waker.run();
    }

    // --- the run

    @Override
    public void wakes(Runnable wakes) {
        waker = wakes;
        given.begins();
    }

    @Override
    public boolean isReady() {
        return ready;
    }

    @Override
    public void queuedIn(Discipline queues) {
        synchronized (this) {
            discipline = queues;
        }
    }

    @Override
    public @Nullable List<byte[]> take() {
        List<byte[]> taken;
        List<byte[]> refused = List.of();
        synchronized (this) {
            if (discipline != Discipline.DEQUES) {
                refused = calls.stream()
                        .filter(call -> CallLimits.in(call, Long.BYTES).priority() > 0)
                        .toList();
                calls.removeAll(refused);
            }
            taken = List.copyOf(calls);
            calls.clear();
            callBytes = 0;
            boolean over = ended && alone == NONE;
            ready = over;
            taken = taken.isEmpty() && over ? null : taken;
        }
        refused.forEach(call -> delivered(
                OWN_SEAT,
                ExecutorBag.refused(
                        call, "priority: expected --pool deques, found " + discipline + ", which has no order")));
        return taken;
    }

    @Override
    public void routes(CallRoutes known) {
        shared.routes(known);
        given.routes(known);
        known.whenOwnEngineGoes(this::loseAlone);
        synchronized (this) {
            routes = known;
        }
    }

    @Override
    public void delivered(int seat, byte[] all) {
        deliver(seat, given.take(seat, all));
    }

    private void deliver(int seat, byte[] said) {
        if (said.length == 0) {
            return;
        }
        boolean now;
        boolean wasAlone;
        synchronized (this) {
            wasAlone = endsAlone(said);
            now = wasAlone && !sending && answers.isEmpty();
            sending |= now;
            if (!now) {
                answers.add(new Answers(seat, said));
                notifyAll();
            }
        }
        if (now) {
            sendNow(new Answers(seat, said));
        }
        if (wasAlone) {
            answeredAlone();
        }
    }

    /** Sends one answer at once, since no other is under way and the program waits for it. */
    private void sendNow(Answers one) {
        frames.accept(frame(List.of(one), ENTRY_BYTES + one.bytes().length));
        synchronized (this) {
            sending = false;
            notifyAll();
        }
    }

    /** Returns whether these bytes complete the answer of the single call. */
    private boolean endsAlone(byte[] said) {
        ByteBuffer bytes = ByteBuffer.wrap(said);
        while (alone != NONE && bytes.remaining() >= CallAnswer.HEAD_BYTES) {
            boolean its = bytes.getLong() == alone;
            byte kind = bytes.get();
            int length = bytes.getInt();
            if (its && kind != CallAnswer.PIECE) {
                return true;
            } else if (its) {
                alonePieces += length - CallAnswer.PIECE_HEAD_BYTES;
                if (alonePieces >= bytes.getInt(bytes.position() + Long.BYTES)) {
                    return true;
                }
            }
            bytes.position(bytes.position() + length);
        }
        return false;
    }

    // --- the thread that sends answers

    /**
     * Sets the sender of frames of answers; each entry has its engine's seat (4 bytes) and length (4). Called once,
     * before all other methods.
     */
    synchronized void sendsBy(Consumer<byte[]> sends) {
        frames = sends;
        sent = true;
    }

    /** Sends all answers until {@link #close}. */
    void sendAll() {
        byte[] next = nextFrame();
        while (next != null) {
            frames.accept(next);
            next = nextFrame();
        }
    }

    private synchronized byte @Nullable [] nextFrame() {
        if (mine) {
            mine = false;
            sending = false;
            notifyAll();
        }
        while (sending || (answers.isEmpty() && !closed)) {
            try {
                wait();
            } catch (InterruptedException stray) {
                // An application in this JVM may interrupt any thread; only close() ends this loop.
            }
        }
        List<Answers> some = new ArrayList<>();
        int bytes = 0;
        while (!answers.isEmpty() && (some.isEmpty() || bytes < FRAME_BYTES)) {
            Answers one = answers.remove();
            some.add(one);
            bytes += ENTRY_BYTES + one.bytes().length;
        }
        mine = !some.isEmpty();
        sending = mine;
        return some.isEmpty() ? null : frame(some, bytes);
    }

    private static byte[] frame(List<Answers> some, int bytes) {
        ByteBuffer frame = ByteBuffer.allocate(bytes);
        some.forEach(one -> frame.putInt(one.seat()).putInt(one.bytes().length).put(one.bytes()));
        return frame.array();
    }

    /** Ends the queue after the run; returns when all answers are sent. */
    synchronized void close() {
        closed = true;
        notifyAll();
        if (!sent) {
            answers.clear(); // the run ended before it began
        }
        boolean interrupted = false;
        while (sending || !answers.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException stray) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
