package org.moide.coordinator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Tests that {@link Figures} rounds in the same way as {@code BigDecimal}, which it does not use. */
class FiguresTest {
    private static final int NUMBERS = 10_000;

    private final Random random = new Random(20261127);

    private static void check(double value) {
        assertThat(Figures.result(value)).as("%s", value).isEqualTo(expected(value, 10));
        assertThat(Figures.result(-value)).as("-%s", value).isEqualTo(expected(-value, 10));
        float single = (float) value;
        assertThat(Figures.result(single)).as("%s as a float", value).isEqualTo(expected(single, 7));
    }

    private static String expected(double number, int digits) {
        double size = Math.abs(number);
        if (!Double.isFinite(number) || number == 0) {
            return number == 0 ? "0" : Double.toString(number);
        }
        BigDecimal exact = new BigDecimal(number);
        if (size < 1e-4 || size >= 1e15) {
            return Double.toString(exact.round(new MathContext(4)).doubleValue());
        }
        BigDecimal rounded =
                size >= 1e6 ? exact.setScale(0, RoundingMode.HALF_EVEN) : exact.round(new MathContext(digits));
        String text = rounded.toPlainString();
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    /**
     * Returns a random number that is exactly, or almost exactly, in the middle between two rounded numbers. There
     * errors of rounding are likely.
     */
    private double nearTheMiddle(int digits) {
        long whole = random.nextLong((long) Math.pow(10, digits - 1), (long) Math.pow(10, digits));
        double middle = Double.parseDouble(whole + "5E" + random.nextInt(-320, 300));
        return switch (random.nextInt(3)) {
            case 0 -> middle;
            case 1 -> Math.nextUp(middle);
            default -> Math.nextDown(middle);
        };
    }

    @Test
    void shouldRoundNumbersOfAllSizesExactly() {
        for (int i = 0; i < NUMBERS; i++) {
            check(Double.longBitsToDouble(random.nextLong()));
            check(Math.pow(10, random.nextDouble(-5, 16)));
        }
    }

    @Test
    void shouldRoundNumbersExactlyThatAreHalfWay() {
        for (int i = 0; i < NUMBERS; i++) {
            check(nearTheMiddle(4));
            check(Double.parseDouble(
                    random.nextLong(1_000_000_000L, 10_000_000_000L) + "5E" + random.nextInt(-15, -4)));
            check(Double.parseDouble(random.nextLong(1_000_000L, 10_000_000L) + "5E" + random.nextInt(-12, -1)));
            check(random.nextLong(1L << 53) * 0x1p-3);
            check(random.nextInt(1 << 24) * 0x1p-10);
        }
    }

    @Test
    void shouldRoundNumbersNextToPowersOfTenExactly() {
        for (int exponent = -323; exponent <= 308; exponent++) {
            double power = Double.parseDouble("1E" + exponent);
            DoubleStream.of(power, Math.nextUp(power), Math.nextDown(power)).forEach(FiguresTest::check);
        }
        DoubleStream.of(0, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY)
                .forEach(FiguresTest::check);
    }

    @Test
    void shouldShowTimesAsTheyWereSet() {
        assertThat(Figures.span(Duration.ofMillis(300))).isEqualTo("0.3 s");
        assertThat(Figures.span(Duration.ofSeconds(30))).isEqualTo("30 s");
        assertThat(Figures.span(Duration.ofMillis(1))).isEqualTo("0.001 s");
        assertThat(Figures.span(Duration.ofMillis(61_050))).isEqualTo("61.05 s");
        assertThat(Figures.span(Duration.ZERO)).isEqualTo("0 s");
    }
}
