package org.moide.commlib.port;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.moide.commlib.RefusedException;
import org.moide.commlib.registration.NodeReference;

/**
 * The space in which distributed objects live (MOIDE, §3.2: the interface {@code Engine} and its implementation
 * {@code EngineImpl}): one for each process. An object is exported under a plain interface and a name and reached from
 * elsewhere by a proxy of that interface, over RMI or, in simulation, over the event queue. All that crosses a process
 * border crosses here.
 *
 * <p><b>Interfaces.</b> Methods take and return serializable values: records of ours, JDK value types, and application
 * objects as bytes. A call blocks its caller until the answer is there or the deadline has passed, and then throws a
 * {@link org.moide.commlib.RemoteCallException} that says what is known. What the implementation throws comes back as
 * {@link org.moide.commlib.RemoteFailureException}, as text.
 *
 * <p><b>Threads.</b> All methods may be called by any thread. Exported objects are called by several threads at once, on
 * threads that belong to the space: they hand the record to whoever does the work and return.
 */
public interface ObjectSpace extends AutoCloseable {
    /** The reference by which others reach this process. */
    NodeReference self();

    /**
     * Makes {@code object} callable from other processes. Replaces what had this name.
     *
     * @param type an interface that {@code object} implements
     * @param name what proxies ask for
     */
    <T> void export(Class<T> type, String name, T object);

    /** Ends {@link #export}: later calls are refused. Unknown names are ignored. */
    void withdraw(String name);

    /**
     * The object called {@code name} in the process {@code node}. Does not block and does not connect: the first call
     * does. If {@code node} is this process itself the calls go straight to the object.
     *
     * @param deadline how long each call may take in all, connecting included
     */
    <T> T proxy(NodeReference node, Class<T> type, String name, Duration deadline);

    /**
     * Returns the version of MOIDE that a process has, as it has told in the handshake of a call to it; empty where
     * that is not known, which is so before the first call, or when none was made for a while.
     */
    default String version(NodeReference node) {
        return "";
    }

    /**
     * Finds a process of which only the address is known, such as an engine daemon.
     *
     * @param address host name or address
     * @throws org.moide.commlib.RemoteCallException naming every address tried and what each said
     */
    NodeReference find(String address, int port, Duration deadline);

    /**
     * Goes to another process and back, over a connection of its own, so that it is known whether it can be reached now. Blocks.
     * The default is for a space with nobody else in it.
     *
     * @throws org.moide.commlib.RefusedException if it was reached, and does not want to be
     * @throws org.moide.commlib.RemoteCallException if it was not reached by the deadline
     */
    default void ping(NodeReference node, Duration deadline) {
        // This process is always there.
    }

    /**
     * Lists the processes that have not answered this one any more, and for how long: since the first call began, pings included,
     * after which none has brought an answer. One that was not called for a minute is not among them.
     */
    default Map<NodeReference, Duration> unanswered() {
        return Map.of();
    }

    /**
     * Opens an idle connection whose only use is that both sides notice at once when the other's process ends.
     *
     * @param owner what the other side's listener is told
     * @param whenClosed called once, on a thread of the space, when the connection has closed for any reason but
     *     {@link Lifeline#close}
     */
    Lifeline openLifeline(NodeReference node, String owner, Duration deadline, Runnable whenClosed);

    /** Sets the listener for lifelines that others open to this process; once, before others know of us. */
    void acceptLifelines(LifelineListener listener);

    /**
     * Opens a connection for data to whoever accepts those called {@code name} in another process. Not every space has
     * them: what can be said by calls can do without.
     *
     * @throws org.moide.commlib.RefusedException if this space or the other side has none
     * @throws org.moide.commlib.RemoteCallException if it could not be opened by the deadline
     */
    default DataConnection connect(NodeReference node, String name, Duration deadline) {
        throw new RefusedException("expected a space with data connections, found calls only", null);
    }

    /**
     * Takes the data connections of others that name {@code name}, until {@link #declineConnections}. Those that nobody takes
     * are closed.
     *
     * @param acceptor called on a thread of the space; must not block, so it opens them on a thread of its own
     */
    default void acceptConnections(String name, Consumer<DataConnection.Arriving> acceptor) {
        // None ever come.
    }

    /** Ends {@link #acceptConnections}; those open stay open. Unknown names are ignored. */
    default void declineConnections(String name) {
        // None ever come.
    }

    /** Closes every connection and the listening port. Waits for the space's own threads to end, 5 s at most. */
    @Override
    void close();

    /** The opener's end of a lifeline. */
    interface Lifeline extends AutoCloseable {
        boolean isOpen();

        @Override
        void close();
    }

    /** The accepting end of lifelines. Called on threads of the space; must not block. */
    interface LifelineListener {
        void opened(String owner);

        /** Hears that the other side closed it, or that its process or host is gone. */
        void closed(String owner);
    }
}
