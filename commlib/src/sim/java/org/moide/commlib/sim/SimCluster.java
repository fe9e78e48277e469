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
 *
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
 * <p>The same seed tells the same story, which {@link #digest} shows. Used by the thread outside while nothing runs, and by
 * events and simulated threads in their turn.
 */
public final class SimCluster implements AutoCloseable {
    /** Ports differ, so that processes of one host can be found by address. */
    private static final int FIRST_PORT = 7_000;

    /** Tickers of two processes start up to some eleven days apart, before or after zero. */
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

    /** A cluster on a queue with a limit of its own; from now on only the cluster runs it. */
    public SimCluster(EventQueue queue) {
        this.queue = queue;
        this.scheduler = new SimScheduler(queue);
        this.network = new SimNetwork(queue);
        this.chance = queue.random("cluster");
    }

    // --- who is there

    /** The process of this name, started on a host of its own if there is none. */
    public SimNode node(String name) {
        return node(name, name);
    }

    /** The process of this name, started on {@code host} if there is none. */
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

    /** All processes that were not killed. */
    public List<SimNode> alive() {
        return nodes.values().stream().filter(SimNode::isAlive).toList();
    }

    // --- what happens to them

    /** Sets how the network behaves from now on. */
    public void network(NetworkModel model) {
        network.model(model);
    }

    /**
     * Loads processes: from now on they send and take one message after the other.
     *
     * @param handling what each message takes of its sender's time, and of its receiver's
     * @param bytesPerSecond what a process can send
     * @return what each sends from now on
     */
    public HostLoad<SimNode> load(Duration handling, double bytesPerSecond) {
        HostLoad<SimNode> load = new HostLoad<>(queue, handling, bytesPerSecond);
        network.load(load);
        return load;
    }

    /** Cuts the two from each other: nothing gets from either to the other any more. */
    public void cut(SimNode one, SimNode other) {
        cutOneWay(one, other);
        cutOneWay(other, one);
    }

    /** Cuts one way: nothing gets from {@code from} to {@code to} any more; the other way is open. */
    public void cutOneWay(SimNode from, SimNode to) {
        network.cut(from, to);
    }

    /** Cuts a process from all others. */
    public void cut(SimNode node) {
        others(node).forEach(other -> cut(node, other));
    }

    /** Breaks all connections of a process, as what lies between it and the others may do; others can be made. */
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

    /** The link works again, both ways. */
    public void heal(SimNode one, SimNode other) {
        network.heal(one, other);
        network.heal(other, one);
    }

    /** Lets nobody be slow any more, but for what is under way. */
    public void speedUp() {
        processes.values().forEach(node -> network.slow(node, 1));
    }

    /** Lets all links work again. */
    public void heal() {
        for (SimNode one : processes.values()) {
            for (SimNode other : processes.values()) {
                network.heal(one, other);
            }
        }
    }

    /** Ends a process at once, like {@code kill -9}: others see their connections break as soon as the network lets them. */
    public void kill(SimNode node) {
        if (node.isAlive()) {
            queue.tell(() -> node + " is gone");
            node.kill();
            disconnect(node);
        }
    }

    /** A host loses power: its processes are gone, and nobody is told. */
    public void losePower(SimNode node) {
        cut(node);
        kill(node);
    }

    /** Starts a killed process again, at the same address; to others it is another process. */
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

    /** Lets a paused process go on. */
    public void resume(SimNode node) {
        node.resume();
    }

    /** Lets what a process sends, gets and computes take so many times as long. */
    public void slow(SimNode node, int times) {
        network.slow(node, times);
    }

    /** Sets a process's wall clock: so far ahead of the simulation, or behind. */
    public void setClock(SimNode node, Duration ahead) {
        node.setClockOffset(ahead);
    }

    /** Plans what happens to the cluster. */
    public Event after(Duration delay, String what, Runnable action) {
        return queue.after(delay, what, action);
    }

    /**
     * Methods of these distributed interfaces never block where they run, and who implements one that does is told so. Their
     * calls then need no thread of their own: a simulation with many of them is faster.
     */
    public void neverBlock(Class<?>... interfaces) {
        quick.addAll(List.of(interfaces));
    }

    // --- running it

    /** Runs until all threads made by {@link SimNode#start} have ended; see {@link SimScheduler#run}. */
    public void run(Duration limit) {
        scheduler.run(limit);
    }

    /** Runs until {@code condition} holds; see {@link SimScheduler#runUntil}. */
    public void runUntil(BooleanSupplier condition, Duration limit) {
        scheduler.runUntil(condition, limit);
    }

    /** Runs what is planned for this span of simulated time. */
    public void runFor(Duration span) {
        scheduler.runFor(span);
    }

    /** Time, chance, invariants. */
    public EventQueue queue() {
        return queue;
    }

    /** The threads. */
    public SimScheduler scheduler() {
        return scheduler;
    }

    /** See {@link EventQueue#digest}. */
    public long digest() {
        return queue.digest();
    }

    /** Ends all threads of the simulation and waits for them. */
    @Override
    public void close() {
        scheduler.close();
    }

    // --- for the parts of the simulation

    SimNetwork network() {
        return network;
    }

    boolean neverBlocks(Class<?> type) {
        return quick.contains(type);
    }

    /** Calls on their way. */
    Set<SimCall> calls() {
        return calls;
    }

    Set<SimConnection> connections() {
        return connections;
    }

    Set<SimLifeline> lifelines() {
        return lifelines;
    }

    /** The process that this is or was. */
    @Nullable
    SimNode process(NodeReference reference) {
        return processes.get(reference.nodeId());
    }

    /** The living process at an address. */
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
