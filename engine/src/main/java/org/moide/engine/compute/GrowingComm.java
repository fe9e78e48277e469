package org.moide.engine.compute;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.MessageHandler;
import org.moide.commlib.RequestHandler;
import org.moide.commlib.message.endpoint.EngineComm;

/**
 * An engine's messages while engines are added to its run, for a bag of tasks and for workers: nobody stops for the
 * next epoch. A thread of a bag sends by the newest epoch. Handlers serve all epochs, so messages from an engine that
 * has not heard of the newest are handled too. Logical IDs stay what they are: rows are only appended to a bag's
 * registration.
 *
 * <p>Concurrency: any thread; {@code epochs} is read without a lock, handlers and epochs are added under this object's.
 */
public final class GrowingComm {
    private final List<EngineComm> epochs = new CopyOnWriteArrayList<>();
    private final List<Registered> handlers = new ArrayList<>();

    /** A handler that a thread has registered, with the call by which it did so. */
    private record Registered(int thread, Method method, List<Object> arguments) {
        void on(EngineComm comm) throws InvocationTargetException, IllegalAccessException {
            method.invoke(comm.commLib(thread), arguments.toArray());
        }
    }

    /** Creates the messages with those of the first epoch. */
    public GrowingComm(EngineComm first) {
        epochs.add(first);
    }

    /** Adds the next epoch's messages; those of the epochs before stay open. */
    public synchronized void add(EngineComm next) {
        for (Registered handler : handlers) {
            register(next, handler);
        }
        epochs.add(next);
    }

    private static void register(EngineComm comm, Registered handler) {
        try {
            handler.on(comm);
        } catch (InvocationTargetException | IllegalAccessException refused) {
            throw new IllegalStateException("expected a new epoch to take the handlers of the one before", refused);
        }
    }

    /** Returns the messages of every epoch, from the first. */
    public List<EngineComm> all() {
        return List.copyOf(epochs);
    }

    /**
     * Returns the messages of the registration with which the epoch began here. Threads that meet others begin by it,
     * on all engines by the same: a later one may be open before the first thread has come so far.
     */
    public EngineComm first() {
        return epochs.get(0);
    }

    /** Returns the messages of a registration. */
    public EngineComm of(long epoch) {
        return epochs.stream()
                .filter(comm -> comm.epoch() == epoch)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("expected the messages of registration " + epoch));
    }

    /** Returns the messages of the newest epoch, by which threads send. */
    public EngineComm newest() {
        return epochs.get(epochs.size() - 1);
    }

    /** Releases every thread that waits, in any epoch, for an engine that is gone. */
    public void memberLost(int engine, String why) {
        for (EngineComm comm : epochs) {
            if (engine < comm.counters(0).engines()) {
                comm.memberLost(engine, why);
            }
        }
    }

    /** Releases every waiting thread, since the run is over. */
    public void end(String why) {
        epochs.forEach(comm -> comm.end(why));
    }

    /** Returns the communication library of the compute thread of this index, in a bag of tasks. */
    public CommLib commLib(int thread) {
        return (CommLib) Proxy.newProxyInstance(
                CommLib.class.getClassLoader(), new Class<?>[] {CommLib.class}, new Newest(thread));
    }

    /** Passes every call on to the newest epoch. */
    private final class Newest implements InvocationHandler {
        private final int thread;

        Newest(int thread) {
            this.thread = thread;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            try {
                if (arguments != null && isForAll(method)) {
                    everywhere(new Registered(thread, method, allOf(arguments)));
                    return null;
                }
                return method.invoke(newest().commLib(thread), arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause() == null ? thrown : thrown.getCause();
            }
        }

        /** Returns whether a method registers a handler, which all epochs get, also later ones. */
        private static boolean isForAll(Method method) {
            return Arrays.stream(method.getParameterTypes())
                    .anyMatch(type -> type == MessageHandler.class || type == RequestHandler.class);
        }

        private static List<Object> allOf(@Nullable Object[] arguments) {
            List<Object> all = new ArrayList<>();
            for (Object argument : arguments) {
                all.add(Objects.requireNonNull(argument, "a handler and what it is for"));
            }
            return all;
        }

        private void everywhere(Registered handler) throws InvocationTargetException, IllegalAccessException {
            synchronized (GrowingComm.this) {
                for (EngineComm comm : epochs) {
                    handler.on(comm);
                }
                handlers.add(handler); // unless it was refused
            }
        }
    }
}
