import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * What ExecutorBench measures, by Hazelcast's executor: a member in this JVM, and one in another, to which calls are
 * submitted. Started from its source by bench/library.sh, with Hazelcast's jar on the class path; no part of a build.
 *
 * <p>Arguments: {@code member} for the other JVM; or how many calls in bulk, and how many alone.
 */
public final class HazelcastExecutor {
    /** A call of plain values. */
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
            System.in.read(); // until the other ends
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
        int bulk = Integer.parseInt(words[0]);
        int alone = Integer.parseInt(words[1]);
        System.out.println("| Hazelcast, bulk | calls | calls a second |\n|---|---|---|");
        for (int round = 0; round < 5; round++) {
            long start = System.nanoTime();
            List<Future<Integer>> all = new ArrayList<>(bulk);
            for (int number = 0; number < bulk; number++) {
                all.add(executor.submitToMember(new Next(number), other));
            }
            for (int number = 0; number < bulk; number++) {
                if (all.get(number).get() != number + 1) {
                    throw new IllegalStateException("call " + number + " has another's result");
                }
            }
            System.out.printf(
                    Locale.ROOT, "| records | %d | %,.0f |%n", bulk, bulk * 1e9 / (System.nanoTime() - start));
        }
        System.out.println("\n| Hazelcast, one call alone | p50, us | p90 | p99 |\n|---|---|---|---|");
        for (int round = 0; round < 5; round++) {
            double[] micros = new double[alone];
            for (int time = 0; time < alone; time++) {
                long start = System.nanoTime();
                executor.submitToMember(new Next(time), other).get();
                micros[time] = (System.nanoTime() - start) / 1e3;
            }
            Arrays.sort(micros);
            System.out.printf(
                    Locale.ROOT,
                    "| of %d | %.1f | %.1f | %.1f |%n",
                    alone,
                    micros[alone / 2],
                    micros[alone * 9 / 10],
                    micros[alone * 99 / 100]);
        }
        here.shutdown();
    }
}
