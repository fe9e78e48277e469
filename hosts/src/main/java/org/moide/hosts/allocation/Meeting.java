package org.moide.hosts.allocation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.WholeFile;

/**
 * A folder through which the processes of one {@link Step} find each other's engine daemons and share a secret. All of
 * the step's hosts see the folder; only its user can read it. Used by one thread in each process.
 */
public final class Meeting {
    private static final Pattern PLACE = Pattern.compile("([0-9A-Za-z_][0-9A-Za-z_.-]{0,254}) ([0-9]{1,5})\\s*");
    private static final Pattern OURS = Pattern.compile("secret|over|(place|port)-[0-9]+");

    private final Path folder;
    private final MeetingFolder files;
    private final Step step;
    private final String host;

    /**
     * Makes the folder, unless another process of the step has made it.
     *
     * @param host this host's name
     */
    public Meeting(Path folder, Step step, String host) {
        this.folder = folder;
        this.files = new MeetingFolder(folder, "a process of this step", "moide run --symmetric");
        this.step = step;
        this.host = host;
        try {
            OwnerOnly.makeFolder(folder);
        } catch (IOException impossible) {
            throw new UncheckedIOException(
                    "cannot make " + folder + ", where the processes are to meet: "
                            + FileTrouble.whenWriting(impossible),
                    impossible);
        }
    }

    /** Returns the path of the file that holds the step's secret. */
    public Path secretFile() {
        return folder.resolve("secret");
    }

    public Path portFile() {
        return folder.resolve("port-" + step.rank());
    }

    /** Returns the path of the file that rank 0 writes when the run is over. */
    public Path overFile() {
        return folder.resolve("over");
    }

    /**
     * Announces that this process has come: writes its host and number of threads to the folder. Called before its
     * daemon listens for connections.
     */
    public void come() {
        WholeFile.write(host + " " + step.threads() + "\n", folder.resolve("place-" + step.rank()), "place");
    }

    /** Returns the ranks from 1 on whose daemons do not listen for connections yet. */
    public List<Integer> missing() {
        Set<String> there = Files.isDirectory(folder) ? files.names() : Set.of();
        List<Integer> missing = new ArrayList<>();
        for (int rank = 1; rank < step.size(); rank++) {
            if (!there.contains("port-" + rank) || !there.contains("place-" + rank)) {
                missing.add(rank);
            }
        }
        return missing;
    }

    /**
     * Returns the addresses of the daemons of all ranks from 1 on, in the order of ranks. Call it only when
     * {@link #missing} is empty.
     *
     * @throws PlanException if a daemon's file has another form than expected
     */
    public List<DaemonAddress> daemons() {
        List<DaemonAddress> daemons = new ArrayList<>();
        for (int rank = 1; rank < step.size(); rank++) {
            Matcher place = files.read("place-" + rank, PLACE);
            int port = files.port("port-" + rank);
            // A host may not be able to resolve its own name, so its own processes use the loopback address.
            String there = place.group(1).equals(host) ? "127.0.0.1" : place.group(1);
            daemons.add(new DaemonAddress(there, port, Integer.parseInt(place.group(2))));
        }
        return daemons;
    }

    /** Tells all processes of the step that the run is over. Called by the process of rank 0. */
    public void end() {
        if (!Files.isDirectory(folder)) {
            return; // the folder is gone: the step has one process, and a later step removed its folder as left over
        }
        WholeFile.write("over\n", overFile(), "end of the step");
    }

    /** Removes this process's files from the folder. Called when its daemon has ended. */
    public void leave() {
        files.remove("port-" + step.rank(), "place-" + step.rank());
    }

    /**
     * Removes the folder and the files that are still in it. Called by the process of rank 0 after all other processes
     * have ended, or have had enough time to end.
     */
    public void remove() {
        if (Files.isDirectory(folder)) {
            files.removeAll(OURS);
        }
    }
}
