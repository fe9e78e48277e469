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
 * Messages of one engine in a run of tasks or workers, to which engines can be added while the others go on. Each
 * registration (table of engines) has its own {@link EngineComm}. Threads of a bag send through the newest one. Message
 * handlers are registered with every one, so that messages from engines that do not know the newest registration are
 * handled too. Logical IDs never change, because later registrations of a bag only add engines at the end.
 *
 * <p>Concurrency: any thread; {@code epochs} is read without a lock; handlers and epochs are added under this object's
 * lock.
 */
public final class GrowingComm {
    private final List<EngineComm> epochs = new CopyOnWriteArrayList<>();
    private final List<Registered> handlers = new ArrayList<>();

    /**
     * A message handler that a thread has registered, stored as the method call that registered it. The call is
     * repeated for each later registration of engines.
     */
    private record Registered(int thread, Method method, List<Object> arguments) {
        void on(EngineComm comm) throws InvocationTargetException, IllegalAccessException {
            method.invoke(comm.commLib(thread), arguments.toArray());
        }
    }

    public GrowingComm(EngineComm first) {
        epochs.add(first);
    }

    /**
     * Adds the messaging for the next registration (table of engines), and registers all message handlers with it.
     * Earlier ones stay open.
     */
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

    /** Returns the messaging of each registration of engines, oldest first. */
    public List<EngineComm> all() {
        return List.copyOf(epochs);
    }

    /**
     * Returns the messaging of the oldest registration, with which this run began or was last resumed. Threads use it
     * to meet the threads of other engines at the start, because every engine has it. Engines open the newer ones at
     * different times.
     */
    public EngineComm first() {
        return epochs.get(0);
    }

    /** Returns the messaging of the registration of engines with this number. */
    public EngineComm of(long epoch) {
        return epochs.stream()
                .filter(comm -> comm.epoch() == epoch)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("expected the messages of registration " + epoch));
    }

    /** Returns the messaging of the newest registration of engines, through which threads send. */
    public EngineComm newest() {
        return epochs.get(epochs.size() - 1);
    }

    /** Releases every thread that waits for an engine that is lost. */
    public void memberLost(int engine, String why) {
        for (EngineComm comm : epochs) {
            if (engine < comm.counters(0).engines()) {
                comm.memberLost(engine, why);
            }
        }
    }

    /** Releases every waiting thread, because the run has ended. */
    public void end(String why) {
        epochs.forEach(comm -> comm.end(why));
    }

    /**
     * Returns the communication library of a compute thread of a bag, by the thread's index on this engine. It follows
     * the newest registration.
     */
    public CommLib commLib(int thread) {
        return (CommLib) Proxy.newProxyInstance(
                CommLib.class.getClassLoader(), new Class<?>[] {CommLib.class}, new Newest(thread));
    }

    /**
     * Handles the calls of a {@link CommLib} proxy by forwarding each to the messaging of the newest registration of
     * engines.
     */
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

        /**
         * Returns whether a method of {@link CommLib} registers a handler. A call of such a method is forwarded to the
         * messaging of every registration, and repeated for later ones.
         */
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
                handlers.add(handler); // remembered only if the calls above succeeded
            }
        }
    }
}
