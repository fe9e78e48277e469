package org.moide.samples.programs.tsp;

import org.jspecify.annotations.Nullable;

/** The metrics by which TSPLIB 95 computes the distance of two places, including the rounding. */
enum Metric {
    EUC_2D(2) {
        @Override
        double distance(double[] a, double[] b) {
            return nearest(euclidean(a, b));
        }
    },
    EUC_3D(3) {
        @Override
        double distance(double[] a, double[] b) {
            return nearest(euclidean(a, b));
        }
    },
    CEIL_2D(2) {
        @Override
        double distance(double[] a, double[] b) {
            return Math.ceil(euclidean(a, b));
        }
    },
    MAN_2D(2) {
        @Override
        double distance(double[] a, double[] b) {
            return nearest(streets(a, b));
        }
    },
    MAN_3D(3) {
        @Override
        double distance(double[] a, double[] b) {
            return nearest(streets(a, b));
        }
    },
    MAX_2D(2) {
        @Override
        double distance(double[] a, double[] b) {
            return largest(a, b);
        }
    },
    MAX_3D(3) {
        @Override
        double distance(double[] a, double[] b) {
            return largest(a, b);
        }
    },
    /** The metric for the capitals of the United States (Padberg and Rinaldi), which rounds up. */
    ATT(2) {
        @Override
        double distance(double[] a, double[] b) {
            double x = a[0] - b[0];
            double y = a[1] - b[1];
            double exact = Math.sqrt((x * x + y * y) / 10.0);
            double rounded = nearest(exact);
            return rounded < exact ? rounded + 1 : rounded;
        }
    },
    /** The metric for latitude and longitude in the form DDD.MM, degrees and minutes, on an ideal sphere. */
    GEO(2) {
        @Override
        double distance(double[] a, double[] b) {
            double q1 = Math.cos(radians(a[1]) - radians(b[1]));
            double q2 = Math.cos(radians(a[0]) - radians(b[0]));
            double q3 = Math.cos(radians(a[0]) + radians(b[0]));
            double cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
            // Rounding may bring the value out of the range of a cosine.
            return Math.floor(EARTH * Math.acos(Math.max(-1.0, Math.min(1.0, cosine))) + 1.0);
        }
    };

    /** The radius of the earth in km, as in TSPLIB's definition. */
    private static final double EARTH = 6378.388;

    private static final double PI = 3.141592;

    private final int numbers;

    Metric(int numbers) {
        this.numbers = numbers;
    }

    /** Returns the metric with this name, in capital letters; null if there is none. */
    static @Nullable Metric named(String name) {
        for (Metric metric : values()) {
            if (metric.name().equals(name)) {
                return metric;
            }
        }
        return null;
    }

    /** Returns how many numbers describe a place. */
    int numbers() {
        return numbers;
    }

    /** Returns the distance of two places, which is a whole number. */
    abstract double distance(double[] a, double[] b);

    private static double nearest(double exact) {
        return Math.floor(exact + 0.5);
    }

    private static double euclidean(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }

    private static double streets(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += Math.abs(a[i] - b[i]);
        }
        return sum;
    }

    private static double largest(double[] a, double[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, nearest(Math.abs(a[i] - b[i])));
        }
        return largest;
    }

    private static double radians(double place) {
        double degrees = (int) place; // the minutes have the sign of the degrees
        return PI * (degrees + 5.0 * (place - degrees) / 3.0) / 180.0;
    }
}
