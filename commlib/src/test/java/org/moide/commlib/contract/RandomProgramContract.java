package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** A contract tested with random programs; every ID can compute from the seed what it must receive. */
public interface RandomProgramContract extends TestSystems {
    int STEPS = 60;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    default void shouldGetWhatOneThreadWouldWhenPrimitivesAreMixed(long seed) {
        Random random = new Random(seed);
        int[] shape = IntStream.range(0, 1 + random.nextInt(5))
                .map(engine -> 1 + random.nextInt(3))
                .toArray();
        succeed(comm -> runProgram(comm, seed), shape);
    }

    private static void runProgram(CommLib comm, long seed) {
        Random random = new Random(seed * 31);
        for (int step = 0; step < STEPS; step++) {
            String where = "seed " + seed + ", step " + step;
            ElementType type = List.of(ElementType.values()).get(random.nextInt(5));
            int length = random.nextInt(4) == 0 ? random.nextInt(100_000) : random.nextInt(300);
            int one = random.nextInt(comm.count());
            int other = random.nextInt(comm.count());
            long data = random.nextInt(1000);
            Reduction reduction = random.nextBoolean() ? Reduction.MAXIMUM : Reduction.MINIMUM;
            switch (random.nextInt(9)) {
                case 0, 1 -> message(comm, one, other, step % 5, type, length, data, where);
                case 2 -> exchange(comm, one, other, type, length, data, where);
                case 3 -> broadcast(comm, one, type, length, data, where);
                case 4 -> reduce(comm, type, length, data, reduction, where);
                case 5 -> scatterAndGather(comm, one, other, type, length, data, where);
                case 6 -> objects(comm, one, length, where);
                case 7 -> comm.barrier();
                default -> comm.remoteBarrier();
            }
        }
    }

    private static void message(
            CommLib comm, int from, int to, int tag, ElementType type, int length, long data, String where) {
        if (from == to) {
            return;
        }
        if (comm.id() == from) {
            comm.send(to, tag, Slice.of(Data.array(type, length, data)));
        } else if (comm.id() == to) {
            Slice into = Slice.of(type.newArray(length + 3), 2, length);
            assertThat(comm.receive(from, tag, into)).as(where).isEqualTo(length);
            Data.assertSame(into, Data.array(type, length, data), where);
        }
    }

    private static void exchange(
            CommLib comm, int one, int other, ElementType type, int length, long data, String where) {
        if (comm.id() == one || comm.id() == other) {
            int partner = one + other - comm.id();
            int out = one == other ? length : length + comm.id();
            int in = one == other ? length : length + partner;
            Slice into = Slice.of(type.newArray(in));
            comm.exchange(partner, 3, Slice.of(Data.array(type, out, data + comm.id())), into);
            Data.assertSame(into, Data.array(type, in, data + partner), where);
        }
    }

    private static void broadcast(CommLib comm, int root, ElementType type, int length, long data, String where) {
        Object array = comm.id() == root ? Data.array(type, length, data) : type.newArray(length);
        comm.broadcast(root, Slice.of(array));
        Data.assertSame(Slice.of(array), Data.array(type, length, data), where);
    }

    private static void reduce(
            CommLib comm, ElementType type, int length, long data, Reduction reduction, String where) {
        Object expected = Data.joined(type, length, data, data + comm.count(), reduction);
        Object mine = Data.array(type, length, data + comm.id());
        comm.allReduce(Slice.of(mine), reduction);
        Data.assertSame(Slice.of(mine), expected, where);
    }

    private static void scatterAndGather(
            CommLib comm, int root, int collector, ElementType type, int length, long data, String where) {
        int count = comm.count();
        int total = length * count + count * (count - 1) / 2;
        Object whole = Data.array(type, total, data);
        int start = length * comm.id() + comm.id() * (comm.id() - 1) / 2;
        Slice part = Slice.of(type.newArray(length + comm.id()));
        comm.scatter(root, Slice.of(comm.id() == root ? whole : new int[0]), part);
        Object expected = type.newArray(part.length());
        System.arraycopy(whole, start, expected, 0, part.length());
        Data.assertSame(part, expected, where);
        Slice all = Slice.of(type.newArray(comm.id() == collector ? total : 0));
        comm.gather(collector, part, all);
        if (comm.id() == collector) {
            Data.assertSame(all, whole, where);
        }
        Slice everywhere = Slice.of(type.newArray(total));
        comm.allGather(part, everywhere);
        Data.assertSame(everywhere, whole, where);
    }

    private static void objects(CommLib comm, int root, int length, String where) {
        String text = comm.broadcast(root, comm.id() == root ? "x".repeat(length) : "");
        assertThat(text).as(where).hasSize(length);
        List<Integer> all = comm.allGather(comm.id());
        assertThat(all)
                .as(where)
                .isEqualTo(IntStream.range(0, comm.count()).boxed().toList());
    }
}
