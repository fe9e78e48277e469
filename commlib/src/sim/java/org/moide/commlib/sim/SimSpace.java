package org.moide.commlib.sim;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Unanswered;
import org.moide.commlib.registration.NodeReference;

/**
 * The distributed objects of a simulated process. A call is serialized, passes through the event queue with the
 * latency and faults of the {@link NetworkModel}, and runs in the target's process. Its answer returns in the same
 * way, or is lost.
 *
 * <p>Simulated threads, exported objects and events may make blocking calls. While no simulation runs, the thread
 * outside may too; it then runs events until it has its answer.
 */
public final class SimSpace implements ObjectSpace {
    private final SimNode node;
    private final Map<String, Object> objects = new LinkedHashMap<>();
    private final Map<String, Consumer<DataConnection.Arriving>> acceptors = new LinkedHashMap<>();
    private @Nullable LifelineListener listener;
    private final Unanswered unanswered;
    private boolean open = true;

    SimSpace(SimNode node) {
        this.node = node;
        this.unanswered = new Unanswered(node.ticker());
    }

    @Override
    public NodeReference self() {
        return node.reference();
    }

    @Override
    public <T> void export(Class<T> type, String name, T object) {
        if (!type.isInterface()) {
            throw new IllegalArgumentException("expected an interface to export '" + name + "' under, found " + type);
        }
        objects.put(name, type.cast(object));
    }

    @Override
    public void withdraw(String name) {
        objects.remove(name);
    }

    @Override
    public <T> T proxy(NodeReference target, Class<T> type, String name, Duration deadline) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return ofObject(proxy, method, arguments, "'" + name + "' on " + target);
                    }
                    if (target.equals(self())) {
                        return callHere(type, name, method, arguments);
                    }
                    return call(target, type, name, method, arguments, deadline);
                }));
    }

    private static @Nullable Object ofObject(
            Object proxy, Method method, @Nullable Object @Nullable [] arguments, String description) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> description.hashCode();
            default -> description;
        };
    }

    private @Nullable Object call(
            NodeReference target,
            Class<?> type,
            String name,
            Method method,
            @Nullable Object @Nullable [] arguments,
            Duration deadline) {
        String what = method.getName() + " of '" + name + "' on " + target.nodeId();
        requireOpen("call " + what);
        SimNode there = process(target, what);
        node.cluster()
                .queue()
                .tell(() -> node + " to " + there + ": " + method.getName() + " " + Wire.text(arguments) + " of '"
                        + name + "'");
        byte[][] request = Wire.encode(arguments, what);
        SimCall made = new SimCall(node, there, what, deadline, node.cluster().neverBlocks(type));
        byte[][] answer = Objects.requireNonNull(unanswered.noting(
                target,
                () -> made.make(
                        Wire.length(request), () -> there.space().answer(type, name, method, request, what), true)));
        return Wire.decode(answer, type.getClassLoader(), what);
    }

    /** Runs a call at its target and returns the encoded answer. */
    private byte[][] answer(Class<?> type, String name, Method method, byte[][] request, String what) {
        Object exported = objects.get(name);
        if (exported == null || !type.isInstance(exported)) {
            throw new SimCall.Refusal("no object '" + name + "' of " + type.getName() + " is exported there");
        }
        Object[] arguments = (Object[]) Wire.decode(request, type.getClassLoader(), what);
        try {
            return Wire.encode(invoke(exported, method, arguments), what);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked.toString(), checked);
        }
    }

    private static @Nullable Object invoke(Object object, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        method.setAccessible(true);
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private @Nullable Object callHere(
            Class<?> type, String name, Method method, @Nullable Object @Nullable [] arguments) {
        Object exported = objects.get(name);
        if (exported == null || !type.isInstance(exported)) {
            throw new RefusedException(
                    method.getName() + " was not run: there is no " + type.getName() + " '" + name + "' in " + self(),
                    null);
        }
        try {
            return invoke(exported, method, arguments);
        } catch (SimulationException | SimulatedDeath endOfRun) {
            throw endOfRun;
        } catch (Throwable thrown) {
            throw new RemoteFailureException(method.getName() + " failed on " + self() + ": " + thrown, thrown);
        }
    }

    @Override
    public NodeReference find(String address, int port, Duration deadline) {
        String what = "find " + address + ":" + port;
        requireOpen(what);
        SimNode there = node.cluster().process(address, port);
        if (there == null) {
            throw new NotDeliveredException(
                    what + ": expected a process of ours, found none that answers at " + address + ":" + port, null);
        }
        new SimCall(node, there, what, deadline).make(0, () -> Wire.NOTHING, true);
        return there.reference();
    }

    @Override
    public void ping(NodeReference target, Duration deadline) {
        String what = "ping of " + target.nodeId();
        requireOpen(what);
        if (!target.equals(self())) {
            SimCall made = new SimCall(node, process(target, what), what, deadline, true);
            unanswered.trying(target, () -> made.make(0, () -> Wire.NOTHING, true));
        }
    }

    @Override
    public Map<NodeReference, Duration> unanswered() {
        return unanswered.now();
    }

    @Override
    public Lifeline openLifeline(NodeReference target, String owner, Duration deadline, Runnable whenClosed) {
        requireOpen("open a lifeline");
        SimNode there = process(target, "lifeline of " + owner);
        SimLifeline lifeline = new SimLifeline(node, there, owner, whenClosed);
        lifeline.connect(deadline);
        return lifeline;
    }

    @Override
    public DataConnection connect(NodeReference target, String name, Duration deadline) {
        String what = "data connection to '" + name + "' on " + target.nodeId();
        requireOpen(what);
        SimNode there = process(target, what);
        SimConnection connection = new SimConnection(node, there);
        boolean connected = false;
        try {
            SimCall made = new SimCall(node, there, what, deadline);
            unanswered.noting(
                    target, () -> made.make(0, () -> there.space().arrive(name, connection.acceptorsEnd()), false));
            connected = true;
            return connection.openersEnd();
        } finally {
            if (!connected) {
                connection.openersEnd().close();
            }
        }
    }

    /**
     * Hands a new data connection to the acceptor at its target. If there is no acceptor, closes the connection, so
     * that its opener learns of that.
     */
    private byte[][] arrive(String name, DataConnection end) {
        Consumer<DataConnection.Arriving> acceptor = acceptors.get(name);
        if (acceptor == null) {
            end.close();
        } else {
            acceptor.accept(new DataConnection.Arriving() {
                @Override
                public DataConnection open() {
                    return end;
                }

                @Override
                public void close() {
                    end.close();
                }
            });
        }
        return Wire.NOTHING;
    }

    @Override
    public void acceptConnections(String name, Consumer<DataConnection.Arriving> acceptor) {
        acceptors.put(name, acceptor);
    }

    @Override
    public void declineConnections(String name) {
        acceptors.remove(name);
    }

    @Override
    public void acceptLifelines(LifelineListener toTell) {
        listener = toTell;
    }

    void tellListener(Consumer<LifelineListener> news) {
        LifelineListener told = listener;
        if (told != null) {
            news.accept(told);
        }
    }

    boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            objects.clear();
            acceptors.clear();
            node.cluster().disconnect(node);
        }
    }

    private SimNode process(NodeReference target, String what) {
        SimNode there = node.cluster().process(target);
        if (there == null) {
            throw new NotDeliveredException(
                    what + ": expected a process of this simulation, found none at " + target, null);
        }
        return there;
    }

    private void requireOpen(String what) {
        if (!open) {
            throw new NotDeliveredException(what + " was not sent: " + node + " has closed its object space", null);
        }
    }
}
