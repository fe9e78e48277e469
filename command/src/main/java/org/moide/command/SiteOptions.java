package org.moide.command;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Option;

/** The options that divide a simulation's engines among sites, and set the latency between sites. */
final class SiteOptions {
    private static final double NANOS_PER_MICRO = 1e3;

    /** The longest time in microseconds that a message may take, an hour. */
    private static final double MOST_MICROS = 3.6e9;

    @Use(group = HelpGroup.PLACE)
    @With(not = {"--hosts", "--hostfile"})
    @Option(
            names = "--sites",
            order = 12,
            split = ",",
            paramLabel = "<n,...>",
            description = "How many engines each site has, as in 8,8: the first eight are in one, the next in another"
                    + " (default: all are in one).")
    List<Integer> sites = List.of();

    @Use(group = HelpGroup.BALANCING)
    @With("--sites")
    @Option(
            names = "--unknown-sites",
            order = 12,
            description = "The strategies are not told who is in which site, as without --topology.")
    boolean unknownSites;

    @Use(group = HelpGroup.PLACE)
    @With("--sites")
    @Option(
            names = "--site-latency",
            order = 13,
            paramLabel = "<µs>",
            description = "What a message takes between two engines of different sites (default: 20000).")
    double micros = 20_000;

    /** Returns the number of engines in all sites; 0 if no sites are given. */
    int engines() {
        long all = 0;
        for (int engines : sites) {
            if (engines < 1) {
                throw new PlanException("--sites: expected at least 1 engine in each, found " + engines);
            }
            all += engines;
        }
        return (int) Math.min(Integer.MAX_VALUE, all);
    }

    /** Returns the members with their sites. */
    Membership located(Membership members) {
        if (sites.isEmpty()) {
            return members;
        }
        if (engines() != members.size()) {
            throw new PlanException("--sites: expected the " + members.size() + " engines that there are, found "
                    + engines() + " in " + sites);
        }
        List<Membership.Member> located = new ArrayList<>();
        for (int site = 0; site < sites.size(); site++) {
            Location there = new Location(List.of("site " + site));
            for (int engine = 0; engine < sites.get(site); engine++) {
                located.add(members.at(located.size()).at(there));
            }
        }
        return Membership.of(located);
    }

    /** Returns the network within a site, extended by the latency between sites. */
    Interconnect over(Interconnect within) {
        if (sites.isEmpty()) {
            return within;
        }
        if (!(micros * NANOS_PER_MICRO >= within.latencyNanos() && micros <= MOST_MICROS)) {
            throw new PlanException("--site-latency: expected microseconds from "
                    + within.latencyNanos() / NANOS_PER_MICRO + ", as within a site, to an hour, found " + micros);
        }
        long more = (long) (micros * NANOS_PER_MICRO) - within.latencyNanos();
        return new Interconnect(within.latencyNanos(), within.bytesPerSecond(), within.handlingNanos(), more);
    }
}
