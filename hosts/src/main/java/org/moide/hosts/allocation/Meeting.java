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
 * A folder that all processes of a step see, for their user only: there they find each other's daemons, and the secret
 * that is theirs alone. One thread in each process.
 */
public final class Meeting {
    private static final Pattern PLACE = Pattern.compile("([0-9A-Za-z_][0-9A-Za-z_.-]{0,254}) ([0-9]{1,5})\\s*");
    private static final Pattern OURS = Pattern.compile("secret|over|(place|port)-[0-9]+");

    private final Path folder;
    private final MeetingFolder files;
    private final Step step;
    private final String host;

    /**
     * Makes the folder, if no other has yet.
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

    /** Returns the file of the secret. */
    public Path secretFile() {
        return folder.resolve("secret");
    }

    /** Returns the file to which this process's daemon writes its port. */
    public Path portFile() {
        return folder.resolve("port-" + step.rank());
    }

    /** Returns the file that says that all is over. */
    public Path overFile() {
        return folder.resolve("over");
    }

    /** Says where this process is, before its daemon listens. */
    public void come() {
        WholeFile.write(host + " " + step.threads() + "\n", folder.resolve("place-" + step.rank()), "place");
    }

    /** Returns the ranks from 1 on whose daemons do not listen yet. */
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
     * Returns where the others' daemons are, in the order of their ranks. None may be missing.
     *
     * @throws PlanException if a file is not one of a daemon
     */
    public List<DaemonAddress> daemons() {
        List<DaemonAddress> daemons = new ArrayList<>();
        for (int rank = 1; rank < step.size(); rank++) {
            Matcher place = files.read("place-" + rank, PLACE);
            int port = files.port("port-" + rank);
            // The own name of a host need not be known, not even there.
            String there = place.group(1).equals(host) ? "127.0.0.1" : place.group(1);
            daemons.add(new DaemonAddress(there, port, Integer.parseInt(place.group(2))));
        }
        return daemons;
    }

    /** Says that all is over. Called by the process of rank 0. */
    public void end() {
        if (!Files.isDirectory(folder)) {
            return; // the step has one process, and another has taken its folder for one that was left
        }
        WholeFile.write("over\n", overFile(), "end of the step");
    }

    /** Removes this process's files: its daemon is gone. */
    public void leave() {
        files.remove("port-" + step.rank(), "place-" + step.rank());
    }

    /** Removes what is left, when the others are gone or have had their time. Called by the process of rank 0. */
    public void remove() {
        if (Files.isDirectory(folder)) {
            files.removeAll(OURS);
        }
    }
}
