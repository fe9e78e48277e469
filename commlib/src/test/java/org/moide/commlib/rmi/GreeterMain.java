package org.moide.commlib.rmi;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.SerialFilters;

/** The main class of a process with a greeter; see {@link ChildJvm}. */
public final class GreeterMain {
    private GreeterMain() {}

    /** Reads the secret, prints its port, obeys commands, and ends with its standard input. */
    public static void main(String[] arguments) throws Exception {
        RmiProcess.prepare();
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ClusterSecret secret = ClusterSecret.fromText(in.readLine());
        try (RmiSpace space = RmiSpace.open(Spaces.options("child", secret, GreeterMain::report, System::nanoTime))) {
            space.export(Greeter.class, "greeter", new FriendlyGreeter());
            out.println(space.self().port());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(obey(space, line));
            }
        }
    }

    private static void report(String where, Throwable fault) {
        fault.printStackTrace(System.err);
    }

    private static String obey(RmiSpace space, String command) throws Exception {
        String[] words = command.split(" ", -1);
        return switch (words[0]) {
            case "filters" -> filters();
            case "call" -> call(space, Integer.parseInt(words[1]));
            default -> "unknown command " + command;
        };
    }

    /**
     * Calls a peer that answers with a canary, an object that counts its deserializations. The filter of this JVM would
     * reject the canary too.
     */
    private static String call(RmiSpace space, int port) {
        NodeReference node = space.find("127.0.0.1", port, Spaces.DEADLINE);
        Greeter greeter = space.proxy(node, Greeter.class, "greeter", Spaces.DEADLINE);
        try {
            return greeter.greet("parent") + " " + Canary.SONGS;
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + Canary.SONGS;
        }
    }

    /**
     * Returns which objects are accepted by a plain stream, by one with a wider filter and by one with an explicit
     * filter.
     */
    private static String filters() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new Canary());
        ObjectInputFilter everything = info -> ObjectInputFilter.Status.ALLOWED;
        ObjectInputFilter canaries = ObjectInputFilter.Config.createFilter(Canary.class.getName() + ";!*");
        ObjectInputFilter others = ObjectInputFilter.Config.createFilter("org.example.*;!*");
        StringBuilder said = new StringBuilder();
        said.append(reads(bytes.toByteArray(), null));
        said.append(reads(bytes.toByteArray(), everything));
        said.append(reads(bytes.toByteArray(), SerialFilters.explicit(canaries)));
        said.append(reads(bytes.toByteArray(), SerialFilters.explicit(others)));
        return said.append(Canary.SONGS).toString();
    }

    private static String reads(byte[] bytes, @org.jspecify.annotations.Nullable ObjectInputFilter filter)
            throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            if (filter != null) {
                in.setObjectInputFilter(filter);
            }
            in.readObject();
            return "read ";
        } catch (java.io.InvalidClassException e) {
            return "rejected ";
        }
    }
}
