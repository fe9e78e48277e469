package org.moide.commlib.security;

import java.net.InetAddress;
import java.net.SocketException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.moide.commlib.system.SystemHost;

/** The names that a certificate of this host has, as keytool wants them. */
final class SubjectNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

    private SubjectNames() {}

    /** {@code dns:node7,ip:10.0.0.7}: all by which it may be called. */
    static String ofThisHost() {
        Set<String> names = new LinkedHashSet<>();
        names.add("dns:localhost");
        String name = SystemHost.name();
        if (NAME.matcher(name).matches() && !Character.isDigit(name.charAt(name.length() - 1))) {
            names.add("dns:" + name);
        }
        try {
            SystemHost.addresses().stream()
                    .map(InetAddress::getHostAddress)
                    .forEach(address -> names.add("ip:" + address));
        } catch (SocketException unknown) {
            // Then it has the names that were found so far.
        }
        return String.join(",", names);
    }
}
