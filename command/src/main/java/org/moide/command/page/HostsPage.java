package org.moide.command.page;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.html.PageParts;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.selection.HostAnswer;

/** A page with the hosts that a cluster monitor knows, updated each second while a browser shows it. Thread-safe. */
public final class HostsPage implements AutoCloseable {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final String monitor;
    private final Supplier<List<HostAnswer>> hosts;
    private final Signal signal;
    private @Nullable ShownPage page;
    private volatile boolean over;

    private HostsPage(String monitor, Supplier<List<HostAnswer>> hosts, Signal signal) {
        this.monitor = monitor;
        this.hosts = hosts;
        this.signal = signal;
    }

    /**
     * Opens the page and prints its address.
     *
     * @param port as in the option {@code --page}; {@link OutputSettings.Pages#NO_PORT} for none
     * @param monitor a description of the monitor
     * @param hosts returns the known hosts with their load in the last minute
     * @return the page; null if none is wanted, or if it cannot be opened; then the reason is printed
     */
    public static @Nullable HostsPage open(
            int port, String monitor, Supplier<List<HostAnswer>> hosts, PageSetting setting) {
        if (port == OutputSettings.Pages.NO_PORT) {
            return null;
        }
        HostsPage shown = new HostsPage(monitor, hosts, setting.signals().create());
        PageParts parts = PageParts.withScripts("report.js", "hosts.js");
        ShownPage opened = ShownPage.open(port, parts, () -> List.of(shown.event()), setting);
        if (opened == null) {
            return null;
        }
        shown.page = opened;
        Thread telling = setting.threads()
                .newThread(Loop.ofRounds(
                        "page-telling",
                        () -> shown.over,
                        () -> shown.tell(opened),
                        setting.threads().faults()));
        telling.setName("page-telling");
        telling.start();
        return shown;
    }

    private void tell(ShownPage to) throws InterruptedException {
        if (!signal.sleep(() -> over, PERIOD_NANOS) && to.hasClients()) {
            to.tell(List.of(event()));
        }
    }

    private byte[] event() {
        return PageClient.event("hosts", HostsLive.text(monitor, hosts.get()));
    }

    @Override
    public void close() {
        over = true;
        signal.raise();
        ShownPage open = page;
        if (open != null) {
            open.close();
        }
    }
}
