package org.moide.coordinator.network;

import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.MachineFacts;
import org.moide.monitor.oshi.OshiProbe;
import org.moide.monitor.power.PowerFile;
import org.moide.monitor.power.PowerKey;
import org.moide.monitor.power.PowerMeter;
import org.moide.monitor.power.PowerSource;

/** Makes the monitor of this host as this process sees it. */
public final class HostMonitors {
    private HostMonitors() {}

    /**
     * Reads the host; some hundred milliseconds.
     *
     * @param power what {@code --power} says; 0 to measure, or to take what was measured here before
     */
    public static HostMonitor ofThisHost(double power, Ticker ticker, FaultHandler faults) {
        OshiProbe probe = new OshiProbe();
        MachineFacts facts = probe.facts();
        PowerKey key = new PowerKey(facts.hostName(), facts.cpuModel(), HostMonitor.jvmOfThisProcess());
        PowerSource source = power > 0
                ? PowerSource.fixed(power)
                : new PowerMeter(
                        key,
                        new PowerFile(Spaces.inHome(null, "power.properties")),
                        PowerMeter.threadTime(ticker),
                        faults);
        return new HostMonitor(probe, source, ticker, HostMonitor::thisProcessAndItsChildren);
    }
}
