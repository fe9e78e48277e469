package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.wire.HostileValues;

/** Tests peers that know the secret and send few bytes which are expensive to process. */
@Tag("jdk")
class ExhaustingPeerTest {
    private static final long CALL_HASH = JrmpConnection.callHash();
    private static final long MOST_BYTES = 64L << 20;
    private static final long MOST_SECONDS = 5;

    private final Spaces spaces = new Spaces();
    // Without TLS, so that the test can send any bytes; the code that reads them is the same.
    private final RmiSpace here = spaces.open("here", options -> options.withPlain(true));
    private final RmiSpace there = spaces.open("there", options -> options.withPlain(true));
    private final Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);

    @BeforeEach
    void listen() {
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        assertThat(greeter.greet("world")).isEqualTo("hello world");
    }

    @AfterEach
    void close() {
        spaces.close();
    }

    private void attack(String how, RawPeer.Speech arguments, UnaryOperator<byte[]> spoilt) throws Exception {
        try (RawPeer hostile = new RawPeer(0, out -> {})) {
            long before = allocatedBytes();
            CompletableFuture<Void> read = CompletableFuture.runAsync(
                    () -> call(hostile, arguments, spoilt), task -> daemon(task).start());
            assertThat(read)
                    .as("the thread that reads %s comes back", how)
                    .succeedsWithin(MOST_SECONDS, TimeUnit.SECONDS);
            assertThat(allocatedBytes() - before).as("bytes taken for %s", how).isLessThan(MOST_BYTES);
        }
        assertThat(greeter.greet("still here")).isEqualTo("hello still here");
    }

    private void call(RawPeer hostile, RawPeer.Speech arguments, UnaryOperator<byte[]> spoilt) {
        try {
            hostile.say(
                    there.self(),
                    null,
                    -1,
                    CALL_HASH,
                    out -> {
                        out.writeObject("greeter");
                        out.writeLong(new MethodTable(Greeter.class).key(echo(), Greeter.class));
                        arguments.speak(out);
                        out.writeLong(0);
                    },
                    spoilt);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static java.lang.reflect.Method echo() {
        try {
            return Greeter.class.getMethod("echo", Object.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "exhausting-peer");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the number of bytes that all threads have allocated since they began. */
    private static long allocatedBytes() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }

    @Test
    void shouldComeBackWhenWhatIsHashedSharesWhatItContains() throws Exception {
        for (Map.Entry<String, Object[]> value : HostileValues.hashed().entrySet()) {
            byte[] bytes = HostileValues.bytes(new Object[] {value.getValue()});
            assertThat(bytes).hasSizeLessThan(4500);
            attack(value.getKey() + " in an envelope", out -> out.writeObject(value.getValue()), bare -> bare);
            attack(value.getKey(), out -> out.writeObject(new byte[][] {bytes}), bare -> bare);
        }
    }

    @Test
    void shouldTakeNoMemoryForArraysThatAreOnlyClaimed() throws Exception {
        byte[] claimed = HostileValues.claim(HostileValues.bytes(HostileValues.nestedArrays()));
        assertThat(claimed).hasSizeLessThan(358);
        attack("claims in an envelope", out -> out.writeObject(HostileValues.nestedArrays()), HostileValues::claim);
        attack("claims", out -> out.writeObject(new byte[][] {claimed}), bare -> bare);
    }

    @Test
    void shouldEndACallWhenTheFailureThatComesBackContainsItself() throws Exception {
        RemoteException left = new RemoteException("left");
        RemoteException right = new RemoteException("right", left);
        left.detail = right;
        try (RawPeer hostile = new RawPeer(2, (ObjectOutputStream out) -> out.writeObject(left))) {
            Greeter circular = here.proxy(hostile.self(), Greeter.class, "greeter", Spaces.DEADLINE);
            CompletableFuture<Void> called = CompletableFuture.runAsync(
                    circular::nothing, task -> daemon(task).start());
            assertThat(called)
                    .as("the call ends")
                    .failsWithin(MOST_SECONDS, TimeUnit.SECONDS)
                    .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                    .withCauseInstanceOf(RemoteFailureException.class);
        }
        assertThatThrownBy(() -> greeter.fail("planned")).isInstanceOf(RemoteFailureException.class);
    }
}
