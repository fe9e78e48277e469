package org.moide.bench.offence;

import com.sun.net.httpserver.HttpServer;

/** Serves where nothing should. */
public final class KnowsHttpServer {
    private final HttpServer server;

    KnowsHttpServer(HttpServer server) {
        this.server = server;
    }

    void end() {
        server.stop(0);
    }
}
