package org.moide.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideBySideTest {
    private static final List<String> LINES = List.of(
            "MOIDE,cg A,1 thread,0,2e9",
            "C++,cg A,1 thread,0,1e9",
            "MOIDE,cg A,1 thread,0,9e9",
            "MOIDE,cg A,1 thread,0,1.9e9",
            "MOIDE,cg A,2 threads,0,1e9",
            "C++ <2>,cg A,2 threads,0,3e9",
            "C++,cg B,1 thread,0,1e9");

    @Test
    void shouldCompareMediansAndTellSpeedUps() {
        List<SideBySide.Row> rows =
                SideBySide.rows(LINES.stream().map(Measured::parse).toList());

        assertThat(SideBySide.table(rows))
                .contains(
                        "| cg A, 1 thread | 2.00 s (1.90 s to 9.00 s) | 1.00 | C++ 1.00 s | 0.50 |",
                        "| cg A, 2 threads | 1.00 s | 2.00 | C++ <2> 3.00 s | 3.00 |")
                .noneMatch(line -> line.contains("cg B"));
        assertThat(Stream.of(12.0, 1.5e6, 3e9).map(SideBySide::time)).containsExactly("0.01 us", "1.5 ms", "3.00 s");
    }

    @Test
    void shouldWriteAllFiguresAndAPictureWhenAFolderIsNamed(@TempDir Path folder) throws Exception {
        Path lines = Files.write(folder.resolve("all.csv"), LINES);

        SideBySide.main(new String[] {lines.toString(), "cg", folder.toString()});

        JsonObject json = JsonParser.parseString(Files.readString(folder.resolve("cg.json")))
                .getAsJsonObject();
        assertThat(json.getAsJsonArray("rows")).hasSize(2);
        JsonObject row = json.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertThat(row.getAsJsonObject("nanos").getAsJsonArray("MOIDE")).hasSize(3);
        assertThat(row.getAsJsonObject("speed").get("C++").getAsDouble()).isEqualTo(0.5);
        assertThat(Files.readString(folder.resolve("cg.svg"))).contains("cg A, 2 threads, C++ &lt;2&gt;", ">3.00<");
    }
}
