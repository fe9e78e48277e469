import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jppf.client.JPPFClient;
import org.jppf.client.concurrent.JPPFExecutorService;
import org.jppf.node.NodeRunner;
import org.jppf.server.JPPFDriver;
import org.jppf.utils.TypedProperties;
import org.jppf.utils.configuration.JPPFProperties;

/**
 * Measures JPPF's executor as ExecutorBench measures MOIDE's: a client in this JVM submits calls to a driver and a
 * node in another one. bench/library.sh starts it from its source, with JPPF's jars on the class path; it is not part
 * of a build.
 *
 * <p>Arguments: {@code member} for the other JVM; otherwise the number of calls in bulk, and the number of calls
 * alone.
 */
public final class JppfExecutor {
    private static final String HOST = "127.0.0.1";
    private static final int PORT = 11_911;

    /**
     * The number of calls gathered into a job, and the longest time to gather them; without these, each call is a job.
     */
    private static final int BATCH = 1_000;

    private static final long BATCH_MILLIS = 5;

    /** A call whose data are plain values. */
    public record Next(int number) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return number + 1;
        }
    }

    public static void main(String[] words) throws Exception {
        if (words[0].equals("member")) {
            new JPPFDriver(new TypedProperties()
                            .set(JPPFProperties.SERVER_PORT, PORT)
                            .set(JPPFProperties.SERVER_SSL_PORT, -1)
                            .set(JPPFProperties.DISCOVERY_ENABLED, false))
                    .start();
            NodeRunner node = new NodeRunner(new TypedProperties()
                    .set(JPPFProperties.SERVER_HOST, HOST)
                    .set(JPPFProperties.SERVER_PORT, PORT)
                    .set(JPPFProperties.DISCOVERY_ENABLED, false)
                    .set(JPPFProperties.PROCESSING_THREADS, 1));
            Thread running = new Thread(node::start, "node");
            running.setDaemon(true);
            running.start();
            System.in.read(); // until the other JVM ends
            Runtime.getRuntime().halt(0);
        }
        String there = "there";
        try (JPPFClient client = new JPPFClient(new TypedProperties()
                .set(JPPFProperties.DISCOVERY_ENABLED, false)
                .set(JPPFProperties.DRIVERS, new String[] {there})
                .set(JPPFProperties.PARAM_SERVER_HOST, HOST, there)
                .set(JPPFProperties.PARAM_SERVER_PORT, PORT, there))) {
            client.awaitWorkingConnectionPool();
            JPPFExecutorService executor = new JPPFExecutorService(client);
            ExecutorLoop loop = new ExecutorLoop("JPPF");
            executor.setBatchSize(BATCH).setBatchTimeout(BATCH_MILLIS);
            loop.bulk(Integer.parseInt(words[0]), number -> executor.submit(new Next(number)));
            executor.setBatchSize(0).setBatchTimeout(0);
            loop.alone(Integer.parseInt(words[1]), number -> executor.submit(new Next(number)));
        }
        Runtime.getRuntime().halt(0);
    }
}
