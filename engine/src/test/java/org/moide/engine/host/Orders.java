package org.moide.engine.host;

import java.util.List;
import java.util.Map;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.Application;
import org.moide.engine.loading.ApplicationFiles;

/** Makes launch orders for tests. */
final class Orders {
    private Orders() {}

    static LaunchOrder order(String deed) {
        return new LaunchOrder(
                "r1",
                3,
                1,
                2,
                new byte[] {1, 2, 3},
                new NodeReference("coordinator", List.of("127.0.0.1"), 7_100),
                PortRange.ANY,
                "127.0.0.1",
                List.of(),
                false,
                new ApplicationFiles(deed, List.of("/tmp")),
                List.of("--size", "3"),
                Application.Mode.COOPERATIVE.name(),
                Map.of("limit", "7"));
    }
}
