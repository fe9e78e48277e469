import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * Measures Hazelcast's executor as ExecutorBench measures MOIDE's: a member in this JVM submits calls to a member in
 * another one. bench/library.sh starts it from its source, with Hazelcast's jar on the class path; it is not part of a
 * build.
 *
 * <p>Arguments: {@code member} for the other JVM; otherwise the number of calls in bulk, and the number of calls
 * alone.
 */
public final class HazelcastExecutor {
    /** A call whose data are plain values. */
    public record Next(int number) implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return number + 1;
        }
    }

    public static void main(String[] words) throws Exception {
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getTcpIpConfig().setEnabled(true).addMember("127.0.0.1");
        config.getExecutorConfig("bench").setPoolSize(1).setQueueCapacity(0);
        HazelcastInstance here = Hazelcast.newHazelcastInstance(config);
        if (words[0].equals("member")) {
            System.in.read(); // until the other JVM ends
            here.shutdown();
            return;
        }
        while (here.getCluster().getMembers().size() < 2) {
            Thread.sleep(50);
        }
        Member other = here.getCluster().getMembers().stream()
                .filter(member -> !member.localMember())
                .findFirst()
                .orElseThrow();
        IExecutorService executor = here.getExecutorService("bench");
        ExecutorLoop loop = new ExecutorLoop("Hazelcast");
        loop.bulk(Integer.parseInt(words[0]), number -> executor.submitToMember(new Next(number), other));
        loop.alone(Integer.parseInt(words[1]), number -> executor.submitToMember(new Next(number), other));
        here.shutdown();
    }
}
