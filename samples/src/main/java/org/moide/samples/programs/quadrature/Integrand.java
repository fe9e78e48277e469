package org.moide.samples.programs.quadrature;

/** A function whose integral is known, and the interval over which it is integrated. */
enum Integrand {
    /** The function eˣ over [0, 15], which SAMBA integrates. */
    EXP(0.0, 15.0, StrictMath.exp(15.0) - 1.0) {
        @Override
        double at(double x) {
            // StrictMath, so that all hosts divide the same intervals.
            return StrictMath.exp(x);
        }
    },
    /** The function (x² + 1)·x over [0, 10000]. */
    CUBIC(0.0, 10_000.0, 0.25 * 1e8 * (1e8 + 2.0)) {
        @Override
        double at(double x) {
            return (x * x + 1.0) * x;
        }
    };

    private final double from;
    private final double to;
    private final double integral;

    Integrand(double from, double to, double integral) {
        this.from = from;
        this.to = to;
        this.integral = integral;
    }

    abstract double at(double x);

    double from() {
        return from;
    }

    double to() {
        return to;
    }

    /** Returns the exact integral, by its closed form. */
    double integral() {
        return integral;
    }
}
