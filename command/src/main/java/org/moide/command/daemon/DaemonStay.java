package org.moide.command.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.text.WholeFile;

/**
 * A rule that decides how long a daemon serves, and the reports of its beginning and end. One thread, except for
 * {@link #ends}.
 */
final class DaemonStay {
    /** The seconds between two checks whether the daemon is to end. Idle times are minutes. */
    private static final long LOOK_SECONDS = 1;

    private static final long NANOS_OF_MINUTE = 60_000_000_000L;

    private final EngineDaemonPlan.Stay plan;
    private final Ticker ticker;
    private final ServiceManager manager;
    private long busyNanos;

    /**
     * Creates the object.
     *
     * @param manager the service manager, to which the beginning and the end are reported
     */
    DaemonStay(EngineDaemonPlan.Stay plan, Ticker ticker, ServiceManager manager) {
        this.plan = plan;
        this.ticker = ticker;
        this.manager = manager;
        this.busyNanos = ticker.nanoTime();
    }

    static DaemonStay ofThisProcess(EngineDaemonPlan.Stay plan, Ticker ticker, Consumer<String> errors) {
        return new DaemonStay(plan, ticker, ServiceManager.ofThisProcess(errors));
    }

    /**
     * Reports that the daemon was told to end, and will end. May be called on any thread.
     *
     * @param words the reason for the user
     */
    void ends(String words) {
        manager.ends(words);
    }

    /**
     * Reports that the daemon listens at this port.
     *
     * @param served the line that describes the address
     * @throws java.io.UncheckedIOException if the port file cannot be written
     */
    void begin(int port, String served) {
        Path file = plan.portFile();
        if (file != null) {
            WholeFile.write(port + "\n", file, "port");
        }
        manager.serves(served);
        busyNanos = ticker.nanoTime();
    }

    /**
     * Blocks until the daemon has been idle for the planned time, or a file tells it to end; blocks for ever if neither
     * is planned.
     *
     * @param engines returns the present number of its engines
     */
    void await(IntSupplier engines) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        if (plan.idleMinutes() == 0 && plan.overFile() == null) {
            never.await();
        }
        while (!isOver(engines.getAsInt())) {
            never.await(LOOK_SECONDS, TimeUnit.SECONDS);
        }
    }

    /**
     * Returns whether the daemon is to end now.
     *
     * @param engines the number of its engines now
     */
    boolean isOver(int engines) {
        long now = ticker.nanoTime();
        if (engines > 0) {
            busyNanos = now;
        }
        return isTold() || (plan.idleMinutes() > 0 && now - busyNanos >= plan.idleMinutes() * NANOS_OF_MINUTE);
    }

    /**
     * Returns whether the file exists that tells the daemon to end. Lists the folder, since network file systems may
     * remember for a minute that a file is absent.
     */
    private boolean isTold() {
        Path file = plan.overFile();
        if (file == null) {
            return false;
        }
        try (Stream<Path> beside = Files.list(file.toAbsolutePath().getParent())) {
            return beside.anyMatch(each -> each.getFileName().equals(file.getFileName()));
        } catch (IOException gone) {
            return true;
        }
    }

    /** Returns the reason for the end, for the user. */
    String reason() {
        return isTold() ? "the run is over" : "nobody has used it for " + plan.idleMinutes() + " minutes";
    }
}
