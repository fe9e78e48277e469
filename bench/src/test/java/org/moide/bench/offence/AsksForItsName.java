package org.moide.bench.offence;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class AsksForItsName {
    String ask(InetSocketAddress caller) throws UnknownHostException {
        InetAddress own = InetAddress.getLocalHost();
        return own.getCanonicalHostName() + caller.getAddress().getHostName() + caller.getHostName();
    }
}
