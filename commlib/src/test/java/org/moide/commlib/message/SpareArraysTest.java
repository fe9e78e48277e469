package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SpareArraysTest {
    private final SpareArrays arrays = new SpareArrays();

    @Test
    void shouldGiveAnArrayAgainOnce() {
        byte[] one = arrays.take(4_096);
        arrays.giveBack(one);
        assertThat(arrays.take(4_096)).isSameAs(one);
        assertThat(arrays.take(4_096)).isNotSameAs(one);
    }

    @Test
    void shouldTakeTheBytesOfElementsButOfNoObject() {
        byte[] ofElements = arrays.take(1_024);
        byte[] ofObject = arrays.take(2_048);
        arrays.giveBack(new Envelope.InContext(1, new Envelope.Eager(0, 1, 0, 0, Content.BYTE, ofElements)));
        arrays.giveBack(new Envelope.Eager(0, 1, 0, 0, Content.OBJECT, ofObject));
        arrays.giveBack(new Envelope.Taken(1, null));
        assertThat(arrays.take(1_024)).isSameAs(ofElements);
        assertThat(arrays.take(2_048)).isNotSameAs(ofObject);
    }

    @RepeatedTest(20)
    void shouldNeverGiveAnArrayToTwoAndKeepFew(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        Set<byte[]> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<byte[]> held = Collections.newSetFromMap(new IdentityHashMap<>());
        List<byte[]> inUse = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            if (random.nextBoolean() || inUse.isEmpty()) {
                int bytes = random.nextInt(5) * 400;
                byte[] taken = arrays.take(bytes);
                kept.remove(taken);
                assertThat(taken).as("step %s", step).hasSize(bytes);
                assertThat(held.add(taken)).as("step %s", step).isTrue();
                inUse.add(taken);
            } else {
                byte[] given = inUse.remove(random.nextInt(inUse.size()));
                held.remove(given);
                arrays.giveBack(given);
                kept.add(given);
            }
        }
        int again = 0;
        for (int bytes : new int[] {800, 1_200, 1_600}) {
            while (kept.remove(arrays.take(bytes))) {
                again++;
            }
        }
        assertThat(again).isBetween(1, 16);
    }

    @Test
    void shouldPreferTheLengthsThatAreUsedNow() {
        for (int count = 0; count < 16; count++) {
            arrays.giveBack(new byte[1_000]);
        }
        byte[] now = new byte[2_000];
        arrays.giveBack(now);
        assertThat(arrays.take(2_000)).isSameAs(now);
    }
}
