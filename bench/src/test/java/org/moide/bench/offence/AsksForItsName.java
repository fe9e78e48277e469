package org.moide.bench.offence;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Breaks the architecture rule that no code asks a name service for the name of an address. A test checks that the
 * rule detects this.
 */
public final class AsksForItsName {
    String ask(InetSocketAddress caller) throws UnknownHostException {
        InetAddress own = InetAddress.getLocalHost();
        return own.getCanonicalHostName() + caller.getAddress().getHostName() + caller.getHostName();
    }
}
