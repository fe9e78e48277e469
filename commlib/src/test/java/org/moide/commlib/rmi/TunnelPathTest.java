package org.moide.commlib.rmi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.tunnel.TunnelledHosts;

/**
 * Runs the contract on engines of hosts whose ports are closed: everything goes through Unix domain sockets and the
 * doors of tunnels.
 */
@Tag("full")
@DisabledOnOs(OS.WINDOWS)
final class TunnelPathTest implements WireContract {
    @TempDir
    Path folder;

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        try {
            TunnelledHosts hosts = new TunnelledHosts(Files.createTempDirectory(folder, ""), shape.length);
            return new RmiSystem(limits, options -> tunnelled(options, hosts), shape);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static RmiSpaceOptions tunnelled(RmiSpaceOptions options, TunnelledHosts hosts) {
        int host = Integer.parseInt(options.role().replaceFirst(".*-", ""));
        return options.withRoutes(hosts.routes(host)).withAdvertised(List.of(hosts.name(host)));
    }
}
