package org.moide.samples.primers;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The strips that have ended. At the end these are all strips, which make the plate. Used by one thread. */
final class StripedPlate implements Serializable {
    private static final long serialVersionUID = 1L;

    private final StripOptions options;
    private final List<Strip> strips = new ArrayList<>();

    StripedPlate(Strip strip) {
        options = strip.options();
        strips.add(strip);
    }

    StripOptions options() {
        return options;
    }

    StripedPlate add(StripedPlate other) {
        strips.addAll(other.strips);
        return this;
    }

    /** Checks that each strip is present once and has made all steps, and puts them in order. */
    void requireAll() {
        strips.sort(Comparator.comparingInt(Strip::from));
        int next = 0;
        for (Strip strip : strips) {
            if (strip.from() != next || !strip.isDone()) {
                throw new IllegalStateException("expected a strip from column " + next + " on after "
                        + options.heat().steps() + " steps, found one from " + strip.from() + " after " + strip.step());
            }
            next += strip.columns();
        }
        if (next != options.heat().size()) {
            throw new IllegalStateException(
                    "expected strips of " + options.heat().size() + " columns, found " + next);
        }
    }

    /** Returns the largest error of all strips, as {@link Strip#errorOf} defines it. */
    double errorOf(double faded) {
        return strips.stream().mapToDouble(strip -> strip.errorOf(faded)).max().orElseThrow();
    }

    String digest() {
        PlateDigest digest = new PlateDigest();
        for (int row = 0; row < options.heat().size(); row++) {
            for (Strip strip : strips) {
                for (int column = strip.from(); column < strip.from() + strip.columns(); column++) {
                    digest.add(strip.heat(row, column));
                }
            }
        }
        return digest.hex();
    }

    /**
     * Computes the whole plate again, without strips, and compares the results.
     *
     * @throws IllegalStateException if any value differs
     */
    void check() {
        double[][] whole = whole(options.heat());
        for (int row = 0; row < options.heat().size(); row++) {
            for (Strip strip : strips) {
                for (int column = strip.from(); column < strip.from() + strip.columns(); column++) {
                    double expected = whole[row + 1][column + 1];
                    if (Double.doubleToLongBits(strip.heat(row, column)) != Double.doubleToLongBits(expected)) {
                        throw new IllegalStateException("row " + row + ", column " + column + ": expected " + expected
                                + " as one thread finds it, found " + strip.heat(row, column));
                    }
                }
            }
        }
    }

    private static double[][] whole(Heat heat) {
        int width = heat.size() + 2;
        double[][] now = new double[width][width];
        double[][] next = new double[width][width];
        for (int row = 1; row <= heat.size(); row++) {
            double height = heat.sine(row);
            for (int column = 1; column <= heat.size(); column++) {
                now[row][column] = height * heat.sine(column);
            }
        }
        Heat.Beside beside = new Heat.Beside(width);
        for (int step = 0; step < heat.steps(); step++) {
            for (int row = 1; row <= heat.size(); row++) {
                beside.copy(now[row]);
                Heat.step(now[row - 1], now[row + 1], beside.previous, beside.following, now[row], next[row]);
            }
            double[][] before = now;
            now = next;
            next = before;
        }
        return now;
    }

    /** Returns the picture of the plate, as the sample {@code stencil} draws it. */
    byte[] draw() {
        Plate plate = new Plate(options.heat().size());
        int[] stripOf = new int[options.heat().size()];
        for (int index = 0; index < strips.size(); index++) {
            int from = strips.get(index).from();
            for (int column = from; column < from + strips.get(index).columns(); column++) {
                stripOf[column] = index;
            }
        }
        plate.put(
                0,
                plate.seen(
                        0,
                        options.heat().size(),
                        (row, column) -> strips.get(stripOf[column]).heat(row, column)));
        return plate.draw();
    }
}
