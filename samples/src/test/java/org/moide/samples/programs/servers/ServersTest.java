package org.moide.samples.programs.servers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialWorkers;
import org.moide.samples.programs.servers.Message.Add;
import org.moide.samples.programs.servers.Message.Added;

class ServersTest {
    private static final String[] SMALL = {"--accesses=1000", "--partitions=10", "--keys=95", "--cost=0"};

    private static String[] small(String... more) {
        String[] words = Arrays.copyOf(SMALL, SMALL.length + more.length);
        System.arraycopy(more, 0, words, SMALL.length, more.length);
        return words;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 0", "3, 1", "4, 2"})
    void shouldFindTheStoreOfOneThreadWhateverMoves(int engines, long seed) throws Exception {
        String alone = SequentialWorkers.run(Servers::new, 1, 0, small("--clients=1"))
                .results
                .get("sha256")
                .toString();
        SequentialRunner.Said asking = SequentialWorkers.run(Servers::new, engines, seed, small());
        SequentialRunner.Said telling =
                SequentialWorkers.run(Servers::new, engines, seed, small("--asynchronous", "--window=7"));
        for (SequentialRunner.Said said : new SequentialRunner.Said[] {asking, telling}) {
            assertThat(said.results)
                    .containsEntry("verification", "successful")
                    .containsEntry("accesses", 1000L)
                    .containsEntry("clients", 2 * engines)
                    .containsEntry("sha256", alone)
                    .containsKeys("p50Micros", "p99Micros");
            assertThat(said.number("moves")).isGreaterThan(engines == 1 ? -1.0 : 50.0);
        }
    }

    @Test
    void shouldServeFewerAccessesThanClientsAndPartitions() throws Exception {
        assertThat(SequentialWorkers.run(Servers::new, 2, 0, "--accesses=3", "--clients=5", "--cost=1").results)
                .containsEntry("verification", "successful")
                .containsEntry("accesses", 3L);
    }

    @Test
    void shouldUseFewKeysMuchAndThenOthers() {
        Options options = Options.of(Arguments.of("--accesses=100000", "--hot-moves=3"));
        Accesses accesses = new Accesses(options);
        for (int period = 0; period < 4; period++) {
            int[] uses = new int[options.partitions()];
            int[] keys = new int[options.keys()];
            for (int access = 25_000 * period; access < 25_000 * (period + 1); access++) {
                uses[accesses.partition(access)]++;
                keys[accesses.key(access)]++;
            }
            // The first of 10,000 keys has 1 / (1 + 1/2 + ... + 1/10000) = 10.2% of all, the second half of that.
            int hottest = 25 * period;
            assertThat(keys[hottest] / 25_000.0).isBetween(0.09, 0.115);
            assertThat(keys[hottest + 1] / 25_000.0).isBetween(0.043, 0.06);
            assertThat(Arrays.stream(uses).max().orElseThrow()).isEqualTo(uses[hottest]);
            assertThat(Arrays.stream(uses, hottest, hottest + 25).sum()).isGreaterThan(12_500);
        }
    }

    @Test
    void shouldUseAllKeysAlikeWhenAsked() {
        Accesses accesses = new Accesses(Options.of(Arguments.of("--accesses=100000", "--zipf=0", "--keys=100")));
        int[] keys = new int[100];
        for (int access = 0; access < 100_000; access++) {
            keys[accesses.key(access)]++;
        }
        assertThat(Arrays.stream(keys).min().orElseThrow()).isGreaterThan(850);
        assertThat(Arrays.stream(keys).max().orElseThrow()).isLessThan(1150);
    }

    @Test
    void shouldNoticeAnAccessThatIsLostRepeatedOrOvertaken() {
        Partition partition = new Partition(Options.of(Arguments.of(SMALL)), 3, 0);
        assertThat(partition.apply(new Add(1, 5, 1, 13, 40))).isEqualTo(new Added(5, 1, 40));
        assertThat(partition.apply(new Add(0, 6, 1, 13, 2))).isEqualTo(new Added(6, 1, 42));
        assertThatThrownBy(() -> partition.apply(new Add(1, 9, 3, 23, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("partition 3, client 1: expected access 2 to a key of this partition, found access 3 to"
                        + " key 23");
        assertThatThrownBy(() -> partition.apply(new Add(1, 5, 1, 13, 40)))
                .hasMessageEndingWith("expected access 2 to a key of this partition, found access 1 to key 13");
        assertThatThrownBy(() -> partition.apply(new Add(1, 5, 2, 14, 40)))
                .hasMessageEndingWith("found access 2 to key 14");
    }

    @Test
    void shouldNoticeAnAnswerThatIsNotTheOneToItsAccess() {
        Options options = Options.of(Arguments.of(SMALL));
        Client client = new Client(options);
        client.is(2, 4);
        Add add = client.make(new Accesses(options));
        assertThat(add.access()).isEqualTo(2);
        assertThatThrownBy(() -> client.take(new Added(6, 1, 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("client 2, access 6: expected its answer, of turn null, once, found one of turn 1");
        client.take(new Added(2, 1, add.amount()));
        assertThat(client.nanos().getTotalCount()).isEqualTo(1);
    }

    @Test
    void shouldNoticeAStoreThatOneThreadDoesNotFind() {
        Options options = Options.of(Arguments.of("--accesses=2", "--partitions=1", "--keys=1"));
        Accesses accesses = new Accesses(options);
        Partition partition = new Partition(options, 0, 0);
        Client client = new Client(options);
        client.is(0, 1);
        partition.apply(client.make(accesses));
        Add second = client.make(accesses);
        assertThatThrownBy(() -> new Store(partition).add(new Store(client)).verify())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("partition 0, client 0: expected its 2 accesses in their order, found 1, or another order");
        partition.apply(new Add(0, 1, 2, 0, second.amount() + 1));
        assertThatThrownBy(() -> new Store(partition).add(new Store(client)).verify())
                .hasMessageStartingWith("partition 0, key 0: expected ")
                .hasMessageContaining(" as one thread finds it, found ");
        assertThatThrownBy(() -> new Store(client).verify()).hasMessage("expected partition 0, found none");
        Partition swapped = new Partition(options, 0, 0);
        swapped.apply(new Add(0, 1, 1, 0, accesses.amount(1)));
        swapped.apply(new Add(0, 0, 2, 0, accesses.amount(0)));
        assertThatThrownBy(() -> new Store(swapped).add(new Store(client)).verify())
                .hasMessage("partition 0, client 0: expected its 2 accesses in their order, found 2, or another order");
    }

    @Test
    void shouldRefuseFewerKeysThanPartitions() {
        assertThatThrownBy(() -> new Servers().check(Arguments.of("--keys=99")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--keys: expected 100 to 10000000, found 99");
        assertThat(requireNonNull(new Servers().usage())).contains("--hot-moves");
    }
}
