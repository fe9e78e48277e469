package org.moide.samples.programs.quadrature;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;

/**
 * Adaptive quadrature (SAMBA, §5, application 1). The area of an interval by the trapezoidal rule is compared with the
 * sum of the areas of its two halves. If they differ by more than the tolerance, each half is integrated in the same
 * way. It is not known in advance how many intervals are needed in which part of the function; with the default options
 * there are some 111 million, as in the paper.
 *
 * <p>A task is some intervals. Executing it handles a limited number of intervals, and puts the remaining ones as two
 * tasks.
 *
 * <p>Reports {@code function}, {@code value}, {@code expected}, {@code relativeError} and {@code intervals}, and fails
 * if the error of the value is larger than the tolerance can explain.
 */
public final class Quadrature implements TaskApplication<Intervals, Area> {
    private static final Set<String> OPTIONS = Set.of("--function", "--tolerance", "--intervals", "--bundle");
    /** The default number of intervals that a task handles. So many take half a millisecond. */
    private static final int DEFAULT_BUNDLE = 20_000;
    /**
     * The number of units in the last place by which two areas may differ because of rounding and still count as equal.
     */
    private static final int ROUNDING_ULPS = 2;

    private static final double ALLOWED_ERROR = 1e-9;

    private volatile @Nullable Rule rule;
    private volatile int bundle;

    /** The settings that all tasks have in common. */
    record Rule(Integrand integrand, double tolerance) {}

    @Override
    public String summary() {
        return "integrates by adaptive quadrature and compares with the closed form";
    }

    @Override
    public String usage() {
        return """
            --function f    exp: eˣ over [0, 15] (default); cubic: (x² + 1)·x over [0, 10000]
            --tolerance x   by how much an interval's area may differ from that of its halves; default 1e-16
            --intervals n   into how many the whole is cut first; default 64
            --bundle n      intervals that a task looks at; default %d""".formatted(DEFAULT_BUNDLE);
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        rule(arguments);
        intervals(arguments);
        bundle(arguments);
    }

    private static Rule rule(Arguments arguments) {
        String name = arguments.text("--function", "exp");
        Integrand integrand = switch (name) {
            case "exp" -> Integrand.EXP;
            case "cubic" -> Integrand.CUBIC;
            default -> throw new UsageException("--function: expected exp or cubic, found '" + name + "'");
        };
        return new Rule(integrand, arguments.number("--tolerance", 1e-16, 0.0, Double.MAX_VALUE));
    }

    private static int intervals(Arguments arguments) {
        return arguments.count("--intervals", 64, 1, 1_000_000);
    }

    private static int bundle(Arguments arguments) {
        return arguments.count("--bundle", DEFAULT_BUNDLE, 1, 100_000_000);
    }

    @Override
    public void createTasks(TaskContext<Intervals> context) {
        Rule given = rule(context.arguments());
        rule = given;
        double from = given.integrand().from();
        double width = given.integrand().to() - from;
        int intervals = intervals(context.arguments());
        for (int i = 0; i < intervals; i++) {
            Intervals one = new Intervals(1);
            one.push(from + width * i / intervals, from + width * (i + 1) / intervals);
            context.put(one);
        }
    }

    @Override
    public void prepare(TaskContext<Intervals> context) {
        rule = rule(context.arguments());
        bundle = bundle(context.arguments());
    }

    @Override
    public Area identity() {
        return Area.NONE;
    }

    @Override
    public Area executeTask(Intervals intervals, TaskContext<Intervals> context) {
        // A task may be run a second time, so its input must not change.
        Intervals stack = intervals.copy();
        Area area = integrate(stack, requireNonNull(rule, "prepare comes before the first task"), bundle);
        for (int half = 0; half < Math.min(2, stack.count()); half++) {
            context.put(stack.half(half));
        }
        return area;
    }

    static Area integrate(Intervals stack, Rule rule, int most) {
        Integrand integrand = rule.integrand();
        double sum = 0.0;
        double lost = 0.0;
        int done = 0;
        for (; done < most && stack.count() > 0; done++) {
            double from = stack.from();
            double to = stack.to();
            stack.pop();
            double middle = 0.5 * (from + to);
            double atFrom = integrand.at(from);
            double atMiddle = integrand.at(middle);
            double atTo = integrand.at(to);
            double whole = 0.5 * (to - from) * (atFrom + atTo);
            double left = 0.5 * (middle - from) * (atFrom + atMiddle);
            double right = 0.5 * (to - middle) * (atMiddle + atTo);
            double difference = Math.abs(left + right - whole);
            boolean enough = difference <= Math.max(rule.tolerance(), ROUNDING_ULPS * Math.ulp(whole));
            if (enough || !(from < middle && middle < to)) {
                double term = left + right - lost;
                double next = sum + term;
                lost = (next - sum) - term;
                sum = next;
            } else {
                stack.push(middle, to);
                stack.push(from, middle);
            }
        }
        return new Area(sum, -lost, done);
    }

    @Override
    public Area merge(Area left, Area right) {
        return left.add(right);
    }

    /**
     * Returns whether both areas have the same number of intervals and nearly the same sum. The sums may differ in
     * their last bits.
     */
    @Override
    public boolean equivalent(Area left, Area right) {
        double larger = Math.max(Math.abs(left.value()), Math.abs(right.value()));
        return left.intervals() == right.intervals() && Math.abs(left.value() - right.value()) <= 1e-12 * larger;
    }

    @Override
    public void handleResults(Area area, Report report) {
        Rule given = requireNonNull(rule, "createTasks comes before the end");
        double value = area.value();
        double expected = given.integrand().integral();
        double error = Math.abs(value - expected) / expected;
        report.put("function", given.integrand().name().toLowerCase(Locale.ROOT));
        report.put("value", value);
        report.put("expected", expected);
        report.put("relativeError", error);
        report.put("intervals", area.intervals());
        // Each interval adds at most about a third of the tolerance, or of its own rounding.
        double allowed = Math.max(ALLOWED_ERROR, area.intervals() * given.tolerance() / expected);
        if (!(error <= allowed)) {
            throw new IllegalStateException("expected " + expected + " within " + allowed + " of it, found " + value);
        }
    }
}
