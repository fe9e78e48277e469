package org.moide.coordinator.allocation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import org.moide.coordinator.text.WholeFile;

/**
 * A folder that all processes of a step see, for their user only: there they find each other's daemons, and the secret that is theirs
 * alone. One thread in each process.
 */
public final class Meeting {
    private static final Pattern PLACE = Pattern.compile("([0-9A-Za-z_][0-9A-Za-z_.-]{0,254}) ([0-9]{1,5})\\s*");
    private static final Pattern PORT = Pattern.compile("([0-9]{1,5})\\s*");
    private static final Pattern OURS = Pattern.compile("secret|over|(place|port)-[0-9]+");
    private static final int MOST_BYTES = 4096;
    private static final int LAST_PORT = 65_535;

    private final Path folder;
    private final Step step;
    private final String host;

    /**
     * Makes the folder, if no other has yet.
     *
     * @param host this host's name
     */
    public Meeting(Path folder, Step step, String host) {
        this.folder = folder;
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

    /** Where the secret is. */
    public Path secretFile() {
        return folder.resolve("secret");
    }

    /** Where this process's daemon writes its port. */
    public Path portFile() {
        return folder.resolve("port-" + step.rank());
    }

    /** The file that says that all is over. */
    public Path overFile() {
        return folder.resolve("over");
    }

    /** Says where this process is, before its daemon listens. */
    public void come() {
        WholeFile.write(host + " " + step.threads() + "\n", folder.resolve("place-" + step.rank()), "place");
    }

    /** The ranks from 1 on whose daemons do not listen yet. */
    public List<Integer> missing() {
        Set<String> there = new HashSet<>();
        // A listing sees at once what a question for a name may not: network file systems keep answers.
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            files.forEach(file -> there.add(file.getFileName().toString()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read " + folder + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
        List<Integer> missing = new ArrayList<>();
        for (int rank = 1; rank < step.size(); rank++) {
            if (!there.contains("port-" + rank) || !there.contains("place-" + rank)) {
                missing.add(rank);
            }
        }
        return missing;
    }

    /**
     * Where the others' daemons are, in the order of their ranks, when none is missing.
     *
     * @throws PlanException if a file is none of theirs
     */
    public List<DaemonAddress> daemons() {
        List<DaemonAddress> daemons = new ArrayList<>();
        for (int rank = 1; rank < step.size(); rank++) {
            Matcher place = read("place-" + rank, PLACE);
            int port = Integer.parseInt(read("port-" + rank, PORT).group(1));
            if (port < 1 || port > LAST_PORT) {
                throw new PlanException(folder.resolve("port-" + rank) + ": expected a port, found " + port);
            }
            // The own name of a host need not be known, not even there.
            String there = place.group(1).equals(host) ? "127.0.0.1" : place.group(1);
            daemons.add(new DaemonAddress(there, port, Integer.parseInt(place.group(2))));
        }
        return daemons;
    }

    private Matcher read(String name, Pattern form) {
        Path file = folder.resolve(name);
        Matcher found = form.matcher(TextFile.read(file, "expected where a process of this step is, ", MOST_BYTES));
        if (!found.matches()) {
            throw new PlanException(file + ": expected what 'moide run --symmetric' writes, found something else");
        }
        return found;
    }

    /** The process of rank 0 says that all is over. */
    public void end() {
        if (!Files.isDirectory(folder)) {
            return; // of a step of one process somebody has taken it for one that was left
        }
        WholeFile.write("over\n", overFile(), "end of the step");
    }

    /** This process's daemon is gone. */
    public void leave() {
        try {
            for (String name : List.of("port-" + step.rank(), "place-" + step.rank())) {
                Files.deleteIfExists(folder.resolve(name));
            }
        } catch (IOException stays) {
            throw new UncheckedIOException("cannot tidy up " + folder + ": " + FileTrouble.whenWriting(stays), stays);
        }
    }

    /** What others have put here is none of ours to remove. */
    private static boolean isOurs(Path file) {
        return OURS.matcher(file.getFileName().toString()).matches();
    }

    /** The process of rank 0 removes what is left, when the others are gone or have had their time. */
    public void remove() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Meeting::isOurs).toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException stays) {
            throw new UncheckedIOException("cannot tidy up " + folder + ": " + FileTrouble.whenWriting(stays), stays);
        }
    }
}
