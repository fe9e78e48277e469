package org.moide.command.page;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.html.PageParts;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.selection.HostAnswer;

/** Shows the hosts that a cluster monitor knows in its user's browsers, each second and only while somebody looks. Any thread. */
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
     * Opens it and says where it is.
     *
     * @param port as {@code --page} says; {@link OutputSettings.Pages#NO_PORT} for none
     * @param monitor which it is, in words
     * @param hosts that it knows now, with their last minute
     * @return null if it is not wanted, or cannot be opened, which is said
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
