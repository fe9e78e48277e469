package org.moide.bench.offence;

import com.sun.net.httpserver.HttpServer;

/** Breaks an architecture rule by using an HTTP server, for the test that the rule detects it. */
public final class KnowsHttpServer {
    private final HttpServer server;

    KnowsHttpServer(HttpServer server) {
        this.server = server;
    }

    void end() {
        server.stop(0);
    }
}
