package org.moide.hosts.allocation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.HostList.NamedHost;
import org.moide.coordinator.plan.PlanException;

/**
 * The nodes that a batch system gave to the job of this process, in the batch system's order.
 *
 * @param system the batch system's name, such as {@code Slurm}
 * @param nodes at least one
 */
public record Allocation(String system, List<Node> nodes) {
    private static final Pattern HOST = Pattern.compile("[0-9A-Za-z_][0-9A-Za-z_.-]{0,254}");

    /**
     * The limit on the number of words that are read from a node file or from a variable. It is high, because some
     * batch systems repeat a host's name once for each of its processors.
     */
    private static final int MOST_WORDS = 1 << 20;

    public Allocation {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new PlanException(system + ": expected a job with at least one node, found none");
        }
    }

    /**
     * A node of the job.
     *
     * @param processors the number of processors that the job may use on the node; 0 if unknown
     * @param memoryMib the memory that the job may use on the node; 0 if unknown or all of it
     */
    public record Node(String host, int processors, long memoryMib) {}

    /**
     * Finds the nodes of the job that this process runs in.
     *
     * @param variables the process's environment variables
     * @param file reads a file that a variable names
     * @return null if the process is not part of a job
     * @throws PlanException if a variable or file cannot be read; the message names it and the place in it
     */
    public static @Nullable Allocation of(Map<String, String> variables, Function<Path, String> file) {
        if (isSet(variables, "SLURM_JOB_NODELIST")) {
            return slurm(variables);
        }
        if (isSet(variables, "PBS_NODEFILE")) {
            String name = value(variables, "PBS_NODEFILE");
            return new Allocation("PBS", counted(name, file.apply(Path.of(name)), "line"));
        }
        if (isSet(variables, "LSB_MCPU_HOSTS")) {
            return new Allocation("LSF", pairs("LSB_MCPU_HOSTS", value(variables, "LSB_MCPU_HOSTS")));
        }
        if (isSet(variables, "LSB_HOSTS")) {
            return new Allocation("LSF", counted("LSB_HOSTS", value(variables, "LSB_HOSTS"), "word"));
        }
        return null;
    }

    /** Returns the job's nodes as hosts to run on, with one thread for each processor. */
    public List<NamedHost> hosts() {
        return nodes.stream()
                .map(node -> new NamedHost(node.host(), 0, node.processors()))
                .toList();
    }

    private static boolean isSet(Map<String, String> variables, String name) {
        return !value(variables, name).isEmpty();
    }

    private static String value(Map<String, String> variables, String name) {
        return variables.getOrDefault(name, "").strip();
    }

    private static Allocation slurm(Map<String, String> variables) {
        List<NamedHost> hosts =
                HostList.readOptionOfStarted("SLURM_JOB_NODELIST", value(variables, "SLURM_JOB_NODELIST"));
        int[] processors = SlurmCounts.of(variables, "SLURM_JOB_CPUS_PER_NODE", hosts.size());
        int here = SlurmCounts.one(variables, "SLURM_CPUS_ON_NODE");
        int ofNode = SlurmCounts.one(variables, "SLURM_MEM_PER_NODE");
        int ofProcessor = SlurmCounts.one(variables, "SLURM_MEM_PER_CPU");
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            // Without a number for each node, the number for this node holds for all.
            int many = processors.length == 0 ? here : processors[i];
            nodes.add(new Node(hosts.get(i).host(), many, ofNode > 0 ? ofNode : (long) ofProcessor * many));
        }
        return new Allocation("Slurm", nodes);
    }

    /**
     * Parses a list of hosts that names a host once for each of its processors. Returns each host once, with the count
     * as its number of processors.
     *
     * @param unit the word for an entry, for error messages
     */
    private static List<Node> counted(String where, String text, String unit) {
        Map<String, Integer> processors = new LinkedHashMap<>();
        String[] words = words(where, text);
        for (int i = 0; i < words.length; i++) {
            processors.merge(host(where + ", " + unit + " " + (i + 1), words[i]), 1, Integer::sum);
        }
        return nodes(where, processors);
    }

    /** Parses words that come in pairs: a host's name, then its number of processors. */
    private static List<Node> pairs(String where, String text) {
        Map<String, Integer> processors = new LinkedHashMap<>();
        String[] words = words(where, text);
        for (int i = 0; i < words.length; i += 2) {
            String host = host(where + ", word " + (i + 1), words[i]);
            String many = i + 1 < words.length ? words[i + 1] : "the end";
            if (!many.matches("[1-9][0-9]{0,5}")) {
                throw new PlanException(
                        where + ", word " + (i + 2) + ": expected how many processors, found '" + many + "'");
            }
            processors.merge(host, Integer.parseInt(many), Integer::sum);
        }
        return nodes(where, processors);
    }

    private static String[] words(String where, String text) {
        String[] words = Pattern.compile("\\s+")
                .splitAsStream(text.strip())
                .filter(word -> !word.isEmpty())
                .limit(MOST_WORDS + 1L)
                .toArray(String[]::new);
        if (words.length > MOST_WORDS) {
            throw new PlanException(where + ": expected at most " + MOST_WORDS + " words, found more");
        }
        return words;
    }

    private static String host(String where, String word) {
        if (!HOST.matcher(word).matches()) {
            String found = word.length() > 80 ? word.substring(0, 80) + "..." : word;
            throw new PlanException(where + ": expected a host's name, found '" + found + "'");
        }
        return word;
    }

    private static List<Node> nodes(String where, Map<String, Integer> processors) {
        if (processors.size() > HostList.MAX_HOSTS) {
            throw new PlanException(
                    where + ": expected at most " + HostList.MAX_HOSTS + " hosts, found " + processors.size());
        }
        return processors.entrySet().stream()
                .map(each -> new Node(each.getKey(), each.getValue(), 0))
                .toList();
    }
}
