package org.moide.coordinator.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.html.PageParts;
import org.moide.coordinator.selection.HostAnswer;

/** Shows the hosts that a cluster monitor knows in its user's browsers, each second and only while somebody looks. Any thread. */
public final class HostsPage implements AutoCloseable {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final String monitor;
    private final Supplier<List<HostAnswer>> hosts;
    private final Signal signal;
    private final PageServer server;
    private final @Nullable Path redirect;
    private volatile boolean over;

    private HostsPage(
            String monitor,
            Supplier<List<HostAnswer>> hosts,
            int port,
            Console console,
            Map<String, String> environment,
            Ticker ticker,
            Signal.Factory signals,
            ThreadFactory threads)
            throws IOException {
        this.monitor = monitor;
        this.hosts = hosts;
        this.signal = signals.create();
        this.server = new PageServer(
                port,
                PageParts.withScripts("report.js", "hosts.js"),
                () -> List.of(event()),
                new SystemRandomness(),
                threads,
                ticker);
        String elsewhere = port == 0 || server.port() == port ? "" : "port " + port + " is in use; ";
        console.error("moide monitor: " + elsewhere + "watch it at " + server.address());
        console.error("moide monitor: from another machine first: ssh -N -L " + server.port() + ":127.0.0.1:"
                + server.port() + " " + System.getProperty("user.name")
                + "@<this host>; the address lets in one browser");
        Path file = null;
        try {
            file = new Desktop(environment).open(server.address());
        } catch (IOException | UnsupportedOperationException impossible) {
            console.error("moide monitor: cannot open a browser: " + impossible.getMessage());
        }
        redirect = file;
        Thread telling = threads.newThread(this::tell);
        telling.setName("page-telling");
        telling.start();
    }

    /**
     * Opens it and says where it is.
     *
     * @param port as {@code --page} says; {@link OutputSettings.Pages#NO_PORT} for none
     * @param monitor which it is, in words
     * @param hosts that it knows now, with their last minute
     * @return null if it is not wanted, or cannot be opened, which is said
     */
    public static @Nullable HostsPage open(
            int port,
            String monitor,
            Supplier<List<HostAnswer>> hosts,
            Console console,
            Map<String, String> environment,
            Ticker ticker,
            Signal.Factory signals,
            ThreadFactory threads) {
        if (port == OutputSettings.Pages.NO_PORT) {
            return null;
        }
        try {
            return new HostsPage(monitor, hosts, port, console, environment, ticker, signals, threads);
        } catch (IOException impossible) {
            console.error("moide monitor: goes on without a page: " + impossible.getMessage());
            return null;
        }
    }

    private void tell() {
        try {
            while (!signal.sleep(() -> over, PERIOD_NANOS)) {
                if (server.hasClients()) {
                    server.tell(event());
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] event() {
        return PageClient.event("hosts", HostsLive.text(monitor, hosts.get()));
    }

    @Override
    public void close() {
        over = true;
        signal.raise();
        server.close();
        Path file = redirect;
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stays) {
                // It leads nowhere any more.
            }
        }
    }
}
