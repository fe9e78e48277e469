package org.moide.samples.programs.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.UsageException;

class BodyFileTest {
    @TempDir
    Path folder;

    @Test
    void shouldReadTheSameBitsWhenItWroteThem() throws Exception {
        Bodies bodies = Plummer.cluster(100, 42);
        bodies.ax[7] = 1.0 / 3.0;
        Path file = folder.resolve("bodies.csv");

        BodyFile.write(file, bodies);
        Bodies found = BodyFile.read(file);

        assertThat(found.x).containsExactly(bodies.x);
        assertThat(found.vz).containsExactly(bodies.vz);
        assertThat(found.mass).containsExactly(bodies.mass);
        assertThat(Files.readString(file)).contains("0.3333333333333333");
    }

    @Test
    void shouldPassOverHeadingCommentsAndEmptyLines() throws Exception {
        Path file = folder.resolve("bodies.csv");
        Files.writeString(
                file, "# made by hand\n\nx,y,z,vx,vy,vz,mass\n 1, 2,3,0,0,0,4\n\n# end\n5,6,7,0,0,0,1,9,9,9\n");

        Bodies found = BodyFile.read(file);

        assertThat(found.x).containsExactly(1.0, 5.0);
        assertThat(found.mass).containsExactly(4.0, 1.0);
        assertThat(found.ax).containsExactly(0.0, 0.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,2,3,0,zero,0,1|:2:9: expected a number (vy), found 'zero'",
                "1,2,3,0,0,0|:2:12: expected 7 values (position, velocity, mass) or 10 (and acceleration), found 6",
                "1,2,3,0,0,0,1,0,0,0,5|:2:21: expected at most 10 values, found more",
                "1,2,3,0,0,0,-1|:2:13: expected a mass of at least 0, found -1",
                "1,NaN,3,0,0,0,1|:2:3: expected a finite number (y), found NaN",
                "1,,3,0,0,0,1|:2:3: expected a number (y), found ''",
            })
    void shouldSayWhereAndWhatWhenALineIsWrong(String line, String message) throws Exception {
        Path file = folder.resolve("bodies.csv");
        Files.writeString(file, "0,0,0,0,0,0,1\n" + line + "\n");

        assertThatThrownBy(() -> BodyFile.read(file))
                .isInstanceOf(UsageException.class)
                .hasMessage(file + message);
    }

    @Test
    void shouldRejectWhatIsNoTextOrHasNoBodies() throws Exception {
        Path file = folder.resolve("bodies.csv");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(() -> BodyFile.read(file)).hasMessageContaining("comma-separated text in UTF-8");
        Files.write(file, "\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> BodyFile.read(file)).hasMessageContaining("at least one body");
    }
}
