package org.moide.commlib.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * A cluster in one JVM and in simulated time, told like a story:
 * <pre>{@code
 * try (SimCluster cluster = new SimCluster(seed)) {
 *     SimNode lender = cluster.node("engine-0");
 *     SimNode borrower = cluster.node("engine-1");
 *     borrower.start("compute-0", () -> …);
 *     cluster.after(Duration.ofMillis(5), "the cable is pulled", () -> cluster.cut(lender, borrower));
 *     cluster.after(Duration.ofMillis(90), "and put back", cluster::heal);
 *     cluster.run(Duration.ofMinutes(1));
 * }
 * }</pre>
 *
 * <p>The same seed gives the same run, as {@link #digest} shows. The thread outside uses it while no simulation runs;
 * events and simulated threads use it in their turn.
 */
public final class SimCluster implements AutoCloseable {
    /**
     * The port of the first process. The next processes have the next ports, so that processes of one host can be found
     * by address.
     */
    private static final int FIRST_PORT = 7_000;

    /**
     * The limits of the moment at which a process's ticker starts: up to some eleven days before or after zero. It
     * differs from process to process, so that code fails that compares two processes' times.
     */
    private static final long TICKER_OFFSETS_NANOS = 1_000_000_000_000_000L;

    private final EventQueue queue;
    private final SimScheduler scheduler;
    private final SimNetwork network;
    private final RandomGenerator chance;
    private final Map<String, SimNode> processes = new LinkedHashMap<>();
    private final Map<String, SimNode> nodes = new LinkedHashMap<>();
    private final Set<SimCall> calls = new LinkedHashSet<>();
    private final Set<SimLifeline> lifelines = new LinkedHashSet<>();
    private final Set<SimConnection> connections = new LinkedHashSet<>();
    private final Set<Class<?>> quick = new LinkedHashSet<>();

    public SimCluster(long seed) {
        this(new EventQueue(seed));
    }

    /** Creates a cluster on a queue of events, with that queue's limit of events; from now on only the cluster runs it. */
    public SimCluster(EventQueue queue) {
        this.queue = queue;
        this.scheduler = new SimScheduler(queue);
        this.network = new SimNetwork(queue);
        this.chance = queue.random("cluster");
    }

    // --- processes --------------------------------------------------------------------------------------------------

    /** Returns the process of this name; starts it on a host of its own if there is none. */
    public SimNode node(String name) {
        return node(name, name);
    }

    /** Returns the process of this name; starts it on {@code host} if there is none. */
    public SimNode node(String name, String host) {
        SimNode known = nodes.get(name);
        return known != null ? known : started(name, host, FIRST_PORT + nodes.size());
    }

    private SimNode started(String name, String host, int port) {
        String nodeId = name + "#" + processes.size();
        long tickerOffset = chance.nextLong(-TICKER_OFFSETS_NANOS, TICKER_OFFSETS_NANOS);
        SimNode node = new SimNode(this, name, new NodeReference(nodeId, List.of(host), port), tickerOffset);
        processes.put(nodeId, node);
        nodes.put(name, node);
        return node;
    }

    /** Returns all processes that were not killed. */
    public List<SimNode> alive() {
        return nodes.values().stream().filter(SimNode::isAlive).toList();
    }

    // --- faults and changes -----------------------------------------------------------------------------------------

    /** Sets how the network behaves from now on. */
    public void network(NetworkModel model) {
        network.model(model);
    }

    /**
     * Limits the capacity of processes: from now on they send and take one message after the other.
     *
     * @param handling the time that each message takes at its sender, and again at its receiver
     * @param bytesPerSecond the bandwidth of each process
     * @return counts what each process sends from now on
     */
    public HostLoad<SimNode> load(Duration handling, double bytesPerSecond) {
        HostLoad<SimNode> load = new HostLoad<>(queue, handling, bytesPerSecond);
        network.load(load);
        return load;
    }

    /** Cuts two processes from each other, in both directions. */
    public void cut(SimNode one, SimNode other) {
        cutOneWay(one, other);
        cutOneWay(other, one);
    }

    /** Cuts one direction: no message from {@code from} reaches {@code to}; the other direction stays open. */
    public void cutOneWay(SimNode from, SimNode to) {
        network.cut(from, to);
    }

    /** Cuts a process from all others. */
    public void cut(SimNode node) {
        others(node).forEach(other -> cut(node, other));
    }

    /** Breaks all connections of a process, as a network device may do. New ones can be opened. */
    public void breakConnections(SimNode node) {
        for (SimCall call : List.copyOf(calls)) {
            if (call.target() == node || call.caller() == node) {
                call.reset();
            }
        }
        for (SimConnection connection : List.copyOf(connections)) {
            if (connection.concerns(node)) {
                connection.reset();
                connections.remove(connection);
            }
        }
        for (SimLifeline lifeline : List.copyOf(lifelines)) {
            if (lifeline.concerns(node)) {
                lifeline.reset();
                lifelines.remove(lifeline);
            }
        }
    }

    /** Mends the link between two processes, in both directions. */
    public void heal(SimNode one, SimNode other) {
        network.heal(one, other);
        network.heal(other, one);
    }

    /** Makes all processes fast again, and their threads punctual; messages under way stay slow. */
    public void speedUp() {
        processes.values().forEach(node -> network.slow(node, 1));
        scheduler.late(0, Duration.ZERO);
    }

    /**
     * Makes threads late from now on, as on a machine that is busy with others: a thread that could go on gets the
     * processor later.
     *
     * @param onceIn one of so many turns of threads comes late, from 1 on
     * @param most how late a turn comes at most; above 0
     */
    public void lateThreads(int onceIn, Duration most) {
        scheduler.late(onceIn, most);
    }

    /** Mends all links. */
    public void heal() {
        for (SimNode one : processes.values()) {
            for (SimNode other : processes.values()) {
                network.heal(one, other);
            }
        }
    }

    /**
     * Ends a process at once, like {@code kill -9}. Other processes see their connections break as soon as the network
     * delivers that.
     */
    public void kill(SimNode node) {
        if (node.isAlive()) {
            queue.tell(() -> node + " is gone");
            node.kill();
            disconnect(node);
        }
    }

    /** Ends the process as a power failure of its host does: other processes get no notice. */
    public void losePower(SimNode node) {
        cut(node);
        kill(node);
    }

    /** Starts a killed process again, at the same address; to other processes it is a different process. */
    public SimNode restart(SimNode node) {
        if (node.isAlive()) {
            throw new IllegalArgumentException("expected a killed process to start again, found " + node + " alive");
        }
        NodeReference place = node.reference();
        return started(node.name(), place.addresses().get(0), place.port());
    }

    /** Stops a process, like SIGSTOP: its threads and events wait, its connections stay open. */
    public void pause(SimNode node) {
        node.pause();
    }

    /** Lets a paused process continue. */
    public void resume(SimNode node) {
        node.resume();
    }

    /** Makes everything that a process sends, gets and computes take this many times as long. */
    public void slow(SimNode node, int times) {
        network.slow(node, times);
    }

    /** Sets a process's wall clock ahead of the simulation, or behind it if negative. */
    public void setClock(SimNode node, Duration ahead) {
        node.setClockOffset(ahead);
    }

    /** Plans an event of the cluster itself, such as a fault; it happens after {@code delay}. */
    public Event after(Duration delay, String what, Runnable action) {
        return queue.after(delay, what, action);
    }

    /**
     * Declares that methods of these distributed interfaces never block where they run; an implementation that blocks
     * gets an exception. Their calls then need no thread of their own, which makes a simulation with many of them
     * faster.
     */
    public void neverBlock(Class<?>... interfaces) {
        quick.addAll(List.of(interfaces));
    }

    // --- running the cluster ----------------------------------------------------------------------------------------

    /** Runs until all threads that {@link SimNode#start} has started have ended; see {@link SimScheduler#run}. */
    public void run(Duration limit) {
        scheduler.run(limit);
    }

    /** Runs until {@code condition} holds; see {@link SimScheduler#runUntil}. */
    public void runUntil(BooleanSupplier condition, Duration limit) {
        scheduler.runUntil(condition, limit);
    }

    /** Runs for this span of simulated time. */
    public void runFor(Duration span) {
        scheduler.runFor(span);
    }

    /** Returns the queue with the time, the random generators and the invariants. */
    public EventQueue queue() {
        return queue;
    }

    /** Returns the scheduler of the threads. */
    public SimScheduler scheduler() {
        return scheduler;
    }

    /**
     * Returns a hash of all events so far and of their times, by which two runs can be compared; see
     * {@link EventQueue#digest}.
     */
    public long digest() {
        return queue.digest();
    }

    /** Ends all threads of the simulation and waits for them. */
    @Override
    public void close() {
        scheduler.close();
    }

    // --- for other classes of the simulation ------------------------------------------------------------------------

    SimNetwork network() {
        return network;
    }

    boolean neverBlocks(Class<?> type) {
        return quick.contains(type);
    }

    /** Returns the remote calls that are under way. */
    Set<SimCall> calls() {
        return calls;
    }

    Set<SimConnection> connections() {
        return connections;
    }

    Set<SimLifeline> lifelines() {
        return lifelines;
    }

    /** Returns the process that a reference names, even if it has ended; null if there was none. */
    @Nullable
    SimNode process(NodeReference reference) {
        return processes.get(reference.nodeId());
    }

    /** Returns the living process at an address; null if there is none. */
    @Nullable
    SimNode process(String address, int port) {
        return alive().stream()
                .filter(node -> node.reference().port() == port
                        && node.reference().addresses().contains(address))
                .findFirst()
                .orElse(null);
    }

    /** Breaks all connections of a process. */
    void disconnect(SimNode node) {
        for (SimCall call : List.copyOf(calls)) {
            if (call.target() == node) {
                call.reset();
            }
        }
        for (SimConnection connection : List.copyOf(connections)) {
            if (connection.concerns(node)) {
                connection.lost(node);
                connections.remove(connection);
            }
        }
        for (SimLifeline lifeline : new ArrayList<>(lifelines)) {
            if (lifeline.concerns(node)) {
                lifeline.lost(node);
                lifelines.remove(lifeline);
            }
        }
    }

    private List<SimNode> others(SimNode node) {
        return processes.values().stream().filter(other -> other != node).toList();
    }
}
