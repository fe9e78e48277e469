package org.moide.commlib.rmi;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;

/** The object spaces of one test: they are closed together, and an unexpected fault fails the test. */
final class Spaces implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofSeconds(10);
    static final ClusterSecret SECRET =
            ClusterSecret.of("a secret of the tests, 32 bytes!".getBytes(StandardCharsets.UTF_8));

    private final List<RmiSpace> spaces = new ArrayList<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final Ticker ticker;

    Spaces() {
        this(System::nanoTime);
    }

    /** Creates spaces with the test's own clock. */
    Spaces(Ticker ticker) {
        this.ticker = ticker;
    }

    RmiSpace open(String role) {
        return open(role, options -> options);
    }

    RmiSpace open(String role, UnaryOperator<RmiSpaceOptions> change) {
        return open(role, SECRET, change);
    }

    RmiSpace open(String role, ClusterSecret secret, UnaryOperator<RmiSpaceOptions> change) {
        RmiSpace space = RmiSpace.open(change.apply(options(role, secret)));
        spaces.add(space);
        return space;
    }

    /** Opens a space with the given encryption and changed options. */
    RmiSpace open(String role, Encryption encryption, UnaryOperator<RmiSpaceOptions> change) {
        RmiSpace space = RmiSpace.open(change.apply(options(role, SECRET)), encryption);
        spaces.add(space);
        return space;
    }

    /** Returns the faults so far, which the test expects, and clears them. */
    List<Throwable> takeFaults() {
        List<Throwable> taken = List.copyOf(faults);
        faults.clear();
        return taken;
    }

    private RmiSpaceOptions options(String role, ClusterSecret secret) {
        return options(role, secret, (where, fault) -> faults.add(fault), ticker);
    }

    static RmiSpaceOptions options(String role, ClusterSecret secret, FaultHandler faults, Ticker ticker) {
        return RmiSpaceOptions.onLoopback(role, secret, faults, ticker, new SecureRandom());
    }

    @Override
    public void close() {
        spaces.forEach(RmiSpace::close);
        Assertions.assertThat(faults).as("faults that nobody expected").isEmpty();
    }
}
