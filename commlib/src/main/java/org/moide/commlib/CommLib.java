package org.moide.commlib;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The uniform communication interface of one compute thread (MOIDE, §3.1.3 and §3.3). Peers are named by logical ID
 * and the call is the same wherever they are: threads of one engine meet in shared memory, others over remote method
 * invocation.
 *
 * <p><b>Threads.</b> An instance belongs to one compute thread and only that thread may call it. Every method here may
 * block until its peers have done their part; all of them are released, with a {@link CommException}, when a member they
 * wait for is lost or the run ends.
 *
 * <p><b>Order.</b> Messages with the same sender, receiver and tag are received in the order in which they were sent.
 * Collectives are called by all IDs in the same order.
 *
 * <p><b>Buffers.</b> When a call returns its arrays are the caller's again. Arrays of primitives are copied; objects
 * are serialized between engines, and handed over by reference inside one engine (as shared data: agree who may still
 * change them).
 *
 * <p><b>Errors.</b> Unknown IDs, negative tags and lengths that differ between the two sides throw
 * {@link IllegalArgumentException}, naming call, IDs, tag and lengths; so does sending to oneself or receiving from
 * oneself, while an exchange with oneself is a copy. When a collective fails at one ID it fails at all: those that had
 * returned already fail in their next.
 */
public interface CommLib {
    /** The caller's logical ID, from 0 to {@link #count()} − 1. */
    int id();

    /** How many logical IDs there are in this epoch. */
    int count();

    /** The number of the engine that {@code id} lives on. */
    int engineOf(int id);

    // --- point to point -------------------------------------------------------------------------------------------

    /**
     * Sends elements of a primitive array. Returns when the array may be reused: at once for short messages, after the
     * receiver has taken them for long ones (more than 64 KiB), so two IDs that send long messages to each other use
     * {@link #exchange}.
     *
     * @param tag from 0 on; the receiver asks for it
     */
    void send(int receiver, int tag, Slice data);

    /** Sends an object, or a primitive array as {@link #send(int, int, Slice)} does. */
    void send(int receiver, int tag, Serializable value);

    /**
     * Receives elements into an array.
     *
     * @return how many elements came; at most {@code into.length()}, a longer message is an error
     */
    int receive(int sender, int tag, Slice into);

    /** Receives an object, or a primitive array in a new array of its own length. */
    <T> T receive(int sender, int tag, Class<T> type);

    /**
     * Sends to and receives from {@code partner}, which does the same, without risk of deadlock. {@code out} and
     * {@code in} must not overlap.
     */
    void exchange(int partner, int tag, Slice out, Slice in);

    // --- collectives: every ID calls, in the same order -----------------------------------------------------------

    /** Root's elements go to all others; all give slices of equal length. */
    void broadcast(int root, Slice data);

    /** Root's object goes to all; the others' {@code value} is ignored and may be anything. */
    <T extends Serializable> T broadcast(int root, T value);

    /**
     * Root's {@code all} is cut in {@link #count()} parts in the order of IDs; each ID receives its own. The parts may
     * differ in length: they are as long as each ID's {@code part}. Only root's {@code all} is read.
     */
    void scatter(int root, Slice all, Slice part);

    /** The reverse of {@link #scatter}: root's {@code all} becomes all parts in the order of IDs. */
    void gather(int root, Slice part, Slice all);

    /** As {@link #gather}, for everyone. */
    void allGather(Slice part, Slice all);

    /** Everyone's value, in the order of IDs. */
    <T extends Serializable> List<T> allGather(T value);

    /**
     * Joins everyone's elements, position by position, and leaves the result with everyone, in place. Same inputs and
     * same shape of system (engines and threads of each) give the same bits.
     */
    void allReduce(Slice data, Reduction reduction);

    /** As {@link #allReduce(Slice, Reduction)}, for objects; {@code operator} must be associative. */
    <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator);

    /**
     * Joins everyone's elements, position by position, and leaves the result with {@code root}, in place; the others'
     * data does not change. The same promise of same bits as {@link #allReduce(Slice, Reduction)}.
     */
    void reduce(int root, Slice data, Reduction reduction);

    /**
     * Root gets everyone's values joined in the order of IDs, the others their own back; {@code operator} must be
     * associative and leave its arguments as they are.
     */
    <T extends Serializable> T reduce(int root, T value, BinaryOperator<T> operator);

    /**
     * Joins, position by position, the elements of all IDs up to the caller's own (inclusive), in place. Same inputs and
     * same shape of system give the same bits.
     */
    void scan(Slice data, Reduction reduction);

    /**
     * The values of all IDs up to the caller's own, joined in the order of IDs; {@code operator} must be associative and
     * leave its arguments as they are.
     */
    <T extends Serializable> T scan(T value, BinaryOperator<T> operator);

    /**
     * Cuts {@code out} in {@link #count()} equal parts and gives part i to ID i; {@code in} becomes the parts that the
     * others have for the caller, in the order of IDs. All slices of all IDs are equally long and of one type, and the
     * two must not overlap.
     */
    void allToAll(Slice out, Slice in);

    /**
     * As {@link #allToAll(Slice, Slice)} with parts of any length: {@code outCounts[i]} elements go to ID i and
     * {@code inCounts[i]} come from it, without gaps from the slices' start on. Where the two sides of a pair disagree, all
     * IDs fail.
     */
    void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts);

    /** Waits for all threads of this engine. */
    void barrier();

    /** Waits for all IDs. */
    void remoteBarrier();

    // --- the same for whole arrays and single numbers -------------------------------------------------------------

    default void send(int receiver, int tag, double[] data) {
        send(receiver, tag, Slice.of(data));
    }

    default void send(int receiver, int tag, int[] data) {
        send(receiver, tag, Slice.of(data));
    }

    default void send(int receiver, int tag, long[] data) {
        send(receiver, tag, Slice.of(data));
    }

    default void send(int receiver, int tag, float[] data) {
        send(receiver, tag, Slice.of(data));
    }

    default void send(int receiver, int tag, byte[] data) {
        send(receiver, tag, Slice.of(data));
    }

    default int receive(int sender, int tag, double[] into) {
        return receive(sender, tag, Slice.of(into));
    }

    default int receive(int sender, int tag, int[] into) {
        return receive(sender, tag, Slice.of(into));
    }

    default int receive(int sender, int tag, long[] into) {
        return receive(sender, tag, Slice.of(into));
    }

    default int receive(int sender, int tag, float[] into) {
        return receive(sender, tag, Slice.of(into));
    }

    default int receive(int sender, int tag, byte[] into) {
        return receive(sender, tag, Slice.of(into));
    }

    /**
     * Sends what remains of a buffer, direct or not, as bytes, by way of an array. Its position moves to its limit when
     * the call returns.
     */
    default void send(int receiver, int tag, ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        send(receiver, tag, Slice.of(bytes));
        data.position(data.limit());
    }

    /**
     * Receives bytes into what remains of a buffer, direct or not, by way of an array. Its position moves behind what came.
     *
     * @return how many bytes came
     */
    default int receive(int sender, int tag, ByteBuffer into) {
        byte[] bytes = new byte[into.remaining()];
        int came = receive(sender, tag, Slice.of(bytes));
        into.put(bytes, 0, came);
        return came;
    }

    /** The paper's primitive: {@code sendLength} elements out, {@code receiveLength} in, with tag 0. */
    default void exchIntArray(int partner, int[] send, int sendLength, int[] receive, int receiveLength) {
        exchange(partner, 0, Slice.of(send, 0, sendLength), Slice.of(receive, 0, receiveLength));
    }

    /** The paper's primitive: {@code sendLength} elements out, {@code receiveLength} in, with tag 0. */
    default void exchDoubleArray(int partner, double[] send, int sendLength, double[] receive, int receiveLength) {
        exchange(partner, 0, Slice.of(send, 0, sendLength), Slice.of(receive, 0, receiveLength));
    }

    default double allReduce(double value, Reduction reduction) {
        double[] one = {value};
        allReduce(Slice.of(one), reduction);
        return one[0];
    }

    default long allReduce(long value, Reduction reduction) {
        long[] one = {value};
        allReduce(Slice.of(one), reduction);
        return one[0];
    }

    default void allReduce(double[] data, Reduction reduction) {
        allReduce(Slice.of(data), reduction);
    }
}
