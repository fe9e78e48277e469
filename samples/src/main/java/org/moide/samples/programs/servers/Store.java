package org.moide.samples.programs.servers;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.moide.samples.programs.servers.Message.Add;

/** The partitions and clients at the end of the run. Used by one thread. */
final class Store implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Options options;
    private final Map<Integer, Partition> partitions = new TreeMap<>();
    private @Nullable Histogram nanos;
    private int clients;

    Store(Partition partition) {
        options = partition.options();
        partitions.put(partition.number(), partition);
    }

    Store(Client client) {
        options = client.options();
        nanos = client.nanos();
        clients = 1;
    }

    Store add(Store other) {
        partitions.putAll(other.partitions);
        if (nanos == null) {
            nanos = other.nanos;
        } else if (other.nanos != null) {
            nanos.add(other.nanos);
        }
        clients += other.clients;
        return this;
    }

    int clients() {
        return clients;
    }

    long accesses() {
        return partitions.values().stream().mapToLong(Partition::served).sum();
    }

    long moves() {
        return partitions.values().stream().mapToLong(Partition::moves).sum();
    }

    /**
     * Returns the times of the requests whose answers arrived in the same JVM in which the client had sent them; null
     * if there are none.
     */
    @Nullable
    Histogram nanos() {
        return nanos;
    }

    /**
     * Makes all accesses again, one after the other, and compares the results.
     *
     * @throws IllegalStateException if a value differs, or if a client's accesses arrived in another order
     */
    void verify() {
        Accesses accesses = new Accesses(options);
        Partition[] expected = new Partition[options.partitions()];
        for (int partition = 0; partition < expected.length; partition++) {
            expected[partition] = new Partition(options, partition, 0);
        }
        for (int access = 0; access < options.accesses(); access++) {
            Partition partition = expected[accesses.partition(access)];
            int client = access % clients;
            partition.apply(new Add(
                    client, access, partition.turns(client) + 1, accesses.key(access), accesses.amount(access)));
        }
        for (Partition partition : expected) {
            compare(partition);
        }
    }

    private void compare(Partition expected) {
        Partition found = partitions.get(expected.number());
        if (found == null) {
            throw new IllegalStateException("expected partition " + expected.number() + ", found none");
        }
        for (int client = 0; client < clients; client++) {
            if (found.turns(client) != expected.turns(client) || found.order(client) != expected.order(client)) {
                throw new IllegalStateException(
                        "partition " + expected.number() + ", client " + client + ": expected its "
                                + expected.turns(client) + " accesses in their order, found " + found.turns(client)
                                + ", or another order");
            }
        }
        for (int key = expected.number(); key < options.keys(); key += options.partitions()) {
            if (found.value(key) != expected.value(key)) {
                throw new IllegalStateException("partition " + expected.number() + ", key " + key + ": expected "
                        + expected.value(key) + " as one thread finds it, found " + found.value(key));
            }
        }
    }

    /** Returns the SHA-256 of all values in the order of their keys, each as eight bytes, lowest first. */
    String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int key = 0; key < options.keys(); key++) {
                Partition partition = partitions.get(key % options.partitions());
                bytes.putLong(0, partition == null ? 0 : partition.value(key));
                digest.update(bytes.array());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException unheardOf) {
            throw new IllegalStateException("expected a JDK with SHA-256, which all must have", unheardOf);
        }
    }
}
