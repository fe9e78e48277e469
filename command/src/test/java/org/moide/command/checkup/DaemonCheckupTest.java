package org.moide.command.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.coordinator.plan.DaemonAddress;

/** Tests {@code moide doctor} and daemons that call each other over real connections. */
class DaemonCheckupTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_000_000));
    private static final FaultHandler FAULTS = UnexpectedFaults::fail;

    @Test
    void shouldTellOfAHostThatIsReachedAndOfThoseThatAreNot() throws Exception {
        try (RmiSpace doctor = space("doctor", "a secret of all these, 32 bytes!");
                RmiSpace daemon = space("daemon", "a secret of all these, 32 bytes!");
                RmiSpace stranger = space("stranger", "another secret that nobody else has")) {
            doctor.export(CheckedDaemon.Asker.class, CheckedDaemon.Asker.NAME, () -> {});
            daemon.export(
                    CheckedDaemon.class,
                    CheckedDaemon.NAME,
                    new DaemonCheckup(
                            daemon,
                            CLOCK,
                            () -> List.of(Finding.ok("java", "25"), Finding.ok("home", "1000 MiB free"))));
            HostChecks checks =
                    new HostChecks(doctor, System::nanoTime, CLOCK, new DaemonThreads("doctor", FAULTS), List.of());
            DaemonAddress well = new DaemonAddress("127.0.0.1", daemon.self().port(), 0);
            DaemonAddress foreign =
                    new DaemonAddress("127.0.0.1", stranger.self().port(), 0);
            DaemonAddress unknown = new DaemonAddress("no-such-host.invalid", 7100, 0);

            List<Checkup.Host> hosts = checks.of(List.of(well, foreign, unknown, well));

            assertThat(hosts.get(0).findings())
                    .allMatch(finding -> finding.grade() == Grade.OK)
                    .extracting(Finding::check)
                    .containsExactly("name", "reached", "way back", "clock", "java", "home");
            assertThat(hosts.get(1).findings())
                    .last()
                    .returns("secret", Finding::check)
                    .returns(Grade.FAIL, Finding::grade);
            assertThat(hosts.get(2).findings()).singleElement().returns(Grade.FAIL, Finding::grade);
            assertThat(hosts.get(3).findings()).last().returns("twice", Finding::check);
        }
    }

    @Test
    void shouldSayWhyADaemonCannotReachWhoAsks() {
        NodeReference gone;
        try (RmiSpace doctor = space("doctor", "a secret of all these, 32 bytes!")) {
            gone = doctor.self();
        }
        try (RmiSpace daemon = space("daemon", "a secret of all these, 32 bytes!")) {
            DaemonCheckup checkup = new DaemonCheckup(daemon, CLOCK, List::of);
            assertThat(checkup.checkup(gone).wayBack()).contains(Integer.toString(gone.port()));
        }
    }

    private static RmiSpace space(String role, String secret) {
        return RmiSpace.open(RmiSpaceOptions.onLoopback(
                role,
                ClusterSecret.of(secret.getBytes(StandardCharsets.UTF_8)),
                FAULTS,
                System::nanoTime,
                new SecureRandom()));
    }
}
