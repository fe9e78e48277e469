package org.moide.command;

import java.util.List;

/**
 * The kinds of places for a run's engines, with the options that choose them. The first kind whose option is given
 * applies.
 */
enum RunPlace {
    /** Processes that a batch system has started together. */
    SYMMETRIC("processes that were started alike (--symmetric)", "--symmetric"),

    /** Nodes requested from Slurm. */
    SLURM("nodes that Slurm gives (--slurm)", "--slurm"),

    /** Hosts on which daemons are started for the run. */
    SSH("hosts where it starts daemons (--ssh or --job)", "--ssh", "--job"),

    /** Hosts with running daemons. */
    DAEMONS("hosts with daemons (--hosts, --hostfile or --monitor)", "--hosts", "--hostfile", "--monitor"),

    /** JVMs on this machine. */
    LOCAL("engines on this machine (--local-engines)", "--local-engines"),

    /** The coordinator's JVM and no other. */
    ALONE("this JVM alone");

    private final String words;
    private final String ways; // separated by commas

    RunPlace(String words, String... ways) {
        this.words = words;
        this.ways = String.join(",", ways);
    }

    /** Returns a description for messages such as "a run on ...". */
    String words() {
        return words;
    }

    /** Returns the options that select this place. */
    List<String> ways() {
        return ways.isEmpty() ? List.of() : List.of(ways.split(",", -1));
    }
}
