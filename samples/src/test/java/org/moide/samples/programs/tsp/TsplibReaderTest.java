package org.moide.samples.programs.tsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.text.HostileFiles;

class TsplibReaderTest {
    private static Distances read(String text) {
        return TsplibReader.read("x", text.getBytes(StandardCharsets.UTF_8));
    }

    private static int[] rows(Distances distances) {
        int size = distances.size();
        int[] rows = new int[size * size];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = distances.between(i / size, i % size);
        }
        return rows;
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = Objects.requireNonNull(TsplibReaderTest.class.getResourceAsStream(name))) {
            return stream.readAllBytes();
        }
    }

    /** Compares the lengths of tours that TSPLIB publishes as optimal with Reinelt's list of optimal lengths. */
    @ParameterizedTest
    @CsvSource({"att48,10628", "bays29,2020", "bayg29,1610", "ulysses22,7013", "gr24,1272"})
    void shouldFindThePublishedLengthOfThePublishedTour(String name, int length) throws IOException {
        Distances distances = TsplibReader.read(name, resource(name + ".tsp"));
        List<Integer> cities = new ArrayList<>();
        String tour = new String(resource(name + ".opt.tour"), StandardCharsets.US_ASCII);
        for (String word :
                tour.substring(tour.indexOf("TOUR_SECTION") + 12).trim().split("\\s+")) {
            if (word.equals("-1")) {
                break;
            }
            cities.add(Integer.parseInt(word) - 1);
        }
        assertThat(Tour.of(distances, cities.stream().mapToInt(city -> city).toArray())
                        .length())
                .isEqualTo(length);
    }

    @Test
    void shouldProveThePublishedLengthOfATriangle() throws Exception {
        String file = Path.of(Objects.requireNonNull(TsplibReaderTest.class.getResource("gr17.tsp"))
                        .toURI())
                .toString();
        assertThat(SequentialRunner.run(Tsp::new, 1, 1, "--input", file).results)
                .containsEntry("length", 2085)
                .containsEntry("proved", true);
    }

    /**
     * Compares each type of distance with its definition, computed by hand: √(3² + 4.6²) = 5.49, √(9 + 21.16) / √10 =
     * 1.737.
     */
    @ParameterizedTest
    @CsvSource({
        "EUC_2D, 0 0, 3 4.6, 5",
        "EUC_2D, 0 0, 3 4.7, 6",
        "CEIL_2D, 0 0, 3 4.1, 6",
        "CEIL_2D, 0 0, 3 4, 5",
        "MAN_2D, 0 0, -3 4.4, 7",
        "MAN_2D, 0 0, -3 4.5, 8",
        "MAX_2D, 0 0, -3.6 3.4, 4",
        "MAX_2D, 0 0, 1 -3.4, 3",
        "ATT, 0 0, 3 4.6, 2",
        "ATT, 0 0, 10 0, 4",
        "ATT, 0 0, 30 10, 10",
        "EUC_3D, 0 0 0, 2 3 6, 7",
        "MAN_3D, 0 0 0, 1 -2 3.4, 6",
        "MAX_3D, 0 0 0, 1 -2 3.6, 4",
        "GEO, 0.00 0.00, 0.00 1.00, 112",
        "GEO, 38.24 20.42, 39.57 26.15, 509",
        "GEO, 0 0.30, 0 -0.30, 112",
        "GEO, 10 10, 10 10, 1"
    })
    void shouldComputeDistancesAsTheLibraryDefinesThem(String metric, String one, String other, int distance) {
        Distances distances = read("TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: " + metric + "\nNODE_COORD_SECTION\n1 "
                + one + "\n2 " + other + "\nEOF\n");
        assertThat(distances.between(0, 1)).isEqualTo(distance);
        assertThat(distances.between(1, 0)).isEqualTo(distance);
    }

    @ParameterizedTest
    @CsvSource({
        "FULL_MATRIX, 9 1 2 4 1 9 3 5 2 3 9 6 4 5 6 9",
        "UPPER_ROW, 1 2 4 3 5 6",
        "LOWER_ROW, 1 2 3 4 5 6",
        "UPPER_DIAG_ROW, 9 1 2 4 9 3 5 9 6 9",
        "LOWER_DIAG_ROW, 9 1 9 2 3 9 4 5 6 9",
        "UPPER_COL, 1 2 3 4 5 6",
        "LOWER_COL, 1 2 4 3 5 6",
        "UPPER_DIAG_COL, 9 1 9 2 3 9 4 5 6 9",
        "LOWER_DIAG_COL, 9 1 2 4 9 3 5 9 6 9"
    })
    void shouldReadAllFormsOfAMatrixWhereverItsLinesEnd(String form, String numbers) {
        for (String text : List.of(numbers, numbers.replace(" ", "\n"), numbers.replace(" 3", "\r\n\n  3"))) {
            Distances distances = read("TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
                    + form + "\nEDGE_WEIGHT_SECTION\n" + text + "\nEOF\n");
            assertThat(rows(distances)).containsExactly(0, 1, 2, 4, 1, 0, 3, 5, 2, 3, 0, 6, 4, 5, 6, 0);
        }
    }

    /** Tests notations that occur in users' files. Each text describes the same problem. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TYPE: TSP|DIMENSION: 3|EDGE_WEIGHT_TYPE: EUC_2D|NODE_COORD_SECTION|1 0 0|2 3 4|3 0 9|EOF",
                "NAME : a b c|COMMENT : x|COMMENT : y|TYPE : TSP (by hand)|DIMENSION : 3 # few|EDGE_WEIGHT_TYPE : EUC_2D"
                        + "|NODE_COORD_SECTION|1 0 0|2 3 4|3 0 9|EOF :|anything",
                "type:tsp|dimension=3|Edge_Weight_Type  Euc_2D|node_coord_section:|3 0.0 9.0E0|1 0 0|2 +3 4.|eof",
                "DIMENSION: 3|TYPE: TSP|EDGE_WEIGHT_TYPE: EUC_2D|EDGE_WEIGHT_FORMAT: FUNCTION|NODE_COORD_TYPE: TWOD_COORDS"
                        + "|DISPLAY_DATA_TYPE: COORD_DISPLAY|NODE_COORD_SECTION||1 0 0|  2 3 4| |3 0 9|",
                "DIMENSION: 3|EDGE_WEIGHT_TYPE: EUC_2D|NODE_COORD_SECTION|1 0 0|2 3 4|3 0 9|TOUR_SECTION|1 2 3 -1|-1|TYPE: TSP",
                "DIMENSION: 3|TYPE: TSP|EDGE_WEIGHT_TYPE: EXPLICIT|EDGE_WEIGHT_FORMAT: LOWER_ROW|DISPLAY_DATA_TYPE: "
                        + "TWOD_DISPLAY|EDGE_WEIGHT_SECTION|5 9.0 5.8e0|DISPLAY_DATA_SECTION|1 7 7|2 8 8|3 9 9|EOF"
            })
    void shouldReadTheSameProblemHoweverItIsWritten(String text) {
        String whole = text.contains("5.8e0") ? text.replace("5.8e0", "6") : text;
        assertThat(rows(read(whole.replace('|', '\n')))).containsExactly(0, 5, 9, 5, 0, 6, 9, 6, 0);
        assertThat(rows(read(whole.replace("|", "\r\n")))).containsExactly(0, 5, 9, 5, 0, 6, 9, 6, 0);
    }

    @Test
    void shouldNameAProblemByItsLineOrItsFile() {
        String text = "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 1\n";
        assertThat(read(text).name()).isEqualTo("x");
        assertThat(read("NAME: two cities\n" + text).name()).isEqualTo("two cities");
        assertThat(TsplibReader.shipped("towns100.tsp").size()).isEqualTo(100);
    }

    @Test
    void shouldKnowFixedEdgesWhereverTheSectionStands() {
        String head = "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\n";
        String places = "NODE_COORD_SECTION\n1 0 0\n2 0 1\n3 1 1\n4 1 0\n";
        for (String text : List.of(
                head + "FIXED_EDGES_SECTION\n1 3\n3 2\n-1\n" + places,
                head + "FIXED_EDGES_SECTION:\n1 3 2 3 -1\n" + places + "EOF",
                head + places + "FIXED_EDGES_SECTION\n3 1\n1 3\n2 3\n",
                head + "FIXED_EDGES_SECTION\n1 3\n2 3\n" + places)) {
            FixedWays fixed = read(text).fixed();
            assertThat(fixed.ways()).as(text).hasSize(2);
            assertThat(fixed.isFixed(0, 2) && fixed.isFixed(2, 0) && fixed.isFixed(1, 2))
                    .isTrue();
            assertThat(fixed.isFixed(0, 1) || fixed.isFixed(0, 3)).isFalse();
        }
        FixedWays directed = read(head.replace("TSP", "ATSP") + places + "FIXED_EDGES_SECTION\n1 3\n-1\n")
                .fixed();
        assertThat(directed.isFixed(0, 2)).isTrue();
        assertThat(directed.isFixed(2, 0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TYPE: TOUR          | x:1: expected TYPE: TSP or ATSP, found 'TOUR'
            TYPE: ATSP; EDGE_WEIGHT_TYPE: XRAY1 | x:2: expected EDGE_WEIGHT_TYPE: EXPLICIT or EUC_2D or EUC_3D or CEIL_2D or MAN_2D or MAN_3D or MAX_2D or MAX_3D or ATT or GEO, found 'XRAY1'
            TYPE: TSP ATSP      | x:1: expected one word for TYPE, and any comment in brackets, found 'TSP ATSP'
            TYPE: TSP; TYPE: TSP | x:2: expected TYPE once, found it again
            %; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1 1 0 | x:5: expected a line NODE_COORD_SECTION for EUC_2D, found EDGE_WEIGHT_SECTION
            @; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3; 2 3 4 | x:8: expected a line EDGE_WEIGHT_SECTION for EXPLICIT, found none in the whole file
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3 | x:7: expected place 2 of 2, found the end of the file
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3; EOF | x:7: expected place 2 of 2, found 'EOF'
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3; 3 4 5 | x:7:1: expected the city of place 2 of 2, a whole number from 1 to 2, found '3'
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3; 1 4 5 | x:7:1: expected a city that has no place yet, found '1'
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3 4; 2 4 5 | x:6:7: expected the end of the line after the place of city 1, found '4'
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 1e9; 2 4 5 | x:6:5: expected the place of city 1, a number from -100000000 to 100000000, found '1e9'
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3f; 2 4 5 | x:6:5: expected the place of city 1, a number from -100000000 to 100000000, found '3f'
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 -1e8 -1e8; 2 1e8 1e8 | x:8: expected distances of which a tour is at most 500000000 long, found one of 282842712 for 2 cities: scale them down
            %; DIMENSION: 2; NODE_COORD_SECTION; 1 2 3; 2 4 5; 3 6 7 | x:8: expected a keyword, as the section above has all its numbers, found '3 6 7'
            %; DIMENSION: 2; EDGE_WEIGHT_FORMAT: UPPER_ROW; NODE_COORD_SECTION; 1 2 3; 2 4 5 | x:9: expected EDGE_WEIGHT_FORMAT: FUNCTION or none beside EUC_2D, found UPPER_ROW
            %; DIMENSION: 2; CAPACITY: 5 | x:5: expected a problem of one salesman who may go anywhere, found CAPACITY, which makes it another problem
            %; DIMENSION: 2; EDGE_DATA_SECTION | x:5: expected a problem of one salesman who may go anywhere, found EDGE_DATA_SECTION, which makes it another problem
            %; DIMENSION: 2; COLOUR: red | x:5: expected NAME, COMMENT, TYPE, DIMENSION, another keyword of TSPLIB or EOF, found 'COLOUR'
            %; DIMENSION: 2; FIXED_EDGES_SECTION; 1 1 | x:6:3: expected an edge between two cities, found '1'
            %; DIMENSION: 2; FIXED_EDGES_SECTION; 1 -1 | x:6:3: expected the other city of the edge from 1, found '-1'
            %; DIMENSION: 2; FIXED_EDGES_SECTION; 0 1 | x:6:1: expected a city of an edge that every tour uses, or -1 after the last, from 1 to 2, found '0'
            %; DIMENSION: 4; FIXED_EDGES_SECTION; 1 2; 1 3; 1 4 | x:8: expected edges that some tour uses all, found another one at city 1
            %; DIMENSION: 4; FIXED_EDGES_SECTION; 1 2; 2 3; 3 1 | x:8: expected edges that some tour uses all, found one that closes a round trip without all cities
            TYPE: ATSP          | x:2: expected a line EDGE_WEIGHT_TYPE before this one, found none
            TYPE: ATSP; EDGE_WEIGHT_SECTION | x:2: expected a line DIMENSION before this one, found none
            TYPE: TSP; EDGE_WEIGHT_TYPE: EXPLICIT; DIMENSION: 2; EDGE_WEIGHT_SECTION; 1 | x:4: expected a line EDGE_WEIGHT_FORMAT before this one, found none
            @; DIMENSION: 1; EDGE_WEIGHT_SECTION; 0 | x:4: expected DIMENSION: 2 to 1000, found '1'
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1 2 | x:7: expected 4 distances for 2 cities, of which 3 are there, found the end of the file
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1; 2x 0 | x:7:1: expected the distance 3 of 4, a number from 0 to 2147483647, found '2x'
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1; 2.5 0 | x:7:1: expected the distance 3 of 4, a whole number, as the format has them, found '2.5'
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 -1 | x:6:3: expected the distance 2 of 4, a number from 0 to 2147483647, found '-1'
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1 1 0 5 | x:6:9: expected the end of the line after the 4 distances of 2 cities, found '5'
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1 1 0; 5 | x:7: expected a keyword, as the section above has all its numbers, found '5'
            @; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 900000000 1 0 | x:7: expected distances of which a tour is at most 500000000 long, found one of 900000000 for 2 cities: scale them down
            TYPE: TSP; EDGE_WEIGHT_TYPE: EXPLICIT; EDGE_WEIGHT_FORMAT: FULL_MATRIX; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 3 4 0 | x:7: expected distances that are the same there and back for TYPE: TSP, found 3 from city 1 to 2 and 4 back; say TYPE: ATSP if that is meant
            """)
    void shouldSayWhereAFileIsWrong(String text, String message) {
        String header = "TYPE: ATSP; EDGE_WEIGHT_TYPE: EXPLICIT; EDGE_WEIGHT_FORMAT: FULL_MATRIX";
        String plane = "TYPE: TSP; EDGE_WEIGHT_TYPE: EUC_2D; COMMENT: none";
        assertThatThrownBy(
                        () -> read(text.replace("@", header).replace("%", plane).replace("; ", "\n")))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Nested
    class Hostile extends HostileFiles {
        @Override
        protected List<byte[]> good() {
            try {
                return List.of(
                        resource("bays29.tsp"),
                        resource("gr24.tsp"),
                        resource("ulysses22.tsp"),
                        ("NAME: t\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: CEIL_2D\nFIXED_EDGES_SECTION\n1 2\n2 3\n-1\n"
                                        + "NODE_COORD_SECTION\n1 0 0\n2 3 4.5\n3 -1e1 2\n4 7 7\nTOUR_SECTION\n1 2 3 4\n"
                                        + "-1\nEOF\n")
                                .getBytes(StandardCharsets.US_ASCII));
            } catch (IOException missing) {
                throw new IllegalStateException(missing);
            }
        }

        @Override
        protected String name() {
            return "hostile.tsp";
        }

        @Override
        protected void read(Path file) {
            Distances distances = TsplibReader.load("--input", file.toString());
            assertThat(distances.fixed().chains().stream()
                            .mapToInt(chain -> chain.length)
                            .sum())
                    .isEqualTo(distances.size());
        }
    }
}
