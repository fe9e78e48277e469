package org.moide.commlib;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
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
 * <p><b>Errors.</b> Unknown IDs, negative tags and lengths that differ between the two sides throw {@link
 * IllegalArgumentException}, naming call, IDs, tag and lengths; so does sending to oneself or receiving from oneself,
 * while an exchange with oneself is a copy. A collective that fails at one ID fails at all IDs; an ID whose call had
 * already returned fails in its next one. An ID that has waited in a collective for longer than the run's limit (half
 * an hour) throws a {@link CommException} that says which IDs have not called it, or have called another.
 */
public interface CommLib {
    /** The wildcard for a sender's ID, in receives and probes: the message that came first, whoever sent it. */
    int ANY_SENDER = Integer.MIN_VALUE;

    /** The wildcard for a tag, in receives and probes: any tag of the application's. */
    int ANY_TAG = Integer.MIN_VALUE;

    /** The caller's logical ID, from 0 to {@link #count()} − 1. */
    int id();

    /** The number of logical IDs in this epoch. */
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
     * Sends to and receives from {@code partner} at once, without risk of deadlock. The partner does the same, or sends and
     * receives by itself. {@code out} and {@code in} must not overlap.
     */
    void exchange(int partner, int tag, Slice out, Slice in);

    /**
     * Receives like {@link #receive(int, int, Slice)}, and says which message it was, for {@link #ANY_SENDER} and
     * {@link #ANY_TAG}, which every receive takes. Among several messages it is the one that came first. While it waits
     * for any sender the loss of any engine releases it.
     */
    Received receiveFrom(int sender, int tag, Slice into);

    /** Waits for a message and leaves it where it is: a receive of its sender and tag then gets it. */
    Received probe(int sender, int tag);

    /** Probes like {@link #probe}, without waiting; empty if there is no message. */
    Optional<Received> tryProbe(int sender, int tag);

    // --- while the thread computes --------------------------------------------------------------------------------

    /** Begins what {@link #send(int, int, Slice)} does; does not wait for the receiver. */
    Pending isend(int receiver, int tag, Slice data);

    /** Begins what {@link #send(int, int, Serializable)} does; does not wait for the receiver. */
    Pending isend(int receiver, int tag, Serializable value);

    /**
     * Begins what {@link #receiveFrom} does. A message goes to the receive that was begun first among those that want
     * it, the blocking ones included. Long messages are brought by a thread of the engine.
     *
     * @throws IllegalStateException if more than 65,536 are pending
     */
    PendingReceive<Received> ireceive(int sender, int tag, Slice into);

    /** Begins what {@link #receive(int, int, Class)} does. */
    <T> PendingReceive<T> ireceive(int sender, int tag, Class<T> type);

    // --- served by the other side's communication thread ----------------------------------------------------------

    /**
     * Sends a simple message (Task Pool Teams, §2.3): {@code to}'s handler for the tag gets it even while the threads
     * there compute. Messages of the same sender, receiver and tag are handled in order. Blocks as a send does. These
     * tags have nothing to do with those of sends and requests.
     *
     * @param to any ID, the caller's own too
     */
    void post(int to, int tag, Serializable value);

    /**
     * Serves simple messages to this ID with a tag, those that wait already and all that come, on the engine's
     * communication thread {@code engine-n-communication}, which the first handler starts.
     *
     * @throws IllegalStateException if there is a handler for it
     */
    <T> void onMessage(int tag, Class<T> type, MessageHandler<T> handler);

    /**
     * Asks {@code to}'s handler for the tag and waits for its answer (Task Pool Teams, complex communication); only the
     * calling thread waits. Waits also until there is a handler.
     *
     * @param to any ID, the caller's own too
     * @throws RemoteFailureException with the other side's trace if the handler threw
     */
    <T> T request(int to, int tag, Serializable value, Class<T> type);

    /**
     * Answers requests to this ID with a tag, as {@link #onMessage} serves messages.
     *
     * @throws IllegalStateException if there is a handler for it
     */
    <T> void onRequest(int tag, Class<T> type, RequestHandler<T> handler);

    // --- groups ---------------------------------------------------------------------------------------------------

    /**
     * Makes a team of some IDs, all of which call with the same list. In it they are 0, 1, … in the order of the list;
     * its messages, handlers and collectives have nothing to do with those of this one, but a collective that fails in
     * a group fails them all. The group belongs to the same thread as this.
     *
     * @param ids different ones, the caller's own among them
     * @throws IllegalStateException after some 13,000 groups
     */
    CommLib group(int... ids);

    /**
     * Every ID calls; those that give the same colour become a group, in the order of their keys, and of their IDs where
     * keys are the same.
     */
    CommLib split(int colour, int key);

    /**
     * Returns this library with another profile, by which its blocking collectives choose their ways: lines as {@code
     * moide bench comm --save-profile} writes them. The method serves to find out what a profile should say; results do
     * not change. All IDs give the same profile.
     *
     * @throws IllegalArgumentException that names the line
     */
    CommLib withProfile(String profile);

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

    /**
     * Gathers like {@link #gather}, for everyone. {@code part} may be the caller's own place in {@code all}, and
     * threads of one engine may give the same {@code all}: what lies in its place already is not copied.
     */
    void allGather(Slice part, Slice all);

    /** Everyone's value, in the order of IDs. */
    <T extends Serializable> List<T> allGather(T value);

    /**
     * Joins everyone's elements, position by position, and leaves the result with everyone, in place. Same inputs and
     * same shape of system (engines and threads of each) give the same bits.
     */
    void allReduce(Slice data, Reduction reduction);

    /** Reduces objects like {@link #allReduce(Slice, Reduction)}; {@code operator} must be associative. */
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
     * Exchanges like {@link #allToAll(Slice, Slice)} with parts of any length: {@code outCounts[i]} elements go to ID i
     * and {@code inCounts[i]} come from it, without gaps from the slices' start on. Where the two sides of a pair
     * disagree, all IDs fail.
     */
    void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts);

    /**
     * Waits for all threads of this engine, and for no thread of another: not what MPI calls a barrier, which is
     * {@link #remoteBarrier}. On one engine the two wait for the same threads, on several they do not.
     */
    void barrier();

    /** Waits for all IDs, on whichever engine they are: what {@code MPI_Barrier} does. */
    void remoteBarrier();

    // --- collectives while the thread computes --------------------------------------------------------------------

    /**
     * Begins what {@link #broadcast(int, Slice)} does, as MPI-3's {@code MPI_Ibcast}; this and the others here return at
     * once, and a thread of the engine ({@code engine-n-collectives-t}, which the first of them starts) does the rest
     * while the caller computes.
     *
     * <p><b>Order.</b> What a thread has begun, in whatever groups, is done one after the other; so all IDs begin these
     * in the same order, as they call the blocking ones. The two kinds have nothing to do with each other: a collective that
     * is begun is joined by those that are begun at the other IDs, never by blocking ones, and blocking ones may be
     * called while some are open.
     *
     * <p><b>Buffers.</b> All slices are the library's until {@link Pending#await} has returned or thrown, or
     * {@link Pending#isDone} said so. The outcome has the same bits as the blocking one's.
     *
     * <p><b>Errors.</b> Wrong arguments and failures are thrown by {@link Pending#await}, as the blocking call throws them; they
     * end all collectives, blocking or begun, at all IDs. So does an interruption in {@code await}, where the flag stays
     * set. The loss of a member or the end of the run releases whoever awaits. A thread may end without awaiting: what
     * it has begun goes on until the run ends.
     *
     * @throws IllegalStateException if more than 65,536 are open
     */
    Pending ibroadcast(int root, Slice data);

    /** Begins what {@link #scatter} does, as {@link #ibroadcast} says. */
    Pending iscatter(int root, Slice all, Slice part);

    /** Begins what {@link #gather} does, as {@link #ibroadcast} says. */
    Pending igather(int root, Slice part, Slice all);

    /** Begins what {@link #allGather(Slice, Slice)} does, as {@link #ibroadcast} says. */
    Pending iallGather(Slice part, Slice all);

    /** Begins what {@link #allReduce(Slice, Reduction)} does, as {@link #ibroadcast} says. */
    Pending iallReduce(Slice data, Reduction reduction);

    /** Begins what {@link #reduce(int, Slice, Reduction)} does, as {@link #ibroadcast} says. */
    Pending ireduce(int root, Slice data, Reduction reduction);

    /** Begins what {@link #scan(Slice, Reduction)} does, as {@link #ibroadcast} says. */
    Pending iscan(Slice data, Reduction reduction);

    /** Begins what {@link #allToAll(Slice, Slice)} does, as {@link #ibroadcast} says. */
    Pending iallToAll(Slice out, Slice in);

    /** Begins what the other {@code allToAll} does, as {@link #ibroadcast} says; the counts are the caller's at once. */
    Pending iallToAll(Slice out, int[] outCounts, Slice in, int[] inCounts);

    /** Begins what {@link #remoteBarrier} does, as {@link #ibroadcast} says: done when all IDs have begun it. */
    Pending iremoteBarrier();

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
