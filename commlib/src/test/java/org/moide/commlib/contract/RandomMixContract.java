package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Pending;
import org.moide.commlib.Received;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** A contract tested with random programs: groups, pending messages, wildcards, requests and collectives mixed. */
public interface RandomMixContract extends TestSystems {
    int SEEDS = Integer.getInteger("moide.seeds", 300) / 5;
    int MOST_BYTES = 5_000_000;

    @Test
    default void shouldGetWhatOneThreadWouldWhenEverythingIsMixed() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            int[] shape = IntStream.range(0, 1 + random.nextInt(3))
                    .map(engine -> 1 + random.nextInt(2))
                    .toArray();
            long program = seed;
            succeed(comm -> mix(comm, program), shape);
        }
    }

    private static void mix(CommLib all, long seed) {
        Random random = new Random(seed * 31);
        all.onRequest(1, Integer.class, (request, value) -> value * 2 + request.sender());
        CommLib half = all.split(all.id() % 2, all.id());
        for (int step = 0; step < 8; step++) {
            String where = "seed " + seed + ", step " + step;
            boolean whole = random.nextBoolean();
            CommLib comm = whole ? all : half;
            ElementType type = List.of(ElementType.values()).get(random.nextInt(5));
            int length = random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(300);
            if (random.nextInt(100) == 0) {
                length = random.nextInt(MOST_BYTES / type.bytes());
            }
            long data = random.nextInt(1000);
            switch (random.nextInt(5)) {
                case 0 -> everyoneToEveryone(comm, type, length, data, where);
                case 1 -> ring(comm, type, length, data, where);
                case 2 -> ask(all, (int) data, where);
                case 3 -> prefixes(comm, type, length, (int) data, where);
                default -> parts(comm, length % 500, where);
            }
        }
        all.remoteBarrier();
    }

    private static void everyoneToEveryone(CommLib comm, ElementType type, int length, long data, String where) {
        List<Pending> pending = new ArrayList<>();
        List<Slice> came = new ArrayList<>();
        for (int id = 0; id < comm.count(); id++) {
            came.add(Slice.of(type.newArray(length)));
            if (id != comm.id()) {
                pending.add(comm.ireceive(id, 1, came.get(id)));
                pending.add(comm.isend(id, 1, Slice.of(Data.array(type, length, data + comm.id()))));
            }
        }
        pending.forEach(Pending::await);
        for (int id = 0; id < comm.count(); id++) {
            if (id != comm.id()) {
                Data.assertSame(came.get(id), Data.array(type, length, data + id), where);
            }
        }
        comm.remoteBarrier();
    }

    private static void ring(CommLib comm, ElementType type, int length, long data, String where) {
        int next = (comm.id() + 1) % comm.count();
        int previous = (comm.id() + comm.count() - 1) % comm.count();
        if (next != comm.id()) {
            Pending sent = comm.isend(next, 5, Slice.of(Data.array(type, length, data + comm.id())));
            Slice into = Slice.of(type.newArray(length));
            Received received = comm.receiveFrom(CommLib.ANY_SENDER, CommLib.ANY_TAG, into);
            assertThat(received).as(where).isEqualTo(new Received(previous, 5, length));
            Data.assertSame(into, Data.array(type, length, data + previous), where);
            sent.await();
        }
        comm.remoteBarrier();
    }

    private static void ask(CommLib comm, int data, String where) {
        int other = data % comm.count();
        assertThat(comm.request(other, 1, data, Integer.class)).as(where).isEqualTo(data * 2 + comm.id());
    }

    private static void prefixes(CommLib comm, ElementType type, int length, int data, String where) {
        Object mine = Data.array(type, length, data + comm.id());
        comm.scan(Slice.of(mine), Reduction.SUM);
        Data.assertSame(Slice.of(mine), Data.joined(type, length, data, data + comm.id() + 1, Reduction.SUM), where);
        Object own = Data.array(type, length, data + comm.id());
        int root = data % comm.count();
        comm.reduce(root, Slice.of(own), Reduction.SUM);
        if (comm.id() == root) {
            Data.assertSame(Slice.of(own), Data.joined(type, length, data, data + comm.count(), Reduction.SUM), where);
        }
    }

    private static void parts(CommLib comm, int length, String where) {
        int[] out = new int[length * comm.count()];
        for (int i = 0; i < out.length; i++) {
            out[i] = comm.id() * 1_000_000 + i;
        }
        int[] in = new int[out.length];
        comm.allToAll(Slice.of(out), Slice.of(in));
        int[] expected = new int[in.length];
        for (int i = 0; i < in.length; i++) {
            expected[i] = i / length * 1_000_000 + comm.id() * length + i % length;
        }
        Data.assertSame(Slice.of(in), expected, where);
    }
}
