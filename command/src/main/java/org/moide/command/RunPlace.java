package org.moide.command;

import java.util.List;

/** The kinds of place where a run's engines can be, each with the options that choose it: the first of those that are said. */
enum RunPlace {
    /** Processes that a batch system has started alike. */
    SYMMETRIC("processes that were started alike (--symmetric)", "--symmetric"),

    /** Nodes that Slurm is asked for. */
    SLURM("nodes that Slurm gives (--slurm)", "--slurm"),

    /** Hosts on which daemons are started for the run. */
    SSH("hosts where it starts daemons (--ssh or --job)", "--ssh", "--job"),

    /** Hosts on which daemons run already. */
    DAEMONS("hosts with daemons (--hosts, --hostfile or --monitor)", "--hosts", "--hostfile", "--monitor"),

    /** JVMs on this machine. */
    LOCAL("engines on this machine (--local-engines)", "--local-engines"),

    /** The coordinator's JVM and no other. */
    ALONE("this JVM alone");

    private final String words;
    private final String ways; // with commas between them

    RunPlace(String words, String... ways) {
        this.words = words;
        this.ways = String.join(",", ways);
    }

    /** Returns the words for messages that say "a run on ...". */
    String words() {
        return words;
    }

    /** Returns the options that choose this place. */
    List<String> ways() {
        return ways.isEmpty() ? List.of() : List.of(ways.split(",", -1));
    }
}
