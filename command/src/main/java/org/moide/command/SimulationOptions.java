package org.moide.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.simulation.Platform;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import org.moide.coordinator.workload.RecordedWorkload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for a simulation's engines and network, and for a chart of it. */
final class SimulationOptions {
    private static final int USUAL_MEMBERS = 16;

    /** The greatest number of engines of a simulation. A simulation of tens of thousands of engines takes hours. */
    private static final int MOST_MEMBERS = 100_000;

    private static final int MOST_THREADS = 1_024;
    /** The longest time in microseconds that a message may take, an hour. */
    private static final double MOST_MICROS = 3.6e9;

    /** The highest bandwidth in megabytes per second, above that of any memory. */
    private static final double MOST_MEGABYTES = 1e9;

    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    @Use(group = HelpGroup.PLACE)
    @With(not = {"--hosts", "--hostfile"})
    @Option(
            names = "--members",
            order = 10,
            paramLabel = "<n>",
            description = "How many engines compute (default: those of the recorded run; else 16).")
    @Nullable
    Integer members;

    @Use(group = HelpGroup.PLACE)
    @With(not = {"--hosts", "--hostfile"})
    @Option(
            names = "--member-threads",
            order = 11,
            paramLabel = "<n>",
            description = "Compute threads of each (default: as recorded; else 1).")
    @Nullable
    Integer memberThreads;

    @Use(group = HelpGroup.PLACE)
    @With(not = {"--hosts", "--hostfile"})
    @Option(
            names = "--powers",
            order = 12,
            split = ",",
            paramLabel = "<power,...>",
            description = "How fast a thread of each engine is, as in 1,1,0.5; with fewer than there are engines they"
                    + " are used again and again (default: 1).")
    List<Double> powers = List.of();

    @Use(group = HelpGroup.BALANCING)
    @Option(
            names = "--unknown-powers",
            order = 12,
            description =
                    "The strategies are not told the powers, as where others use the hosts too: what is measured while"
                            + " it runs is all they have.")
    boolean unknownPowers;

    @Mixin
    SiteOptions sites = new SiteOptions();

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--latency",
            order = 13,
            paramLabel = "<µs>",
            description = "What a message takes between two engines (default: 100).")
    double latencyMicros = Interconnect.USUAL.latencyNanos() / NANOS_PER_MICRO;

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--bandwidth",
            order = 14,
            paramLabel = "<MB/s>",
            description = "What an engine can send (default: 125, Gigabit Ethernet).")
    double megabytesPerSecond = Interconnect.USUAL.bytesPerSecond() / BYTES_PER_MEGABYTE;

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--handling",
            order = 15,
            paramLabel = "<µs>",
            description = "What taking a message costs its receiver's control thread (default: 10).")
    double handlingMicros = Interconnect.USUAL.handlingNanos() / NANOS_PER_MICRO;

    @Use(group = HelpGroup.PLACE, programs = ProgramKind.BAG)
    @Option(
            names = "--data-memory",
            order = 15,
            paramLabel = "<size>",
            description =
                    "How much of the data objects that tasks read each engine can have at once, such as 512m or 2g"
                            + " (default: 1g).")
    String dataMemory = MemorySize.text(Platform.USUAL_DATA_MEMORY);

    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--seed",
            order = 16,
            paramLabel = "<n>",
            description = "The same seed gives the same run, event for event (default: 1).")
    long seed = 1;

    @Typed
    @Use(
            group = HelpGroup.FILES,
            writes = {".svg", ".png"})
    @Option(names = "--plot", order = 17, paramLabel = "<file>", description = "Draw who computed when: .svg or .png.")
    @Nullable
    Path plot;

    boolean namesMembers() {
        return members != null || memberThreads != null || !powers.isEmpty() || sites.engines() > 0;
    }

    /** Returns the platform of these members and of the network that the options describe. */
    Platform platform(Membership of) {
        return new Platform(of, !unknownPowers, !sites.unknownSites, interconnect(), dataMemory());
    }

    /** Returns the members that the options describe, or those of a recorded run. */
    Membership members(@Nullable RecordedWorkload recorded) {
        if (!namesMembers() && recorded != null && !recorded.engines().isEmpty()) {
            return recorded.members();
        }
        int inSites = sites.engines();
        int count = members == null && inSites > 0
                ? from1("--sites", inSites, inSites, MOST_MEMBERS)
                : from1("--members", members, USUAL_MEMBERS, MOST_MEMBERS);
        int threads = from1("--member-threads", memberThreads, 1, MOST_THREADS);
        for (double power : powers) {
            if (!(power > 0) || Double.isInfinite(power)) {
                throw new PlanException("--powers: expected numbers above 0, found " + power);
            }
        }
        List<Membership.Member> all = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            double power = powers.isEmpty() ? 1 : powers.get(number % powers.size());
            all.add(new Membership.Member(number, 1, power * threads, threads));
        }
        return sites.located(Membership.of(all));
    }

    Interconnect interconnect() {
        mustBe("--latency", latencyMicros, "microseconds", 0.001, MOST_MICROS);
        mustBe("--bandwidth", megabytesPerSecond, "megabytes per second", 0.001, MOST_MEGABYTES);
        mustBe("--handling", handlingMicros, "microseconds", 0, MOST_MICROS);
        return sites.over(new Interconnect(
                (long) (latencyMicros * NANOS_PER_MICRO), megabytesPerSecond * BYTES_PER_MEGABYTE, (long)
                        (handlingMicros * NANOS_PER_MICRO)));
    }

    private long dataMemory() {
        return MemorySize.bytes("--data-memory", dataMemory);
    }

    private static void mustBe(String option, double found, String what, double least, double most) {
        if (!(found >= least && found <= most)) {
            throw new PlanException(String.format(
                    Locale.ROOT, "%s: expected %s from %s to %,.0f, found %s", option, what, least, most, found));
        }
    }

    private static int from1(String option, @Nullable Integer given, int otherwise, int most) {
        if (given == null) {
            return otherwise;
        }
        if (given < 1 || given > most) {
            throw new PlanException(option + ": expected from 1 to " + most + ", found " + given);
        }
        return given;
    }
}
