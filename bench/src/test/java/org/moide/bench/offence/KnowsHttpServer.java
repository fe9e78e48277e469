package org.moide.bench.offence;

import com.sun.net.httpserver.HttpServer;

/**
 * Breaks the architecture rule that only the module command uses an HTTP server. A test checks that the rule detects
 * this.
 */
public final class KnowsHttpServer {
    private final HttpServer server;

    KnowsHttpServer(HttpServer server) {
        this.server = server;
    }

    void end() {
        server.stop(0);
    }
}
