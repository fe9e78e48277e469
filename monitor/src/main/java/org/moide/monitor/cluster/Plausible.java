package org.moide.monitor.cluster;

import java.util.List;
import java.util.Locale;
import org.moide.monitor.cluster.HostNews.Moment;
import org.moide.monitor.cluster.HostNews.RunThere;

/** The limits between plausible and implausible news of hosts. A pure function. */
final class Plausible {
    /** The greatest number of processors of a plausible host: the largest machines of today have some thousands. */
    static final int MOST_PROCESSORS = 65_536;

    /** The greatest amount of memory of a plausible host: a pebibyte. */
    static final long MOST_MEMORY_BYTES = 1L << 50;

    /** The highest plausible power of a processor: those of today have about 1. */
    static final double MOST_POWER = 1e9;

    /** The highest plausible workload, the runnable work for each processor. */
    static final double MOST_WORKLOAD = 1e6;

    private static final int MOST_PORT = 65_535;

    private Plausible() {}

    /** Returns why news is not plausible; empty if it is. */
    static String whyNot(HostNews news) {
        if (!isName(news.node()) || !isName(news.host()) || !isName(news.machine())) {
            return "it has no name, or one with more than " + HostNews.MOST_LETTERS
                    + " letters or with letters that cannot be shown";
        }
        if (news.addresses().isEmpty()
                || news.addresses().size() > HostNews.MOST_ADDRESSES
                || !news.addresses().stream().allMatch(Plausible::isAddress)) {
            return "expected 1 to " + HostNews.MOST_ADDRESSES + " addresses of its daemon, found others";
        }
        if (news.port() < 1 || news.port() > MOST_PORT) {
            return "expected a port from 1 to " + MOST_PORT + ", found " + news.port();
        }
        if (news.processors() < 1 || news.processors() > MOST_PROCESSORS) {
            return "expected 1 to " + MOST_PROCESSORS + " processors, found " + news.processors();
        }
        if (news.memoryBytes() < 1 || news.memoryBytes() > MOST_MEMORY_BYTES) {
            return "expected up to a pebibyte of memory, found " + news.memoryBytes() + " bytes";
        }
        if (!(news.power() > 0 && news.power() <= MOST_POWER)) {
            return "expected a power above 0, up to " + number(MOST_POWER) + ", found " + news.power();
        }
        if (!(news.workload() >= 1 && news.workload() <= MOST_WORKLOAD)) {
            return "expected a workload from 1 to " + number(MOST_WORKLOAD) + ", found " + news.workload();
        }
        if (news.labels().size() > HostNews.MOST_LABELS
                || !news.labels().stream().allMatch(Plausible::isName)) {
            return "expected at most " + HostNews.MOST_LABELS + " labels, each of 1 to " + HostNews.MOST_LETTERS
                    + " letters, found others";
        }
        Moment moment = news.moment();
        if (moment != null && !canBe(moment)) {
            return "what it says of its last second cannot be: " + shortened(moment.toString());
        }
        return runs(news.runs());
    }

    private static String runs(List<RunThere> runs) {
        boolean fine = runs.size() <= HostNews.MOST_RUNS
                && runs.stream()
                        .allMatch(run -> isName(run.id())
                                && isNumber(run.engines())
                                && isNumber(run.threads())
                                && run.owner().length() <= HostNews.MOST_LETTERS
                                && run.heldNanos() >= 0);
        return fine
                ? ""
                : "expected at most " + HostNews.MOST_RUNS + " runs with a name, engines and threads, found others";
    }

    private static boolean isNumber(int count) {
        return count > 0 && count <= MOST_PROCESSORS;
    }

    private static boolean canBe(Moment moment) {
        return moment.seconds() > 0
                && moment.seconds() < MOST_WORKLOAD
                && isCount(moment.load())
                && isCount(moment.ourLoad())
                && (Double.isNaN(moment.busiestProcessor()) || isPart(moment.busiestProcessor()))
                && moment.availableMemoryBytes() >= 0
                && isRate(moment.receivedBytes())
                && isRate(moment.sentBytes())
                && isPart(moment.processorPressure())
                && isPart(moment.memoryPressure())
                && isPart(moment.ioPressure());
    }

    private static boolean isCount(double value) {
        return value >= 0 && value <= MOST_PROCESSORS;
    }

    private static boolean isRate(double value) {
        return value >= 0 && value <= MOST_MEMORY_BYTES;
    }

    private static boolean isPart(double value) {
        return value >= 0 && value <= 1;
    }

    private static boolean isName(String text) {
        return !text.isBlank() && text.length() <= HostNews.MOST_LETTERS && text.indexOf(HostNews.REPLACED) < 0;
    }

    /** Returns whether a text is a name or an address without special meaning in a list of hosts. */
    private static boolean isAddress(String text) {
        return isName(text)
                && text.chars().allMatch(letter -> Character.isLetterOrDigit(letter) || ".:-_%".indexOf(letter) >= 0);
    }

    private static String shortened(String text) {
        return text.length() > HostNews.MOST_LETTERS ? text.substring(0, HostNews.MOST_LETTERS) + "..." : text;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
