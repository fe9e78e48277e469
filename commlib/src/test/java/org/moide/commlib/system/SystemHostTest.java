package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemHostTest {
    @TempDir
    Path folder;

    @Test
    void shouldTakeTheNameFromTheSystemsFileBeforeVariables() throws IOException {
        Path file = Files.writeString(folder.resolve("hostname"), "node7\n");
        assertThat(SystemHost.name(file, Map.of("HOSTNAME", "other"))).isEqualTo("node7");
    }

    @Test
    void shouldTakeTheNameFromVariablesWhenTheSystemHasNoSuchFile() throws IOException {
        Path absent = folder.resolve("absent");
        assertThat(SystemHost.name(absent, Map.of("HOSTNAME", "mac", "COMPUTERNAME", "PC")))
                .isEqualTo("mac");
        assertThat(SystemHost.name(absent, Map.of("HOSTNAME", "", "COMPUTERNAME", "PC")))
                .isEqualTo("PC");
        assertThat(SystemHost.name(absent, Map.of())).isEqualTo("localhost");
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        assertThat(SystemHost.name(empty, Map.of("HOSTNAME", "mac"))).isEqualTo("mac");
    }

    @Test
    void shouldTakeTheScopeOffAnAddressThatIsGoodOnMoreThanOneLink() throws IOException {
        assertThat(SystemHost.forOthers(scoped("fd000000000000000000000000000001"))
                        .getHostAddress())
                .isEqualTo("fd00:0:0:0:0:0:0:1");
        assertThat(SystemHost.forOthers(scoped("20010db8000000000000000000000009"))
                        .getHostAddress())
                .isEqualTo("2001:db8:0:0:0:0:0:9");
        assertThat(SystemHost.forOthers(scoped("fe800000000000000000000000000001"))
                        .getHostAddress())
                .as("link-local: without it nobody knows on which link")
                .isEqualTo("fe80:0:0:0:0:0:0:1%2");
        InetAddress old = InetAddress.getByAddress(new byte[] {10, 0, 0, 7});
        assertThat(SystemHost.forOthers(old)).isSameAs(old);
    }

    @Test
    void shouldListNoAddressWithAnInterfaceOfThisHost() throws SocketException {
        assertThat(SystemHost.addresses())
                .as("loopback at least")
                .isNotEmpty()
                .allSatisfy(address -> assertThat(address.getHostAddress()).doesNotContain("%"));
    }

    private static InetAddress scoped(String digits) throws IOException {
        return Inet6Address.getByAddress(null, HexFormat.of().parseHex(digits), 2);
    }
}
