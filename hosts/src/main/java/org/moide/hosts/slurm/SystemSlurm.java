package org.moide.hosts.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.OwnProcesses;

/** Calls the system's {@code sbatch}, {@code squeue} and {@code scancel}, one process for each call. Thread-safe. */
final class SystemSlurm implements Slurm {
    /**
     * The time limit of one command. A busy controller of Slurm takes up to half a minute to answer, and Slurm's
     * commands try again by themselves.
     */
    private static final Duration MOST = Duration.ofSeconds(90);

    /** The limit on the number of bytes that are read of a command's output. It suffices for 10,000 jobs. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int MOST_COMPLAINT = 400;

    private static final Pattern SUBMITTED = Pattern.compile("(?m)^([0-9]{1,18})(?:;.*)?$");

    /**
     * The environment variables that Slurm's commands and a job's shell need. Other variables, such as those with keys,
     * are not passed on.
     */
    private static final Pattern KEPT = Pattern.compile(
            "PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|LD_LIBRARY_PATH|MOIDE_HOME|SLURM_CONF|SBATCH_[A-Z_]+|S(QUEUE|CANCEL)_[A-Z_]+");

    /**
     * The environment variables that {@link #KEPT} matches but that are dropped, because they would change what Slurm's
     * commands do or print.
     */
    private static final Set<String> NOT_KEPT = Set.of("SBATCH_WAIT", "SBATCH_ARRAY_INX", "SQUEUE_FORMAT");

    private final String jobName;
    private final SlurmSettings settings;
    private final String output;
    private final String script;
    private final Map<String, String> variables;
    private final FaultHandler faults;

    /**
     * Stores the settings; starts no process yet.
     *
     * @param jobName the name of all jobs of this run, and of no other job
     * @param output sbatch's pattern for the file to which a job's output goes
     * @param variables the environment variables of this process
     */
    SystemSlurm(
            String jobName,
            SlurmSettings settings,
            String output,
            String script,
            Map<String, String> variables,
            FaultHandler faults) {
        this.jobName = jobName;
        this.settings = settings;
        this.output = output;
        this.script = script;
        this.variables = kept(variables);
        this.faults = faults;
    }

    /** Returns the environment variables that are passed to Slurm's commands, and thereby to jobs. */
    static Map<String, String> kept(Map<String, String> variables) {
        return variables.entrySet().stream()
                .filter(each -> KEPT.matcher(each.getKey()).matches() && !NOT_KEPT.contains(each.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the command line of sbatch. The user's options come first and MOIDE's come last, so that MOIDE's win. */
    List<String> submission(int nodes) {
        // A job that Slurm queues again would start other daemons. Its engines are gone, and others replace them.
        return submission(nodes, List.of("--no-requeue"));
    }

    private List<String> submission(int nodes, List<String> more) {
        List<String> words = new ArrayList<>(List.of("sbatch", "--signal=B:USR1@" + JobScript.NOTICE_SECONDS));
        words.addAll(settings.sbatchWords());
        words.addAll(List.of("--parsable", "--job-name=" + jobName, "--nodes=" + nodes, "--ntasks-per-node=1"));
        words.addAll(more);
        words.addAll(List.of("--export=ALL", "--chdir=/", "--output=" + output));
        return words;
    }

    @Override
    public long submit(int nodes) throws SlurmTroubleException, InterruptedException {
        return submitted(submission(nodes));
    }

    /**
     * Submits a small job on one node, which Slurm may queue again, and returns its number.
     *
     * @param more further arguments of sbatch
     */
    long submitSmall(List<String> more) throws SlurmTroubleException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("--requeue", "--open-mode=append"));
        words.addAll(more);
        return submitted(submission(1, words));
    }

    private long submitted(List<String> words) throws SlurmTroubleException, InterruptedException {
        String said = called(words, script);
        Matcher number = SUBMITTED.matcher(said);
        if (!number.find()) {
            throw new SlurmTroubleException(
                    "expected the number of a job from sbatch, found '" + shortened(said) + "'", true);
        }
        return Long.parseLong(number.group(1));
    }

    @Override
    public List<QueuedJob> queue() throws SlurmTroubleException, InterruptedException {
        return QueuedJob.all(called(
                List.of("squeue", "--noheader", "--states=all", "--name=" + jobName, "--format=" + QueuedJob.FORMAT),
                ""));
    }

    @Override
    public void cancel(Set<Long> jobs) throws SlurmTroubleException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("scancel", "--quiet"));
        jobs.forEach(job -> words.add(Long.toString(job)));
        called(words, "");
    }

    @Override
    public void cancelAll() throws SlurmTroubleException, InterruptedException {
        called(List.of("scancel", "--quiet", "--name=" + jobName), "");
    }

    private String called(List<String> words, String input) throws SlurmTroubleException, InterruptedException {
        String command = words.get(0);
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(words);
            builder.environment().clear();
            builder.environment().putAll(variables);
            process = OwnProcesses.start(builder);
        } catch (IOException impossible) {
            throw new SlurmTroubleException(
                    "expected Slurm here, found that " + command + " cannot be run ("
                            + String.valueOf(impossible.getMessage()).replaceAll(".*\\((.*)\\) *$", "$1")
                            + "): --slurm is for the login node of a cluster that has it; 'moide run --ssh' needs none",
                    false);
        }
        try {
            CompletableFuture<String> said = read(process.getInputStream());
            CompletableFuture<String> complained = read(process.getErrorStream());
            try (OutputStream to = process.getOutputStream()) {
                to.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException unread) {
                // The command has ended early, and its output says why.
            }
            if (!process.waitFor(MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SlurmTroubleException(
                        "expected an answer of " + command + " in " + MOST.toSeconds() + " s, found none", true);
            }
            String out = text(said);
            if (process.exitValue() != 0) {
                throw new SlurmTroubleException(command + " said: " + shortened(text(complained)), false);
            }
            return out;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(CompletableFuture<String> stream) throws InterruptedException {
        try {
            return stream.get(MOST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException unread) {
            return "";
        }
    }

    private CompletableFuture<String> read(InputStream from) {
        CompletableFuture<String> text = new CompletableFuture<>();
        new DaemonThreads("slurm", faults)
                .newThread(() -> {
                    try (from) {
                        text.complete(new String(from.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
                    } catch (IOException closed) {
                        text.complete("");
                    }
                })
                .start();
        return text;
    }

    /** Returns a text as one line without control characters, cut to a length that a terminal shows. */
    private static String shortened(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return plain.isEmpty() ? "nothing" : plain.substring(0, Math.min(MOST_COMPLAINT, plain.length()));
    }
}
