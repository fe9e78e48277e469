package org.moide.command.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataTotals;
import org.moide.balance.data.ObjectsNow;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.balance.strategy.Membership;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.ProcessStatistics;
import org.moide.engine.control.WorkerStatistics;

class SightsTest {
    private static final String EVIL = "</script><img src=x onerror=alert(1)>";

    private final Sights sights = new Sights();

    @Test
    void shouldTellWhoSentWhatToWhom() {
        sights.told(0, done(1, new PeerStatistics(0, 5, 0, 0), new PeerStatistics(1, 2, 300, 40_000_000)));
        sights.told(1, done(1, 1, new PeerStatistics(0, 1, 8, 0)));

        JsonObject told = json(sights.traffic());
        assertThat(told.get("labels").toString()).isEqualTo("[\"0\",\"1\"]");
        assertThat(told.get("squares").toString()).isEqualTo("[0,0,5,0,0,0,1,2,300,40,1,0,1,8,0]");
    }

    @Test
    void shouldAddWhatWasDoneInEarlierEpochs() {
        sights.told(0, done(1, new PeerStatistics(1, 2, 300, 0)));
        sights.told(0, done(1, new PeerStatistics(1, 4, 500, 0)));
        sights.told(0, done(2, new PeerStatistics(1, 1, 7, 0)));
        sights.told(0, done(2, new PeerStatistics(1, 2, 20, 0)));

        assertThat(json(sights.traffic()).get("squares").toString()).isEqualTo("[0,1,6,520,0]");
    }

    /**
     * Checks the numbers of engines within an epoch, which differ from those in the run: engine 2 was lost, and engine
     * 3 got its number.
     */
    @Test
    void shouldKnowEnginesByTheNumbersThatTheyHadInTheirEpoch() {
        sights.told(0, done(1, 0, new PeerStatistics(2, 1, 10, 0)));
        sights.told(2, done(1, 2, new PeerStatistics(0, 1, 7, 0)));
        sights.told(3, done(2, 2, new PeerStatistics(0, 1, 5, 0)));
        sights.told(0, done(2, 0, new PeerStatistics(2, 1, 300, 0)));

        assertThat(json(sights.traffic()).get("squares").toString())
                .isEqualTo("[0,2,1,10,0,0,3,1,300,0,2,0,1,7,0,3,0,1,5,0]");
    }

    @Test
    void shouldPutNeighboursTogetherWhenThereAreMany() {
        sights.told(0, done(1, new PeerStatistics(1, 1, 10, 0), new PeerStatistics(127, 1, 1, 0)));
        sights.told(1, done(1, 1, new PeerStatistics(126, 2, 5, 0)));

        JsonObject told = json(sights.traffic());
        assertThat(told.getAsJsonArray("labels")).hasSize(Sights.MOST_SQUARES);
        assertThat(told.getAsJsonArray("labels").get(63).getAsString()).isEqualTo("126-127");
        assertThat(told.get("squares").toString()).isEqualTo("[0,0,1,10,0,0,63,3,6,0]");
    }

    @Test
    void shouldLeaveOutEnginesThatCannotBe() {
        sights.told(-1, done(1));
        sights.told(Integer.MAX_VALUE, done(1));
        sights.told(0, done(1, new PeerStatistics(-7, 1, 1, 1), new PeerStatistics(Integer.MAX_VALUE, 1, 1, 1)));

        assertThat(json(sights.traffic()).getAsJsonArray("labels")).hasSize(1);
        assertThat(json(sights.traffic()).getAsJsonArray("squares")).isEmpty();
    }

    @Test
    void shouldTellLoansDataObjectsAndWorkers() {
        DataStatistics data = new DataStatistics(new DataTotals(1, 2, 3, 4, 5, 6, 7, 8, 9), 10, 11, 0, 0, 0, 12);
        WorkerStatistics workers = new WorkerStatistics(
                5, 6, 7, 8, 9, 10, 11, 12_000_000, List.of(new WorkerStatistics.Move(3, 0, 1, EVIL, 99, 0, 0)));
        sights.told(
                2,
                new EngineSight.Done(
                        1,
                        2,
                        EngineStatistics.silent(List.of()).with(data).with(workers),
                        List.of(new BorrowedFrom(Membership.ROOT, 1, 10, 4))));
        ObjectsNow objects = new ObjectsNow(
                3, 4_000, List.of(new ObjectsNow.Listed(Long.MIN_VALUE, 2_000, true, EVIL, 1, 9)), Map.of(2, 77));

        String text = sights.rest(objects);
        assertThat(text).doesNotContain("<", ">");
        JsonObject told = json(text);
        assertThat(told.get("loans").toString()).isEqualTo("[[2,-1,1,10,4]]");
        assertThat(told.get("stores").toString()).isEqualTo("[[2,77,2,3,4,5,10,11,1,6,12,7]]");
        assertThat(told.get("workers").toString()).isEqualTo("[[2,7,8,10,11,12]]");
        JsonArray largest = told.getAsJsonArray("largest").get(0).getAsJsonArray();
        assertThat(largest.get(0).getAsString()).isEqualTo("-9223372036854775808");
        assertThat(largest.get(3).getAsString()).isEqualTo(EVIL);
        assertThat(told.getAsJsonArray("moves").get(0).getAsJsonArray().get(6).getAsString())
                .isEqualTo(EVIL);
    }

    /**
     * Checks the size of the data for the page, if every engine sends to every other engine and has loans, data objects
     * and workers.
     */
    @Test
    void shouldStaySmall() {
        fill(2);
        assertThat(sights.traffic().length()).isLessThan(150);
        assertThat(sights.rest(ObjectsNow.NONE).length()).isLessThan(1_200);
        fill(64);
        assertThat(sights.traffic().length()).isBetween(64 * 64 * 10, 150_000);
        assertThat(sights.rest(ObjectsNow.NONE).length()).isLessThan(12_000);
        fill(Sights.MOST_ENGINES);
        assertThat(sights.traffic().length()).isLessThan(200_000);
        assertThat(sights.rest(ObjectsNow.NONE).length()).isLessThan(60_000);
    }

    @Test
    void shouldTellTheLessOftenTheLongerItIs() {
        PacedEvent paced = new PacedEvent("traffic");
        String large = "x".repeat(4 * PacedEvent.MOST_BYTES_A_SECOND);
        assertThat(paced.isDue(0)).isTrue();
        assertThat(paced.told(large, 0)).isNotNull();
        assertThat(paced.isDue(3.9)).isFalse();
        assertThat(paced.isDue(4.1)).isTrue();
        assertThat(paced.told(large, 4.1)).as("nothing new").isNull();
        assertThat(paced.told("y", 4.1)).isNotNull();
        assertThat(paced.isDue(4.2)).isTrue();
    }

    private void fill(int engines) {
        for (int engine = 0; engine < engines; engine++) {
            List<PeerStatistics> peers = new ArrayList<>();
            for (int peer = 0; peer < Math.min(engines, EngineSight.Done.MOST_PEERS); peer++) {
                peers.add(new PeerStatistics(
                        (engine + peer) % engines, 12_345 + peer, 123_456_789L * (peer + 1), 1_234_567_890L));
            }
            EngineStatistics sums = new EngineStatistics(
                    List.of(),
                    0,
                    0,
                    0,
                    0,
                    new DataStatistics(
                            new DataTotals(1_234, 567, 89_012_345, 67, 8_901_234, 56, 1 << 28, 0, 0),
                            1_234,
                            56_789_012,
                            0,
                            0,
                            0,
                            12),
                    peers,
                    new WorkerStatistics(10, 12_345, 1_234, 56, 1, 78, 901_234, 567_890_123, List.of()),
                    ProcessStatistics.UNKNOWN);
            sights.told(engine, new EngineSight.Done(1, engine, sums, List.of(new BorrowedFrom(-1, 3, 12_345, 6_789))));
        }
    }

    private static EngineSight.Done done(long epoch, PeerStatistics... peers) {
        return done(epoch, 0, peers);
    }

    private static EngineSight.Done done(long epoch, int number, PeerStatistics... peers) {
        return new EngineSight.Done(
                epoch,
                number,
                new EngineStatistics(List.of(), 0, 0, 0, 0, DataStatistics.NONE, List.of(peers)),
                List.of());
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }
}
