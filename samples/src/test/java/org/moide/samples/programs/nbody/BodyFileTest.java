package org.moide.samples.programs.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;
import org.moide.samples.text.HostileFiles;

class BodyFileTest {
    @TempDir
    Path folder;

    private Bodies read(String text) throws IOException {
        return BodyFile.read(Files.writeString(folder.resolve("b.csv"), text.replace('|', '\n')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,2,3,4,5,6,7|8,9,10,11,12,13,0",
                "x,y,z,vx,vy,vz,mass|1,2,3,4,5,6,7|8,9,10,11,12,13,0|",
                "\uFEFF# made by hand||X, Y, Z, VX, VY, VZ, Mass, AX, AY, AZ|1e0 , 2.,+3,4,5,6,7,0,0,0|8,9,10,11,12,13,0"
            })
    void shouldReadTheSameBodiesHoweverTheyAreWritten(String text) throws IOException {
        for (String each : List.of(text, text.replace("|", "\r\n"), text.replace('|', '\r'))) {
            Bodies bodies = read(each);
            assertThat(bodies.count()).isEqualTo(2);
            assertThat(bodies.x).startsWith(1, 8);
            assertThat(bodies.vz).startsWith(6, 13);
            assertThat(bodies.mass).startsWith(7, 0);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1,2,3,4,5,6; :1: expected 7 values (position, velocity, mass) or 10 (and acceleration), found 6
            1,2,3,4,5,6,7,8; :1: expected 7 values (position, velocity, mass) or 10 (and acceleration), found 8
            1,2,3,4,5,6,7,8,9,10,11; :1: expected at most 10 values, found more
            1,2,3,4,5,6,-7; :1:13: expected mass, a number of at least 0, found '-7'
            1,2,3f,4,5,6,7; :1:5: expected z, a number, found '3f'
            1,2,NaN,4,5,6,7; :1:5: expected z, a number, found 'NaN'
            1,2,,4,5,6,7; :1:5: expected z, a number, found nothing
            1 2 3 4 5 6 7; :1:1: expected x, a number, found '1 2 3 4 5 6 7'
            x,y,z,mass,vx,vy,vz|1,2,3,4,5,6,7; :1:7: expected the columns x,y,z,vx,vy,vz,mass,ax,ay,az in this order
            x,y,z|x,y,z; :2:1: expected x, a number, found 'x'
            # none; expected at least one body, found none
            """)
    void shouldSayWhereSomethingElseStands(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("b.csv")
                .hasMessageContaining(message);
    }

    @Nested
    class Hostile extends HostileFiles {
        @Override
        protected List<byte[]> good() {
            return List.of(
                    "x,y,z,vx,vy,vz,mass\n1,2,3,4,5,6,7\n8.5,9,1e1,11,12,13,0\n\n#\n-1,-2,3,4,5,6,7\n"
                            .getBytes(StandardCharsets.US_ASCII),
                    "1,2,3,4,5,6,7,0,0,0\r\n8,9,10,11,12,13,0.5,1,1,1\r\n".getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        protected String name() {
            return "hostile.csv";
        }

        @Override
        protected void read(Path file) {
            assertThat(BodyFile.read(file).count()).isPositive();
        }
    }
}
