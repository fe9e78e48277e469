package org.moide.command.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.commlib.wire.CallValues;

/** Tests that the values of a run's report reach a program unchanged, or are refused. */
final class ValuesTest {
    private static Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("text", "𝄞 and Größe");
        values.put("truth", true);
        values.put("byte", (byte) -1);
        values.put("short", (short) 2);
        values.put("int", 3);
        values.put("long", 4L);
        values.put("float", 5f);
        values.put("double", -0.0);
        values.put("big", BigInteger.TEN.pow(30));
        values.put("exact", new BigDecimal("0.10"));
        values.put("ints", new int[] {1, 2});
        values.put("doubles", new double[0]);
        values.put("numbers", new Number[] {1, BigInteger.TWO});
        return values;
    }

    @Test
    void shouldComeOutAsTheyWentIn() throws IOException {
        Map<String, Object> found = Values.decode(Values.encode(values()));
        assertThat(found.keySet()).containsExactlyElementsOf(values().keySet());
        values().forEach((name, value) -> assertThat(found.get(name)).as(name).isEqualTo(value));
    }

    @Test
    void shouldBecomeDoublesIfTheyAreNoNumbersOfTheJdks() throws IOException {
        Map<String, Object> found = Values.decode(
                Values.encode(Map.of("one", new AtomicLong(7), "some", new AtomicLong[] {new AtomicLong(8)})));
        assertThat(found).containsEntry("one", 7.0);
        assertThat((Number[]) found.get("some")).containsExactly(8.0);
    }

    @Test
    void shouldBeRefusedIfTheyAreOfAnotherType() throws IOException {
        byte[] bytes = CallValues.bytes(List.of("name", Duration.ofSeconds(1)));
        assertThatThrownBy(() -> Values.decode(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("java.time.Duration");
    }

    @Test
    void shouldBeRefusedOrReadWhenTheyAreSpoilt() {
        Random random = new Random(7);
        byte[] whole = Values.encode(values());
        byte[] words =
                RunFrame.of(RunFrame.Kind.RUN, 1, List.of("run", "", "größer")).payload();
        for (int attempt = 0; attempt < 5_000; attempt++) {
            byte[] bytes = attempt % 2 == 0 ? whole : words;
            byte[] spoilt = Arrays.copyOf(bytes, random.nextInt(bytes.length + 2));
            for (int change = random.nextInt(3); change > 0 && spoilt.length > 0; change--) {
                spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt();
            }
            try {
                Values.decode(spoilt);
                new RunFrame(RunFrame.Kind.RUN, 1, spoilt).texts();
            } catch (IOException refused) {
                assertThat(refused).hasMessageNotContaining("OutOfMemory");
            }
        }
    }

    @Test
    void shouldTellWordsFromWhatIsNone() throws IOException {
        List<String> words = List.of("run", "", "größer");
        assertThat(RunFrame.of(RunFrame.Kind.RUN, 1, words).texts()).isEqualTo(words);
        assertThatThrownBy(() -> new RunFrame(RunFrame.Kind.RUN, 1, new byte[] {127, 0, 0, 0, 1}).texts())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("found 2130706432");
    }
}
