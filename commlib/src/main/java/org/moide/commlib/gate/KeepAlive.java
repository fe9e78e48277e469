package org.moide.commlib.gate;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * TCP keep-alive probes, by which the kernel finds out that a peer's host is gone without closing its connections:
 * three probes 10 s apart after 30 s of silence, so a minute in all. (An engine itself ends when an open connection has
 * been silent for 60 s.) A stopped process still answers the probes.
 */
final class KeepAlive {
    private static final Map<SocketOption<Integer>, Integer> PACE = Map.of(
            ExtendedSocketOptions.TCP_KEEPIDLE, 30,
            ExtendedSocketOptions.TCP_KEEPINTERVAL, 10,
            ExtendedSocketOptions.TCP_KEEPCOUNT, 3);

    private KeepAlive() {}

    static void enable(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        for (Map.Entry<SocketOption<Integer>, Integer> option : PACE.entrySet()) {
            if (socket.supportedOptions().contains(option.getKey())) {
                socket.setOption(option.getKey(), option.getValue());
            }
        }
    }

    static void enable(NetworkChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (Map.Entry<SocketOption<Integer>, Integer> option : PACE.entrySet()) {
            if (channel.supportedOptions().contains(option.getKey())) {
                channel.setOption(option.getKey(), option.getValue());
            }
        }
    }
}
