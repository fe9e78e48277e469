package org.moide.coordinator.run.assembly;

import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.MachineFacts;
import org.moide.monitor.oshi.OshiProbe;
import org.moide.monitor.power.PowerFile;
import org.moide.monitor.power.PowerKey;
import org.moide.monitor.power.PowerMeter;
import org.moide.monitor.power.PowerSource;

/** Creates the monitor that measures this host. Stores the power that was measured, for later processes. */
public final class HostMonitors {
    private HostMonitors() {}

    /**
     * Creates the monitor. Reads the host's properties, which takes some hundred milliseconds.
     *
     * @param power the value of {@code --power}; 0 to measure the power, or to use an earlier measurement
     */
    public static HostMonitor ofThisHost(double power, Ticker ticker, FaultHandler faults) {
        OshiProbe probe = new OshiProbe();
        MachineFacts facts = probe.facts();
        PowerKey key = new PowerKey(facts.hostName(), facts.cpuModel(), HostMonitor.jvmOfThisProcess());
        PowerSource source = power > 0
                ? PowerSource.fixed(power)
                : new PowerMeter(key, powers(), PowerMeter.threadTime(ticker), faults);
        return new HostMonitor(probe, source, ticker, HostMonitor::thisProcessAndItsChildren);
    }

    /**
     * Returns the power of one processor of this host, as an earlier process has measured and stored it; 1 if it was
     * never measured. Reads one file only.
     */
    public static double rememberedPower(String hostName) {
        return powers().lastPower(hostName, HostMonitor.jvmOfThisProcess()).orElse(1);
    }

    private static PowerFile powers() {
        return new PowerFile(ClusterSecret.defaultFolder().resolve("power.properties"));
    }
}
