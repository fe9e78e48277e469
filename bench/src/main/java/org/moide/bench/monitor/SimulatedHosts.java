package org.moide.bench.monitor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.Reporter;

/** Many hosts simulated in one JVM; each reports invented figures to a monitor, as a daemon does. */
public final class SimulatedHosts {
    private SimulatedHosts() {}

    /**
     * Reports until standard input closes.
     *
     * @param words the monitor's port on loopback, the number of hosts, and the number of processes whose connections
     * they share
     */
    public static void main(String[] words) throws Exception {
        RmiProcess.prepare();
        int port = Integer.parseInt(words[0]);
        int hosts = Integer.parseInt(words[1]);
        int nodes = Math.min(hosts, Integer.parseInt(words[2]));
        SystemTicker ticker = new SystemTicker();
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.bench"));
        Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
        Path file = ClusterSecret.defaultFile();
        ClusterSecret secret = ClusterSecret.loadOrCreate(file, new SystemRandomness().generator());
        List<RmiSpace> spaces = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            spaces.add(RmiSpace.open(RmiSpaceOptions.onLoopback(
                    "hosts-" + node, secret, faults, ticker, new SystemRandomness().generator())));
        }
        for (int host = 0; host < hosts; host++) {
            int number = host;
            Random random = new Random(host);
            AtomicLong reports = new AtomicLong();
            new Reporter(
                    spaces.get(host % nodes),
                    RmiSpaceOptions.LOOPBACK,
                    port,
                    () -> List.of(word(number, reports.incrementAndGet(), random)),
                    System.err::println,
                    new Surroundings(ticker, signals, new DaemonThreads("hosts", faults), faults));
        }
        System.out.println("report");
        while (System.in.read() >= 0) {
            // The starter of this process closes its standard input.
        }
        spaces.forEach(RmiSpace::close);
    }

    private static HostNews word(int number, long report, Random random) {
        String host = "node" + number;
        double load = 8 * random.nextDouble();
        return new HostNews(
                "engine-daemon on " + host,
                List.of("10.0." + number / 250 + "." + (1 + number % 250), host),
                7100,
                report,
                host,
                "machine of " + host,
                8,
                32L << 30,
                8.4,
                1 + load / 8,
                List.of("rack=7"),
                new HostNews.Moment(1, load, load / 2, 0.9, 16L << 30, 1e6, 1e6, 0.1, 0, 0),
                List.of(new HostNews.RunThere("4k2", 1, 4, "anna@laptop", 1)),
                "",
                0,
                List.of(),
                List.of(),
                "");
    }
}
