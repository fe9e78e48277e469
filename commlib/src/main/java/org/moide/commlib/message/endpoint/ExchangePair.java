package org.moide.commlib.message.endpoint;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Bits;
import org.moide.commlib.local.Rendezvous;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Elements;
import org.moide.commlib.port.Signal;

/**
 * A meeting place of two threads of one engine that exchange at the same time, without messages. Both come, compare
 * tags and lengths, and each takes the other's data. A single element is part of the meeting. Of longer data, each
 * thread copies straight from the other's array; then they meet again, since the other thread may read until then.
 *
 * <p>A thread that waits alone for longer than spinning is worthwhile leaves again ({@link Rendezvous#retract}) and
 * sends a message. So no thread sleeps here, and the other thread may also send and receive instead.
 *
 * <p><b>Threads and fields.</b> Seat 0 belongs to the thread with the lower ID, seat 1 to the other. The owner of a
 * seat writes {@code offered} before it comes; the other thread reads it between the two meetings.
 */
public final class ExchangePair {
    private static final int LENGTH_BITS = 32;
    private static final int TYPE_BITS = 8;
    private static final List<ElementType> TYPES =
            List.of(ElementType.BYTE, ElementType.INT, ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE);
    private static final Slice EMPTY = Slice.of(new byte[0]);

    /**
     * The indices of the two words that a thread brings beside a single element. OUT is the type and length of its
     * outgoing data, and the type of its incoming data. IN is the tag, and the length of its incoming data.
     */
    private static final int OUT = 0;

    private static final int IN = 1;

    private final Rendezvous rendezvous;
    private final Slice[] offered = {EMPTY, EMPTY};

    ExchangePair(Signal signal) {
        this.rendezvous = new Rendezvous(2, signal);
    }

    Signal signal() {
        return rendezvous.signal();
    }

    /**
     * Waits, without sleeping, until the other thread exchanges with the same tag. Returns whether it does; then both
     * threads call {@link #swap}.
     *
     * @param waiter the caller's waiter, on {@link #signal}
     * @param elsewhere returns whether the other thread sends or receives instead
     */
    boolean meet(int seat, Waiter waiter, int tag, Slice out, Slice in, BooleanSupplier elsewhere) {
        long meeting = rendezvous.next(seat);
        rendezvous.bringSteady(seat, meeting, OUT, head(out) | (long) code(in.type()) << (LENGTH_BITS + TYPE_BITS));
        rendezvous.bringSteady(seat, meeting, IN, (long) tag << LENGTH_BITS | in.length());
        if (!isSingle(out, in)) {
            offered[seat] = out;
        } else if (out.length() == 1) {
            rendezvous.bring(seat, meeting, Bits.of(out));
        }
        boolean met = rendezvous.come(seat);
        if (!met) {
            waiter.awaitAwake(() -> rendezvous.allCame(meeting) || elsewhere.getAsBoolean());
            met = !rendezvous.retract(seat);
        }
        if (met && (int) (rendezvous.broughtSteady(1 - seat, meeting, IN) >>> LENGTH_BITS) == tag) {
            return true;
        }
        offered[seat] = EMPTY;
        return false;
    }

    /**
     * Takes the other thread's data, after {@link #meet} with the same slices.
     *
     * @return null, or a description of lengths or types that do not fit: then neither side moves data
     */
    @Nullable
    String swap(int seat, Waiter waiter, Slice out, Slice in) {
        int other = 1 - seat;
        long meeting = rendezvous.next(seat) - 1;
        String misfit = misfit(
                rendezvous.broughtSteady(other, meeting, OUT), rendezvous.broughtSteady(other, meeting, IN), out, in);
        if (misfit != null) {
            offered[seat] = EMPTY;
        } else if (!isSingle(out, in)) {
            try {
                Elements.copy(offered[other], in);
            } finally {
                rendezvous.meetFirmly(seat, waiter);
                offered[seat] = EMPTY;
            }
        } else if (in.length() == 1) {
            Bits.put(in, rendezvous.brought(other, meeting));
        }
        return misfit;
    }

    private static boolean isSingle(Slice out, Slice in) {
        return out.length() <= 1 && in.length() <= 1;
    }

    /** Returns the type's index in {@link #TYPES}, faster than a search. */
    private static int code(ElementType type) {
        return switch (type) {
            case BYTE -> 0;
            case INT -> 1;
            case LONG -> 2;
            case FLOAT -> 3;
            case DOUBLE -> 4;
        };
    }

    private static long head(Slice data) {
        return (long) code(data.type()) << LENGTH_BITS | data.length();
    }

    private static @Nullable String misfit(long theirOut, long theirIn, Slice out, Slice in) {
        int theirType = (int) (theirOut >>> LENGTH_BITS) & ((1 << TYPE_BITS) - 1);
        if (theirType != code(in.type()) || (int) theirOut != in.length()) {
            return "expected " + describe(code(in.type()), in.length()) + ", found "
                    + describe(theirType, (int) theirOut);
        }
        int theirInType = (int) (theirOut >>> (LENGTH_BITS + TYPE_BITS));
        if (theirInType != code(out.type()) || (int) theirIn != out.length()) {
            return "the other side expected " + describe(theirInType, (int) theirIn) + ", but "
                    + describe(code(out.type()), out.length()) + " were sent";
        }
        return null;
    }

    private static String describe(int type, int length) {
        return Content.describe(TYPES.get(type), length);
    }
}
