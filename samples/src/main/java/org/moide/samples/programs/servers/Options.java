package org.moide.samples.programs.servers;

import java.io.Serializable;
import java.util.Set;
import org.moide.engine.Arguments;

/**
 * The options of the command line. They are part of each worker's state, because any engine may be the one that handles
 * the results.
 *
 * @param clients the number of clients; 0 for two on each engine
 * @param zipf the exponent in Zipf's law: a key's share of the accesses is proportional to 1 / rank to the power of
 *     this
 * @param hotMoves how often the most popular keys change
 * @param costMicros the computing time of each access, in microseconds
 * @param asynchronous whether a client continues before an access is answered
 * @param window the greatest number of a client's accesses that wait for an answer, if {@code asynchronous}
 */
record Options(
        int accesses,
        int partitions,
        int clients,
        int keys,
        double zipf,
        int hotMoves,
        int costMicros,
        boolean asynchronous,
        int window,
        long seed)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String USAGE = """
            --accesses n    of all clients; default 10000
            --partitions n  of the store; default 100
            --clients n     default two on each engine
            --keys n        default 10000
            --zipf s        the n-th most used key is used 1/n^s as much as the first; default 1; 0: all alike
            --hot-moves n   how often the most used keys become others; default 4
            --cost us       microseconds of computing in each access; default 200
            --asynchronous  clients go on before they are answered
            --window n      how many accesses of a client may be unanswered then; default 64
            --seed n        default 1""";

    private static final int MOST_ACCESSES = 1_000_000_000;
    private static final int MOST_PARTITIONS = 100_000;
    private static final int MOST_CLIENTS = 10_000;
    /** The most keys. To draw random keys, a table with eight bytes for each key is needed. */
    private static final int MOST_KEYS = 10_000_000;

    private static final int MOST_COST = 10_000_000;
    private static final String NOT_GIVEN = "(not given)";

    /** Reads and checks the options. */
    static Options of(Arguments arguments) {
        arguments.allow(
                Set.of(
                        "--accesses",
                        "--partitions",
                        "--clients",
                        "--keys",
                        "--zipf",
                        "--hot-moves",
                        "--cost",
                        "--window",
                        "--seed"),
                Set.of("--asynchronous"),
                0);
        arguments.requireBeside("--window", "--asynchronous");
        boolean clients = !arguments.text("--clients", NOT_GIVEN).equals(NOT_GIVEN);
        int partitions = arguments.count("--partitions", 100, 1, MOST_PARTITIONS);
        return new Options(
                arguments.count("--accesses", 10_000, 1, MOST_ACCESSES),
                partitions,
                clients ? arguments.count("--clients", 1, 1, MOST_CLIENTS) : 0,
                arguments.count("--keys", Math.max(10_000, partitions), partitions, MOST_KEYS),
                arguments.number("--zipf", 1.0, 0.0, 10.0),
                arguments.count("--hot-moves", 4, 0, 1_000_000),
                arguments.count("--cost", 200, 0, MOST_COST),
                arguments.flag("--asynchronous"),
                arguments.count("--window", 64, 1, 1_000_000),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** Returns the number of keys in a partition. */
    int keysOf(int partition) {
        return (keys - partition + partitions - 1) / partitions;
    }
}
