package org.moide.command.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.html.PageParts;
import org.moide.commlib.system.SystemRandomness;

/** A page that is being served. Its address has been printed and, on a desktop, opened in a browser. Thread-safe. */
final class ShownPage implements AutoCloseable {
    private final PageServer server;
    private final @Nullable Path redirect;
    private final PageSetting setting;

    private ShownPage(PageServer server, @Nullable Path redirect, PageSetting setting) {
        this.server = server;
        this.redirect = redirect;
        this.setting = setting;
    }

    /**
     * Begins to serve a page.
     *
     * @param port the preferred port, or a free one; 0 for any
     * @param greeting returns the events that a new browser gets first
     * @return the page; null if it cannot be served; then the reason is printed
     */
    static @Nullable ShownPage open(int port, PageParts parts, Supplier<List<byte[]>> greeting, PageSetting setting) {
        PageServer server;
        try {
            server = new PageServer(port, parts, greeting, new SystemRandomness(), setting.threads(), setting.ticker());
        } catch (IOException impossible) {
            setting.say("goes on without a page: " + impossible.getMessage());
            return null;
        }
        String elsewhere = port == 0 || server.port() == port ? "" : "port " + port + " is in use; ";
        setting.say(elsewhere + "watch it at " + server.address());
        setting.say("from another machine first: ssh -N -L " + server.port() + ":127.0.0.1:" + server.port() + " "
                + System.getProperty("user.name") + "@<this host>; the address lets in one browser");
        Path file = null;
        try {
            file = new Desktop(setting.environment()).open(server.address());
        } catch (IOException | UnsupportedOperationException impossible) {
            setting.say("cannot open a browser: " + impossible.getMessage());
        }
        return new ShownPage(server, file, setting);
    }

    /** Sends events to all browsers without waiting. */
    void tell(List<byte[]> events) {
        events.forEach(server::tell);
    }

    /** Returns whether a browser shows the page. */
    boolean hasClients() {
        return server.hasClients();
    }

    /** Waits a moment so that browsers read the last events, then closes the server. */
    @Override
    public void close() {
        server.close();
        Path file = redirect;
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stays) {
                setting.say("cannot remove " + file + ": " + stays.getMessage());
            }
        }
    }
}
