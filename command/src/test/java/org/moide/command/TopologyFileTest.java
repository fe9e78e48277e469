package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.Topology;

class TopologyFileTest {
    @Test
    void shouldReadHostsAndTheirPlaces() {
        assertThat(TopologyFile.parse("t", """
                # two sites

                node1\tparis/r1/s3   # a rack and a shelf
                node2*:7101 lyon
                * cloud
                """).lines())
                .containsExactly(
                        new Topology.Line("node1", List.of("paris", "r1", "s3")),
                        new Topology.Line("node2*:7101", List.of("lyon")),
                        new Topology.Line("*", List.of("cloud")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node1         | t, line 2: expected a host or pattern and its place, as in node1* paris/r1, found 'node1'
            a b c         | t, line 2: expected a host or pattern and its place, as in node1* paris/r1, found 'a b c'
            node[1-4] x   | t, line 2: expected a host or pattern such as node1, node1:7101 or node*, found 'node[1-4]'
            a paris//r1   | t, line 2: expected a place such as paris or paris/r1, found 'paris//r1'
            a /           | t, line 2: expected a place such as paris or paris/r1, found '/'
            a x/y/        | t, line 2: expected a place such as paris or paris/r1, found 'x/y/'
            a 1/2/3/4/5/6/7/8/9 | t, line 2: expected a place of at most 8 levels, found 9 in '1/2/3/4/5/6/7/8/9'
            first lyon    | t, line 2: expected each host or pattern once, found first again
            """)
    void shouldSayWhatIsWrongInALine(String line, String message) {
        assertThatThrownBy(() -> TopologyFile.parse("t", "first paris\n" + line + "\n"))
                .isInstanceOf(PlanException.class)
                .hasMessage(message);
    }

    @Test
    void shouldSayThatAFileHasNoLineOrIsNotThere() {
        assertThatThrownBy(() -> TopologyFile.parse("t", "# nothing\n"))
                .hasMessage("--topology: t: expected a host or pattern and its place, as in node1* paris/r1,"
                        + " found no line");
        assertThatThrownBy(() -> TopologyFile.read(Path.of("no-such-file")))
                .hasMessageStartingWith("--topology: expected a text file of hosts and their places, cannot read ");
    }
}
