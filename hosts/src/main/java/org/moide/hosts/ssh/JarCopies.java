package org.moide.hosts.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.moide.coordinator.copies.CopyTree;

/**
 * Copies files to hosts that lack them. {@link CopyTree} decides whether a host gets them from this machine or from
 * another host. Used by several threads.
 */
final class JarCopies {
    /** The time limit of one copy: enough for 100 MB over a slow line. */
    static final Duration COPYING = Duration.ofMinutes(20);

    private static final double MEGA = 1e6;

    private final CopyTree tree; // guarded by itself
    private final RemoteShell shell;
    private final OwnJars jars;
    private final String what;
    private final Supplier<String> ids;
    private final Consumer<String> console;

    /**
     * Creates the copier for one set of files; copies nothing yet.
     *
     * @param what the word for the files in lines for the user
     * @param ids returns a unique ID for each copy
     */
    JarCopies(
            CopyTree tree,
            RemoteShell shell,
            OwnJars jars,
            String what,
            Supplier<String> ids,
            Consumer<String> console) {
        this.tree = tree;
        this.shell = shell;
        this.jars = jars;
        this.what = what;
        this.ids = ids;
        this.console = console;
    }

    /** Notes that a host has all files already, so that it can send them to other hosts. */
    void has(String host) {
        synchronized (tree) {
            tree.has(host);
            tree.notifyAll();
        }
    }

    /** Copies these files to a host. Blocks until the host has them. */
    void copy(String host, List<String> missing) throws HostTroubleException, IOException, InterruptedException {
        while (true) {
            String giver = begin(host).host();
            boolean done = false;
            try {
                if (giver == null) {
                    fromHere(host, missing);
                    done = true;
                    return;
                }
                String trouble = fromHost(giver, host, missing);
                done = trouble.isEmpty();
                if (done) {
                    return;
                }
                console.accept(
                        host + ": cannot get " + what + " from " + giver + " (" + trouble + "), so it comes from here");
            } finally {
                end(host, done);
            }
        }
    }

    private CopyTree.Way begin(String host) throws InterruptedException {
        synchronized (tree) {
            while (true) {
                CopyTree.Way way = tree.begin(host);
                if (way != null) {
                    return way;
                }
                tree.wait();
            }
        }
    }

    private void end(String host, boolean done) {
        synchronized (tree) {
            if (done) {
                tree.done(host);
            } else {
                tree.failed(host);
            }
            tree.notifyAll();
        }
    }

    private void fromHere(String host, List<String> missing)
            throws HostTroubleException, IOException, InterruptedException {
        console.accept(
                String.format(Locale.ROOT, "%s: copies %s there, %.1f MB", host, what, jars.bytes(missing) / MEGA));
        HostFacts.requireDone(
                host,
                shell.run(
                        host, HostScript.copyJars(ids.get(), missing).text(), to -> jars.write(missing, to), COPYING));
    }

    /**
     * Makes one host send the files to another host, then asks the receiver whether it has them. Returns a message that
     * says what failed; empty if the files have arrived.
     *
     * @param giver the host that sends the files
     * @param host the host that receives the files
     */
    private String fromHost(String giver, String host, List<String> missing) throws InterruptedException {
        console.accept(host + ": gets " + what + " from " + giver);
        // The script is sent without its last line break, because a shell drops that from a script in a variable.
        byte[] script = HostScript.copyJars(ids.get(), missing).text().strip().getBytes(StandardCharsets.UTF_8);
        try {
            HostFacts.requireDone(
                    giver,
                    shell.run(
                            giver,
                            HostScript.passOn(host, missing, script.length).text(),
                            to -> to.write(script),
                            COPYING));
            HostFacts found = HostFacts.of(
                    host,
                    shell.run(
                            host,
                            HostScript.probe(missing, List.of()).text(),
                            RemoteShell.Input.NONE,
                            HostStarter.PROBING));
            return found.jars().containsAll(missing) ? "" : "it reaches another host by that name";
        } catch (HostTroubleException trouble) {
            return String.valueOf(trouble.getMessage());
        }
    }
}
