package org.moide.commlib.gate;

import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * A name resolver with a time limit. The system's resolver has none: if the name server is gone, it takes half a
 * minute. So it is called on a thread of its own, once for all callers that wait for the same name.
 *
 * <p>Any thread may call it.
 */
final class NameLookup {
    /** The system's resolver, which may block. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    /** The form of numeric addresses, which need no lookup. */
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|.*:.*");

    private final Resolver resolver;
    private final Map<String, FutureTask<List<InetAddress>>> underWay = new ConcurrentHashMap<>();

    NameLookup(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Returns the addresses of {@code name}.
     *
     * @param nanos the longest wait; a slower lookup continues, and later callers get its result
     * @throws UnknownHostException if the name has no addresses
     * @throws SocketTimeoutException if the lookup takes longer than {@code nanos}
     */
    List<InetAddress> find(String name, long nanos)
            throws UnknownHostException, SocketTimeoutException, InterruptedException {
        if (LITERAL.matcher(name).matches()) {
            return List.of(resolver.addresses(name));
        }
        FutureTask<List<InetAddress>> mine = new FutureTask<>(() -> List.of(resolver.addresses(name)));
        FutureTask<List<InetAddress>> others = underWay.putIfAbsent(name, mine);
        if (others == null) {
            Thread thread = new Thread(() -> ask(name, mine), "moide-name-lookup");
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (Error noThread) {
                underWay.remove(name, mine); // otherwise later callers would wait for a lookup that no thread does
                throw noThread;
            }
        }
        try {
            return (others == null ? mine : others).get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            SocketTimeoutException timeout = new SocketTimeoutException("the name service did not answer for " + name);
            timeout.initCause(late);
            throw timeout;
        } catch (ExecutionException failed) {
            UnknownHostException unknown = new UnknownHostException(name + " is unknown to the name service");
            unknown.initCause(failed.getCause());
            throw unknown;
        }
    }

    private void ask(String name, FutureTask<List<InetAddress>> lookup) {
        lookup.run();
        underWay.remove(name, lookup);
    }
}
