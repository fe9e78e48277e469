package org.moide.commlib.rmi;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Finds the sockets at which this process listens, according to the kernel. */
final class ListeningSockets {
    private static final String LISTENING = "0A";

    private ListeningSockets() {}

    /** Returns the addresses in the form "127.0.0.1:7101"; IPv6 addresses in the kernel's own digits. */
    static Set<String> own() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)) {
                    inodes.add(link(descriptor));
                }
            }
        }
        Set<String> found = new TreeSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            List<String> lines = Files.readAllLines(Path.of(table));
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTENING) && inodes.contains("socket:[" + fields[9] + "]")) {
                    found.add(readable(fields[1]));
                }
            }
        }
        return found;
    }

    private static String link(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // The descriptor was closed meanwhile, such as the one that lists the folder.
            return "";
        }
    }

    private static String readable(String address) {
        int colon = address.indexOf(':');
        int port = Integer.parseInt(address.substring(colon + 1), 16);
        String digits = address.substring(0, colon);
        if (digits.equals("0100007F") || digits.equals("0000000000000000FFFF00000100007F")) {
            return "127.0.0.1:" + port;
        }
        return digits.replace("0", "").isEmpty() ? "*:" + port : digits.toLowerCase(Locale.ROOT) + ":" + port;
    }
}
