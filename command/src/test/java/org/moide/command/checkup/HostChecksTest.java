package org.moide.command.checkup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.commlib.tunnel.TunnelName;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.hosts.ssh.StartedDaemon;

class HostChecksTest {
    private static final DaemonAddress NODE = new DaemonAddress("node1", 7100, 0);

    @ParameterizedTest
    @CsvSource({"10_000, OK", "11_000, OK", "12_900, OK", "13_001, WARN", "8_001, OK", "7_999, WARN", "-9_000_000, WARN"
    })
    void shouldSayHowFarAClockIsOffWhateverTheCallTook(String there, Grade grade) {
        long clock = Long.parseLong(there.replace("_", ""));
        assertThat(HostChecks.clock(clock, 10_000, 11_000).grade()).isEqualTo(grade);
    }

    @Test
    void shouldSayInWhichWayAClockIsOff() {
        assertThat(HostChecks.clock(70_000, 9_000, 10_000).found()).startsWith("60.0 s ahead");
        assertThat(HostChecks.clock(0, 60_000, 61_000).found()).startsWith("60.0 s behind");
        assertThat(HostChecks.clock(70_000, 60_000, 90_000).found())
                .as("it may have been read at any time of a call that took long")
                .isEqualTo("as here, within 30.0 s");
    }

    @Test
    void shouldSayWhatToDoForEachReasonNotToReachAHost() {
        assertThat(HostChecks.reached("wrong secret: this side has 1, the other 2", NODE))
                .returns("secret", Finding::check)
                .returns(Grade.FAIL, Finding::grade);
        assertThat(HostChecks.reached("other version of MOIDE: 1 here, 2 there", NODE)
                        .check())
                .isEqualTo("version");
        assertThat(HostChecks.reached("node1:7100: connection refused", NODE).advice())
                .contains("moide engine", "port 7100");
        assertThat(HostChecks.wayBack("10.0.0.1: timed out", false).grade()).isEqualTo(Grade.FAIL);
        Finding seventeen = Finding.ok("java", "17.0.1");
        assertThat(HostChecks.java(17, 17, seventeen)).isEqualTo(seventeen);
        assertThat(HostChecks.java(17, 25, seventeen))
                .returns(Grade.WARN, Finding::grade)
                .returns(true, finding -> finding.found().startsWith("17.0.1, and 25 here"));
    }

    @Test
    void shouldSayWhatToDoWhereAHostIsReachedThroughSsh() {
        DaemonAddress tunnel = new DaemonAddress("00000000000000aa.tunnel.invalid", 7100, 0);
        assertThat(HostChecks.reached("a: ssh said: Permission denied", tunnel).advice())
                .contains("'ssh <host> true'", "AllowStreamLocalForwarding yes", "moide up --tunnel")
                .doesNotContain("firewall");
        assertThat(HostChecks.wayBack("refused", true).advice()).contains("AllowStreamLocalForwarding");
        assertThat(HostChecks.wayBack("", true).found()).isEqualTo("it reaches this machine through ssh");
        TunnelName name = new TunnelName("00000000000000aa", "");
        StartedDaemon known = new StartedDaemon(name.host(), "a", 0, 0, List.of("ssh"), "c", "", "", null);
        assertThat(NameCheck.throughSsh(name, List.of(known)))
                .isEqualTo(Finding.ok("name", "the host that ssh calls a, through ssh"));
        assertThat(NameCheck.throughSsh(name, List.of()))
                .returns(Grade.FAIL, Finding::grade)
                .returns(true, finding -> finding.advice().contains("~/.moide/up/hosts"));
    }

    @Test
    void shouldKnowTheTrapOfNamesThatAreTheMachineItself() throws UnknownHostException {
        InetAddress trap = InetAddress.getByName("127.0.1.1");
        InetAddress own = InetAddress.getByName("10.0.0.9");
        assertThat(NameCheck.ofOther("node1", List.of(trap), "h9").grade()).isEqualTo(Grade.WARN);
        assertThat(NameCheck.ofOther("localhost", List.of(trap), "h9").grade()).isEqualTo(Grade.OK);
        assertThat(NameCheck.ofOther("127.0.1.1", List.of(trap), "h9").grade()).isEqualTo(Grade.OK);

        assertThat(NameCheck.ofOther("h9", List.of(trap), "h9").grade()).isEqualTo(Grade.OK);

        assertThat(NameCheck.of("h9", List.of(trap), List.of(own)).found()).contains("127.0.1.1", "10.0.0.9");
        assertThat(NameCheck.of("h9", List.of(own), List.of(own)).grade()).isEqualTo(Grade.OK);
        assertThat(NameCheck.of("h9", List.of(InetAddress.getByName("10.0.0.8")), List.of(own))
                        .advice())
                .contains("--advertise");
        assertThat(NameCheck.of("h9", List.of(trap), List.of()).grade()).isEqualTo(Grade.WARN);
    }

    @Test
    void shouldSayWhichOptionsOfAJvmMakeItSlow() {
        assertThat(JavaCheck.of(25, "25", "64", List.of("-Xmx1g")).grade()).isEqualTo(Grade.OK);
        assertThat(JavaCheck.of(25, "25", "64", List.of("-Xmx1g", "-Xint")).advice())
                .contains("-Xint");
        assertThat(JavaCheck.of(25, "25", "32", List.of()).grade()).isEqualTo(Grade.WARN);
    }

    @Test
    void shouldCutWhatOthersSay() {
        Finding cut = Finding.ok("x".repeat(100), "a\nb\u001b[31m" + "y".repeat(10_000));
        assertThat(cut.check()).hasSize(20);
        assertThat(cut.found()).hasSize(600).startsWith("a\\nb\\u001b[31my").doesNotContain("\n", "\u001b");
        List<Finding> many = Collections.nCopies(65, Finding.ok("x", "y"));
        assertThatThrownBy(() -> new DaemonWord(17, 0, "", many)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldShowWhatToDoBelowWhatIsWrong() {
        Checkup checkup = new Checkup(List.of(
                new Checkup.Host("this machine", List.of(Finding.ok("java", "25"))),
                new Checkup.Host("node1:7100", List.of(Finding.fail("secret", "wrong", "copy it")))));
        assertThat(String.join("\n", checkup.lines())).isEqualTo("""
                HOST          CHECK   STATE  FOUND
                this machine  java    OK     25
                node1:7100    secret  FAIL   wrong
                      -> copy it
                1 OK, 0 WARN, 1 FAIL""");
        assertThat(checkup.json()).contains("\"state\": \"fail\"", "\"advice\": \"copy it\"", "\"fail\": 1");
    }
}
