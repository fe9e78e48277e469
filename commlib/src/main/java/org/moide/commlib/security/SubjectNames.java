package org.moide.commlib.security;

import java.net.InetAddress;
import java.net.SocketException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.moide.commlib.system.SystemHost;

/** The subject names of this host's certificate, in keytool's form. */
final class SubjectNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

    private SubjectNames() {}

    /** Returns all names and addresses of this host for a certificate, such as {@code dns:node7,ip:10.0.0.7}. */
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
            // Without the interfaces' addresses, the names found so far must do.
        }
        return String.join(",", names);
    }
}
