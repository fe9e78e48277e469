package org.moide.commlib.port;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.moide.commlib.RefusedException;
import org.moide.commlib.registration.NodeReference;

/**
 * The space in which distributed objects live, one for each process (MOIDE, §3.2: the interface {@code Engine} and its
 * implementation {@code EngineImpl}). An object is exported under a plain interface and a name. Other processes reach
 * it by a proxy of that interface, over RMI or, in simulation, over the event queue. Everything that one process sends
 * to another passes through a space.
 *
 * <p><b>Interfaces.</b> Methods take and return serializable values: records of MOIDE, JDK value types, and
 * application objects as bytes. A call blocks its caller until the answer arrives or the deadline has passed; in the
 * latter case it throws a {@link org.moide.commlib.RemoteCallException} that says what is known. An exception of the
 * implementation arrives as a {@link org.moide.commlib.RemoteFailureException}, as text.
 *
 * <p><b>Threads.</b> Any thread may call any method. Threads of the space call exported objects, several at once; an
 * exported object should pass its argument on to a thread that does the work, and return.
 */
public interface ObjectSpace extends AutoCloseable {
    /** Returns the reference by which other processes reach this one. */
    NodeReference self();

    /**
     * Makes {@code object} callable from other processes. Replaces an object of the same name.
     *
     * @param type an interface that {@code object} implements
     * @param name the name that proxies use
     */
    <T> void export(Class<T> type, String name, T object);

    /** Ends {@link #export}: later calls are refused. Unknown names are ignored. */
    void withdraw(String name);

    /**
     * Returns a proxy of the object {@code name} in the process {@code node}. Does not block or connect: the first
     * call connects. If {@code node} is this process, calls go directly to the object.
     *
     * @param deadline the longest time of each call, connecting included
     */
    <T> T proxy(NodeReference node, Class<T> type, String name, Duration deadline);

    /**
     * Returns the MOIDE version of a process, as it told in the handshake of a call. Returns an empty text if that is
     * unknown: before the first call, or if there was no call for a while.
     */
    default String version(NodeReference node) {
        return "";
    }

    /**
     * Finds a process by its address, such as an engine daemon.
     *
     * @param address host name or address
     * @throws org.moide.commlib.RemoteCallException naming every address tried, with its error
     */
    NodeReference find(String address, int port, Duration deadline);

    /**
     * Checks that a process can be reached now, over a new connection. Blocks. The default is for a space that has no
     * other process.
     *
     * @throws org.moide.commlib.RefusedException if the process was reached and refused
     * @throws org.moide.commlib.RemoteCallException if it was not reached by the deadline
     */
    default void ping(NodeReference node, Duration deadline) {
        // This process always reaches itself.
    }

    /**
     * Returns the processes that no longer answer, and for how long: since the begin of the first unanswered call after
     * the last answered call or ping. Processes that were only pinged, or not called for a minute, are left out.
     */
    default Map<NodeReference, Duration> unanswered() {
        return Map.of();
    }

    /**
     * Opens a lifeline: an idle connection by which both sides notice at once when the other's process ends.
     *
     * @param owner the name that the other side's listener gets
     * @param whenClosed called once, on a thread of the space, when the connection has closed for any reason but
     * {@link Lifeline#close}
     */
    Lifeline openLifeline(NodeReference node, String owner, Duration deadline, Runnable whenClosed);

    /** Sets the listener for lifelines that other processes open. Called once, before other processes know this one. */
    void acceptLifelines(LifelineListener listener);

    /**
     * Opens a connection for data to the acceptor called {@code name} in another process. Some spaces do not have such
     * connections; their users must then use calls.
     *
     * @throws org.moide.commlib.RefusedException if this space or the other side has none
     * @throws org.moide.commlib.RemoteCallException if it could not be opened by the deadline
     */
    default DataConnection connect(NodeReference node, String name, Duration deadline) {
        throw new RefusedException("expected a space with data connections, found calls only", null);
    }

    /**
     * Accepts data connections to {@code name}, until {@link #declineConnections}. Connections without an acceptor are
     * closed.
     *
     * @param acceptor called on a thread of the space; it must not block, so it opens the connections on a thread of
     * its own
     */
    default void acceptConnections(String name, Consumer<DataConnection.Arriving> acceptor) {
        // No connection ever arrives.
    }

    /**
     * Returns the memory that this process shares with others of its host. The default is for a space in which no
     * process ever does.
     */
    default HostMemory memory() {
        return HostMemory.NONE;
    }

    /** Ends {@link #acceptConnections}; open connections stay open. Unknown names are ignored. */
    default void declineConnections(String name) {
        // No connection ever arrives.
    }

    /** Closes every connection and the listening port. Waits for the space's own threads to end, at most 5 s. */
    @Override
    void close();

    /** The opener's end of a lifeline, an idle connection by which each side notices the end of the other's process. */
    interface Lifeline extends AutoCloseable {
        boolean isOpen();

        @Override
        void close();
    }

    /**
     * A listener for lifelines that other processes open to this one. Threads of the space call it; it must not block.
     */
    interface LifelineListener {
        void opened(String owner);

        /** Learns that a lifeline is closed: its opener closed it, or the opener's process or host is gone. */
        void closed(String owner);
    }
}
