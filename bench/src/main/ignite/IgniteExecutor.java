import java.io.Serializable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/**
 * Measures the executor of Ignite 2 as ExecutorBench measures MOIDE's: a node in this JVM submits calls to a node in
 * another one. bench/library.sh starts it from its source, with Ignite's jars on the class path; it is not part of a
 * build.
 *
 * <p>Arguments: {@code member} for the other JVM; otherwise the number of calls in bulk, and the number of calls
 * alone.
 */
public final class IgniteExecutor {
    /** A call whose data are plain values. It is not a record, since Ignite 2 cannot serialize records. */
    public static final class Next implements Callable<Integer>, Serializable {
        private static final long serialVersionUID = 1L;
        private final int number;

        Next(int number) {
            this.number = number;
        }

        @Override
        public Integer call() {
            return number + 1;
        }
    }

    public static void main(String[] words) throws Exception {
        IgniteConfiguration config = new IgniteConfiguration();
        config.setIgniteInstanceName(words[0].equals("member") ? "there" : "here");
        config.setGridLogger(new NullLogger());
        config.setLocalHost("127.0.0.1");
        config.setMetricsLogFrequency(0);
        TcpDiscoveryVmIpFinder finder = new TcpDiscoveryVmIpFinder();
        finder.setAddresses(List.of("127.0.0.1:47500..47509"));
        config.setDiscoverySpi(new TcpDiscoverySpi().setIpFinder(finder).setLocalPort(47500).setLocalPortRange(10));
        Ignite here = Ignition.start(config);
        if (words[0].equals("member")) {
            System.in.read(); // until the other JVM ends
            Ignition.stop("there", true);
            return;
        }
        while (here.cluster().nodes().size() < 2) {
            Thread.sleep(50);
        }
        ExecutorService executor = here.executorService(here.cluster().forRemotes());
        ExecutorLoop loop = new ExecutorLoop("Ignite");
        loop.bulk(Integer.parseInt(words[0]), number -> executor.submit(new Next(number)));
        loop.alone(Integer.parseInt(words[1]), number -> executor.submit(new Next(number)));
        Ignition.stop("here", true);
    }
}
