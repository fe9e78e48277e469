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

/** Makes the monitor of this host as this process sees it, and remembers what was measured here before. */
public final class HostMonitors {
    private HostMonitors() {}

    /**
     * Reads the host, which takes some hundred milliseconds.
     *
     * @param power the value of {@code --power}; 0 to measure, or to take what was measured here before
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
     * Returns the power of one processor of this host, as it was measured here before; 1 if it never was. Reads one
     * file, and does not look at the host.
     */
    public static double rememberedPower(String hostName) {
        return powers().lastPower(hostName, HostMonitor.jvmOfThisProcess()).orElse(1);
    }

    private static PowerFile powers() {
        return new PowerFile(ClusterSecret.defaultFolder().resolve("power.properties"));
    }
}
