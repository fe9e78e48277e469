package org.moide.engine.executor;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.moide.commlib.wire.ByteReader;

/**
 * Exchanges calls with other engines by way of the coordinator. An engine tells that it has calls which wait; an engine
 * with free places tells that it has room. The coordinator asks the former for calls, which sends those that wait
 * longest, and gives them to the latter. The answers come back the same way.
 *
 * <p>Concurrency: {@link #hear} is called by the control thread and returns at once; {@link #tick} by the pool's keeper,
 * which runs the program's code to read answers.
 */
final class CallExchange {
    /** The time that a call waits before it is worth sending: about as long as its way to another engine. */
    private static final long LEAST_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** The time for which an engine that has no call to give yet remembers that another has room. */
    private static final long WANTED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The time after which an offer is repeated that nobody has taken up. */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final byte[] NOTHING = {};

    private final CallPool pool;
    private final EngineCalls calls;
    private final Outlet outlet;
    private final Consumer<byte[]> runs;
    private final boolean gives;
    private final Map<Long, SubmittedCall<?>> away = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Queue<byte[]> news = new ConcurrentLinkedQueue<>();
    private final AnswerPieces pieces = new AnswerPieces();
    private long offeredNanos;
    private volatile boolean offered;
    private int wanted; // calls that other engines have room for
    private long wantedNanos;
    private boolean asked; // whether the coordinator wants to know of room
    private int toldRoom;

    /**
     * @param runs runs a given call, encoded as a task of {@link ExecutorBag}
     * @param gives whether other engines may run calls of this one
     */
    CallExchange(CallPool pool, EngineCalls calls, Outlet outlet, Consumer<byte[]> runs, boolean gives) {
        this.gives = gives;
        this.runs = runs;
        this.pool = pool;
        this.calls = calls;
        this.outlet = outlet;
    }

    /** Takes news from the coordinator. */
    void hear(byte[] said) {
        news.add(said);
        pool.tickSoon();
    }

    /** Handles news, and sends or offers calls. */
    void tick() {
        for (byte[] next = news.poll(); next != null; next = news.poll()) {
            ByteReader all = new ByteReader(next);
            while (all.remaining() > 0) {
                handle(all.getLong(), all.get(), all.part());
            }
        }
        long now = pool.nanoTime();
        if (wanted > 0) {
            wanted -= send(wanted, now - LEAST_NANOS);
            if (now - wantedNanos > WANTED_NANOS) {
                wanted = 0;
            }
        }
        if (gives
                && wanted == 0
                && (!offered || now - offeredNanos > AGAIN_NANOS)
                && pool.hasOlderThan(now - LEAST_NANOS)) {
            offered = true;
            offeredNanos = now;
            outlet.add(0, CallAnswer.OFFERED, NOTHING, true);
        }
        int room = asked ? pool.room() : 0;
        if (room != toldRoom) {
            toldRoom = room;
            outlet.add(
                    0,
                    CallAnswer.HUNGRY,
                    ByteBuffer.allocate(Integer.BYTES).putInt(room).array(),
                    true);
        }
    }

    /** Gives calls to other engines; returns how many. */
    private int send(int most, long beforeNanos) {
        int sent = 0;
        while (sent < most) {
            SubmittedCall<?> call = pool.claimOldest(beforeNanos);
            byte[] bytes = call == null ? null : call.bytes();
            if (call == null || bytes == null) {
                break;
            }
            long number = numbers.incrementAndGet();
            away.put(number, call);
            outlet.add(number, CallAnswer.SUBMITTED, bytes, false);
            call.sentAway(its -> unwanted(number, its));
            sent++;
        }
        if (sent > 0) {
            outlet.flush();
        }
        return sent;
    }

    /** Tells that an answer is not needed any more. Called by any thread, also by the control thread. */
    private void unwanted(long number, SubmittedCall<?> call) {
        if (away.remove(number) != null) {
            outlet.leave(number, CallAnswer.UNWANTED, new byte[] {(byte) (call.interrupts() ? 1 : 0)});
        }
    }

    private void handle(long number, byte kind, ByteReader content) {
        if (kind == CallAnswer.WANTED) {
            wanted += content.getInt();
            wantedNanos = pool.nanoTime();
            offered = false;
            return;
        } else if (kind == CallAnswer.ASKED) {
            asked = true;
            toldRoom = 0;
            pool.tellsOfRoom();
            return;
        } else if (kind == CallAnswer.RUN) {
            toldRoom = Math.max(0, toldRoom - 1); // as the coordinator reckons
            byte[] call = content.rest();
            byte[] task = ByteBuffer.allocate(Long.BYTES + call.length)
                    .putLong(number)
                    .put(call)
                    .array();
            pool.give(() -> runs.accept(task));
            return;
        }
        SubmittedCall<?> call = away.get(number);
        if (call == null) {
            return; // it was taken back or cancelled
        }
        if (kind == CallAnswer.BEGUN) {
            call.beganAway();
        } else if (kind == CallAnswer.LOST) {
            call.lostAway();
        } else if (kind == CallAnswer.PIECE) {
            ByteReader whole = pieces.add(0, content);
            if (whole != null) {
                answered(number, call, whole.get(), whole.rest());
            }
        } else {
            answered(number, call, kind, content.rest());
        }
    }

    private void answered(long number, SubmittedCall<?> call, byte kind, byte[] bytes) {
        away.remove(number);
        if (kind == CallAnswer.NOT_BEGUN) {
            pool.putBack(call);
            return;
        }
        try {
            if (kind == CallAnswer.VALUE) {
                call.returned(calls.codec().decode(bytes));
            } else if (kind == CallAnswer.GIVEN_UP) {
                String name = CallName.of(CallName.classOf(call.submitted())) + ",";
                call.threw(calls.failures().givenUp(name, new String(bytes, StandardCharsets.UTF_8)));
            } else {
                call.threw(CallAnswer.thrown(bytes, calls.codec(), calls.failures()::inWords));
            }
        } catch (RuntimeException | Error unreadable) {
            call.threw(unreadable);
        }
    }
}
