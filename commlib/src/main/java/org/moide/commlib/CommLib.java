package org.moide.commlib;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * The communication interface of one compute thread (MOIDE, §3.1.3 and §3.3). It names peers by logical ID. A call
 * looks the same wherever its peers are: threads of one engine communicate through shared memory, threads of
 * different engines through remote method invocation.
 *
 * <p><b>Threads.</b> An instance belongs to one compute thread, and only that thread may call it. Every method here
 * may block until its peers have done their part. When a member that a method waits for is lost, or the run ends, the
 * method throws a {@link CommException}.
 *
 * <p><b>Order.</b> Messages with the same sender, receiver and tag are received in the order in which they were sent.
 * All IDs call collectives in the same order.
 *
 * <p><b>Buffers.</b> When a call has returned, the caller may change its arrays again. Arrays of primitives are
 * copied. Objects are serialized between engines, and passed by reference inside one engine: there they are shared
 * data, so the two threads must agree on who may still change them.
 *
 * <p><b>Errors.</b> Unknown IDs, negative tags, and lengths that differ between the two sides throw {@link
 * IllegalArgumentException}, which names the call, IDs, tag and lengths. A send to the caller's own ID, or a receive
 * from it, throws the same; an exchange with the caller's own ID is a copy. A collective that fails at one ID fails
 * at all IDs; an ID whose call has already returned fails in its next collective. An ID that has waited in a
 * collective for longer than the run's limit (half an hour) throws a {@link CommException} that names the IDs that
 * have not called this collective, or have called a different one.
 */
public interface CommLib {
    /**
     * The wildcard for a sender's ID, in receives and probes: they take the message that arrived first, from any
     * sender.
     */
    int ANY_SENDER = Integer.MIN_VALUE;

    /** The wildcard for a tag, in receives and probes: they take any tag that the application uses. */
    int ANY_TAG = Integer.MIN_VALUE;

    /** Returns the caller's logical ID, from 0 to {@link #count()} − 1. */
    int id();

    /** Returns the number of logical IDs in this epoch, the time between two changes of the run's engines. */
    int count();

    /** Returns the number of the engine whose thread has the logical ID {@code id}. */
    int engineOf(int id);

    // --- point to point -------------------------------------------------------------------------------------------

    /**
     * Sends elements of a primitive array, and returns when the caller may reuse the array. A send of up to 64 KiB
     * returns at once; a longer one returns after the receiver has taken the message. Two IDs that send long messages
     * to each other therefore use {@link #exchange}.
     *
     * @param tag from 0 on; the receiver asks for this tag
     */
    void send(int receiver, int tag, Slice data);

    /** Sends an object. A primitive array is sent without serialization, as by {@link #send(int, int, Slice)}. */
    void send(int receiver, int tag, Serializable value);

    /**
     * Receives elements into an array.
     *
     * @return the number of elements received; at most {@code into.length()}, since a longer message is an error
     */
    int receive(int sender, int tag, Slice into);

    /** Receives an object. A primitive array arrives in a new array of the message's length. */
    <T> T receive(int sender, int tag, Class<T> type);

    /**
     * Sends to {@code partner} and receives from it at the same time, without risk of deadlock. The partner calls
     * {@code exchange}, or a send and a receive. {@code out} and {@code in} must not overlap.
     */
    void exchange(int partner, int tag, Slice out, Slice in);

    /**
     * Receives like {@link #receive(int, int, Slice)}, and returns the message's sender, tag and length. A caller that
     * gives {@link #ANY_SENDER} or {@link #ANY_TAG} does not know these in advance; every receive accepts both
     * wildcards. If several messages match, the receive takes the one that arrived first. While it waits for any
     * sender, the loss of any engine ends the wait with an exception.
     */
    Received receiveFrom(int sender, int tag, Slice into);

    /** Waits for a message without taking it: a later receive of its sender and tag gets it. */
    Received probe(int sender, int tag);

    /** Probes like {@link #probe}, but does not wait. Returns empty if there is no message. */
    Optional<Received> tryProbe(int sender, int tag);

    // --- while the thread computes --------------------------------------------------------------------------------

    /** Begins what {@link #send(int, int, Slice)} does, and does not wait for the receiver. */
    Pending isend(int receiver, int tag, Slice data);

    /** Begins what {@link #send(int, int, Serializable)} does, and does not wait for the receiver. */
    Pending isend(int receiver, int tag, Serializable value);

    /**
     * Begins what {@link #receiveFrom} does. If several receives match a message, blocking ones included, the receive
     * that began first gets it. A service thread of the engine may fetch the data of a long message while the caller
     * computes.
     *
     * @throws IllegalStateException if more than 65,536 receives are pending
     */
    PendingReceive<Received> ireceive(int sender, int tag, Slice into);

    /** Begins what {@link #receive(int, int, Class)} does. */
    <T> PendingReceive<T> ireceive(int sender, int tag, Class<T> type);

    // --- served by the peer's communication thread ------------------------------------------------------------------

    /**
     * Sends a simple message (Task Pool Teams, §2.3): the handler that {@code to} has for the tag gets it even while
     * the threads there compute. Messages of the same sender, receiver and tag are handled in order. Blocks as a send
     * does. The tags of simple messages are independent of those of sends and of requests.
     *
     * @param to any ID, also the caller's own
     */
    void post(int to, int tag, Serializable value);

    /**
     * Sets the handler of simple messages to this ID with a tag. The handler gets messages that have already arrived
     * and all later ones. It runs on the engine's communication thread {@code engine-n-communication}, which starts
     * with the engine's first handler.
     *
     * @throws IllegalStateException if the tag has a handler already
     */
    <T> void onMessage(int tag, Class<T> type, MessageHandler<T> handler);

    /**
     * Sends a request to the handler that {@code to} has for the tag, and waits for the handler's answer (Task Pool
     * Teams, complex communication). Only the calling thread waits. If there is no handler yet, it waits for one.
     *
     * @param to any ID, also the caller's own
     * @throws RemoteFailureException with the handler's stack trace if the handler threw
     */
    <T> T request(int to, int tag, Serializable value, Class<T> type);

    /**
     * Begins what {@link #request(int, int, Serializable, Class)} does, and does not wait for the answer: the engine's
     * communication thread passes it to {@code whenAnswered}, under the rules of {@link MessageHandler#handle}. Blocks
     * as a send does. Handlers of answers from the same ID and tag run in the order of the requests. If the handler of
     * the request throws, the run ends. If the engine of {@code to} is lost, {@code whenAnswered} is not called.
     *
     * @param to any ID, also the caller's own
     */
    <T> void request(int to, int tag, Serializable value, Class<T> type, Consumer<T> whenAnswered);

    /**
     * Sets the handler that answers requests to this ID with a tag. It runs as the handlers of {@link #onMessage} do.
     *
     * @throws IllegalStateException if the tag has a handler already
     */
    <T> void onRequest(int tag, Class<T> type, RequestHandler<T> handler);

    // --- groups ---------------------------------------------------------------------------------------------------

    /**
     * Makes a group of some IDs, each of which calls this method with the same list. In the group the IDs are 0, 1, …
     * in the order of the list. The group's messages, handlers and collectives are separate from those of this library;
     * but a collective that fails in a group also fails all IDs outside it. The group belongs to the same thread as
     * this library.
     *
     * @param ids different IDs, among them the caller's own
     * @throws IllegalStateException if the run has some 13,000 groups already
     */
    CommLib group(int... ids);

    /**
     * Divides all IDs into groups and returns the caller's group; every ID calls this method. IDs that give the same
     * colour form one group. In a group, IDs are numbered in the order of their keys, and in the order of their old IDs
     * where keys are equal.
     */
    CommLib split(int colour, int key);

    /**
     * Returns this library with another profile: settings that select the algorithms of its blocking collectives. A
     * profile consists of the lines that {@code moide bench comm --save-profile} writes. With this method an
     * application can compare profiles; they change the speed of collectives, but not their results. All IDs must give
     * the same profile.
     *
     * @throws IllegalArgumentException that names the line
     */
    CommLib withProfile(String profile);

    // --- collectives: every ID calls, in the same order -----------------------------------------------------------

    /** Copies root's elements to all other IDs. All slices have the same length. */
    void broadcast(int root, Slice data);

    /** Returns root's object at every ID. The {@code value} of every ID but root is ignored. */
    <T extends Serializable> T broadcast(int root, T value);

    /**
     * Cuts root's {@code all} in {@link #count()} parts in the order of IDs; each ID receives its own part. The parts
     * may differ in length: the length of an ID's {@code part} is the length of its part. Only root's {@code all} is
     * read.
     */
    void scatter(int root, Slice all, Slice part);

    /** Collects the parts of all IDs in root's {@code all}, in the order of IDs: the reverse of {@link #scatter}. */
    void gather(int root, Slice part, Slice all);

    /**
     * Collects the parts of all IDs, as {@link #gather} does, in the {@code all} of every ID. {@code part} may be the
     * caller's own section of {@code all}, and threads of one engine may give the same {@code all}: data that already
     * lies in its section is not copied.
     */
    void allGather(Slice part, Slice all);

    /** Returns the values of all IDs, in the order of IDs. */
    <T extends Serializable> List<T> allGather(T value);

    /**
     * Combines the elements of all IDs, position by position. Each ID finds the result in its own {@code data}. The
     * same inputs on the same numbers of engines and threads give the same bits.
     */
    void allReduce(Slice data, Reduction reduction);

    /**
     * Combines the objects of all IDs like {@link #allReduce(Slice, Reduction)}; {@code operator} must be
     * associative.
     */
    <T extends Serializable> T allReduce(T value, BinaryOperator<T> operator);

    /**
     * Combines the elements of all IDs, position by position. Only {@code root} finds the result in its {@code data};
     * the data of the other IDs does not change. As with {@link #allReduce(Slice, Reduction)}, the same inputs on the
     * same numbers of engines and threads give the same bits.
     */
    void reduce(int root, Slice data, Reduction reduction);

    /**
     * Combines the values of all IDs in the order of IDs. Root gets the result; each other ID gets its own value
     * back. {@code operator} must be associative and must not change its arguments.
     */
    <T extends Serializable> T reduce(int root, T value, BinaryOperator<T> operator);

    /**
     * Combines, position by position, the elements of all IDs from 0 to the caller's own (inclusive). The caller
     * finds the result in {@code data}. The same inputs on the same numbers of engines and threads give the same
     * bits.
     */
    void scan(Slice data, Reduction reduction);

    /**
     * Combines the values of all IDs from 0 to the caller's own (inclusive), in the order of IDs. {@code operator}
     * must be associative and must not change its arguments.
     */
    <T extends Serializable> T scan(T value, BinaryOperator<T> operator);

    /**
     * Cuts {@code out} in {@link #count()} equal parts and gives part i to ID i. {@code in} receives the parts that
     * all IDs have for the caller, in the order of IDs. All slices of all IDs have the same length and type, and
     * {@code out} and {@code in} must not overlap.
     */
    void allToAll(Slice out, Slice in);

    /**
     * Exchanges like {@link #allToAll(Slice, Slice)} with parts of any length: {@code outCounts[i]} elements go to ID
     * i, and {@code inCounts[i]} elements come from it. The parts follow each other without gaps from the start of
     * each slice. If the two sides of a pair give different counts, all IDs fail.
     */
    void allToAll(Slice out, int[] outCounts, Slice in, int[] inCounts);

    /**
     * Waits for all threads of this engine, and for no thread of another engine. MPI's barrier is {@link
     * #remoteBarrier}; the two methods do the same only if there is one engine.
     */
    void barrier();

    /** Waits for all IDs of all engines, as {@code MPI_Barrier} does. */
    void remoteBarrier();

    // --- collectives while the thread computes --------------------------------------------------------------------

    /**
     * Begins what {@link #broadcast(int, Slice)} does, as MPI-3's {@code MPI_Ibcast}. This method, and each one that
     * begins a collective, returns at once. A thread of the engine ({@code engine-n-collectives-t}, which the first
     * such call starts) does the rest while the caller computes.
     *
     * <p><b>Order.</b> The collectives that a thread has begun are done one after the other, also those of different
     * groups. All IDs therefore begin them in the same order. A begun collective never meets a blocking one: each
     * kind has its own order, and blocking collectives may be called while begun ones are open.
     *
     * <p><b>Buffers.</b> The caller must not touch the slices until {@link Pending#await} has returned or thrown, or
     * {@link Pending#isDone} has returned true. The result has the same bits as the result of the blocking call.
     *
     * <p><b>Errors.</b> {@link Pending#await} throws what the blocking call throws for wrong arguments and failures.
     * Such an exception ends all collectives, blocking or begun, at all IDs. An interruption in {@code await} does
     * the same, and leaves the interrupt flag set. The loss of a member or the end of the run ends every {@code
     * await} with an exception. A thread may end without awaiting: the collectives it has begun continue until the
     * run ends.
     *
     * @throws IllegalStateException if more than 65,536 are open
     */
    Pending ibroadcast(int root, Slice data);

    /** Begins what {@link #scatter} does, under the rules of {@link #ibroadcast}. */
    Pending iscatter(int root, Slice all, Slice part);

    /** Begins what {@link #gather} does, under the rules of {@link #ibroadcast}. */
    Pending igather(int root, Slice part, Slice all);

    /** Begins what {@link #allGather(Slice, Slice)} does, under the rules of {@link #ibroadcast}. */
    Pending iallGather(Slice part, Slice all);

    /** Begins what {@link #allReduce(Slice, Reduction)} does, under the rules of {@link #ibroadcast}. */
    Pending iallReduce(Slice data, Reduction reduction);

    /** Begins what {@link #reduce(int, Slice, Reduction)} does, under the rules of {@link #ibroadcast}. */
    Pending ireduce(int root, Slice data, Reduction reduction);

    /** Begins what {@link #scan(Slice, Reduction)} does, under the rules of {@link #ibroadcast}. */
    Pending iscan(Slice data, Reduction reduction);

    /** Begins what {@link #allToAll(Slice, Slice)} does, under the rules of {@link #ibroadcast}. */
    Pending iallToAll(Slice out, Slice in);

    /**
     * Begins what {@link #allToAll(Slice, int[], Slice, int[])} does, under the rules of {@link #ibroadcast}. The
     * caller may change the two arrays of counts as soon as this method has returned.
     */
    Pending iallToAll(Slice out, int[] outCounts, Slice in, int[] inCounts);

    /**
     * Begins what {@link #remoteBarrier} does, under the rules of {@link #ibroadcast}. The barrier is complete when all
     * IDs have begun it.
     */
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
     * Sends the remaining bytes of a buffer, which may be direct; they are copied to an array first. The buffer's
     * position equals its limit when the call returns.
     */
    default void send(int receiver, int tag, ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        send(receiver, tag, Slice.of(bytes));
        data.position(data.limit());
    }

    /**
     * Receives bytes into the remaining part of a buffer, which may be direct; they are copied from an array. The
     * buffer's position then follows the last byte received.
     *
     * @return the number of bytes received
     */
    default int receive(int sender, int tag, ByteBuffer into) {
        byte[] bytes = new byte[into.remaining()];
        int came = receive(sender, tag, Slice.of(bytes));
        into.put(bytes, 0, came);
        return came;
    }

    /**
     * Exchanges ints with {@code partner}, with tag 0: sends the first {@code sendLength} elements of {@code send}, and
     * receives {@code receiveLength} elements into {@code receive}. This is the primitive of the MOIDE paper.
     */
    default void exchIntArray(int partner, int[] send, int sendLength, int[] receive, int receiveLength) {
        exchange(partner, 0, Slice.of(send, 0, sendLength), Slice.of(receive, 0, receiveLength));
    }

    /**
     * Exchanges doubles with {@code partner}, with tag 0: sends the first {@code sendLength} elements of {@code send},
     * and receives {@code receiveLength} elements into {@code receive}. This is the primitive of the MOIDE paper.
     */
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
