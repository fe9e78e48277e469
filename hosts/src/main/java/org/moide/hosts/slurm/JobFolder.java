package org.moide.hosts.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import org.moide.coordinator.text.WholeFile;
import org.moide.hosts.allocation.MeetingFolder;

/**
 * A run's folder through which the daemons of its Slurm jobs publish their addresses and read the run's secret. All
 * nodes see it; only its user can read it. Several threads and processes may use it at once.
 */
public final class JobFolder {
    private static final String SECRET = "secret";
    private static final Pattern PLACE =
            Pattern.compile("([0-9A-Za-z_][0-9A-Za-z_.-]{0,254}) ([0-9]{1,5}) ([0-9]{1,12})\\s*");
    private static final Pattern PORT_NAME = Pattern.compile("port-([0-9]{1,18})-([0-9]{1,9})");
    private static final Pattern OVER_NAME = Pattern.compile("over-([0-9]{1,18})");
    private static final Pattern OURS = Pattern.compile("secret|(over|said)-[0-9]+|(place|port)-[0-9]+-[0-9]+");

    /**
     * The limit on the number of bytes that are read from the end of a job's output, whose last lines contain the
     * errors of srun or Java.
     */
    private static final int MOST_SAID_BYTES = 1 << 20;

    private static final int MOST_SAID_CHARACTERS = 300;

    private final Path folder;
    private final MeetingFolder files;

    /**
     * Creates the object for a folder that may not exist yet.
     *
     * @param folder the folder, which {@link #make} creates
     */
    public JobFolder(Path folder) {
        this.folder = folder;
        this.files = new MeetingFolder(folder, "a daemon of a job", "moide engine --meet");
    }

    Path path() {
        return folder;
    }

    public Path secretFile() {
        return folder.resolve(SECRET);
    }

    /** Makes the folder and the run's secret, unless an earlier coordinator of the run has made them. */
    void make(SecureRandom randomness) {
        try {
            try {
                OwnerOnly.makeFolder(folder);
            } catch (NoSuchFileException removed) { // the folder above, by a run that has ended at this moment
                OwnerOnly.makeFolder(folder);
            }
            ClusterSecret.loadOrCreate(secretFile(), randomness); // refuses a file of another user
            UserPrincipal owner = Files.getOwner(folder);
            if (!owner.equals(Files.getOwner(secretFile()))) {
                throw new PlanException("expected that this user owns " + folder + ", found that " + owner + " does;"
                        + " --slurm-folder names another");
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(
                    "cannot make " + folder + ", where jobs and this process are to meet: "
                            + FileTrouble.whenWriting(impossible),
                    impossible);
        }
    }

    /** Returns the pattern of a file name that tells sbatch where to write a job's output. */
    String outputPattern() {
        // sbatch reads a percent sign as the start of a placeholder.
        return folder.toString().replace("%", "%%") + "/said-%j";
    }

    // --- a daemon's part ------------------------------------------------------------------------------------------

    public Path portFile(long job, int rank) {
        return folder.resolve(port(job, rank));
    }

    /** Returns the path of a file that tells the daemons of a job to end as soon as it exists. */
    public Path overFile(long job) {
        return folder.resolve("over-" + job);
    }

    /**
     * Announces a daemon that has come: writes its host, threads and memory to the folder. Called before the daemon
     * listens for connections.
     */
    public void come(long job, int rank, String host, int threads, long memoryMib) {
        WholeFile.write(host + " " + threads + " " + memoryMib + "\n", folder.resolve(place(job, rank)), "place");
    }

    private static String port(long job, int rank) {
        return "port-" + job + "-" + rank;
    }

    private static String place(long job, int rank) {
        return "place-" + job + "-" + rank;
    }

    /** Removes the files of a daemon that has ended. */
    public void leave(long job, int rank) {
        files.remove(port(job, rank), place(job, rank));
    }

    // --- the coordinator's part -----------------------------------------------------------------------------------

    /**
     * Reads from the folder which daemons listen for connections and which jobs have been told to end.
     *
     * @param address maps a host's name to the address at which this process reaches it
     * @throws PlanException if a daemon's file has another form than expected
     */
    Sight look(UnaryOperator<String> address) {
        List<JobDaemon> daemons = new ArrayList<>();
        Set<Long> told = new HashSet<>();
        for (String name : files.names()) {
            Matcher over = OVER_NAME.matcher(name);
            Matcher port = PORT_NAME.matcher(name);
            if (over.matches()) {
                told.add(Long.parseLong(over.group(1)));
            } else if (port.matches()) {
                JobDaemon daemon = daemon(Long.parseLong(port.group(1)), Integer.parseInt(port.group(2)), address);
                if (daemon != null) {
                    daemons.add(daemon);
                }
            }
        }
        return new Sight(daemons, told);
    }

    /**
     * The content of the folder at one moment.
     *
     * @param daemons the daemons that listen for connections
     * @param told the jobs that have been told to end
     */
    record Sight(List<JobDaemon> daemons, Set<Long> told) {
        public Sight {
            daemons = List.copyOf(daemons);
            told = Set.copyOf(told);
        }
    }

    /** Reads a daemon's files. Returns null if the daemon has just removed them. */
    private @Nullable JobDaemon daemon(long job, int rank, UnaryOperator<String> address) {
        if (!Files.exists(portFile(job, rank)) || !Files.exists(folder.resolve(place(job, rank)))) {
            return null;
        }
        Matcher place = files.read(place(job, rank), PLACE);
        int port = files.port(port(job, rank));
        return new JobDaemon(
                job,
                new DaemonAddress(address.apply(place.group(1)), port, Integer.parseInt(place.group(2))),
                Long.parseLong(place.group(3)));
    }

    /** Tells the daemons of these jobs to end, by writing each job's {@link #overFile}. */
    void tellToEnd(Set<Long> jobs) {
        jobs.forEach(job -> WholeFile.write("over\n", overFile(job), "end of a job"));
    }

    /** Returns the last line of a job's output; null if the output file does not exist, as seen from this host. */
    @Nullable
    String lastWords(long job) {
        Path file = folder.resolve("said-" + job);
        if (!files.names().contains("said-" + job)) {
            return null;
        }
        String text = TextFile.read(file, "expected what a job has said, ", MOST_SAID_BYTES);
        String last = text.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
        String plain = last.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.substring(0, Math.min(MOST_SAID_CHARACTERS, plain.length()));
    }

    /** Removes the files that MOIDE has written, and then the folder and its parent folder if they are empty. */
    void remove() {
        files.removeAll(OURS);
        try {
            Path above = folder.getParent();
            if (above != null) {
                Files.deleteIfExists(above);
            }
        } catch (IOException others) {
            // Other runs have their folders in it, or it is the user's own folder.
        }
    }
}
