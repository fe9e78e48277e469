package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that each lock has one owner; see {@link LockOwners}. */
class LockOwnersTest {
    @Test
    void shouldLeaveEachLockToItsOwner() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : House.MODULES) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        assertThat(sources).hasSizeGreaterThan(1_000);
        assertThat(LockOwners.offences(sources))
                .as("locks that are taken by another than their owner: let the owner have a method that does the whole")
                .isEmpty();
    }

    @Test
    void shouldFindEachWayToTakeAnothersLock() throws IOException {
        Path offence = Path.of("src/test/java/org/moide/bench/offence/TakesLocks.java");
        assertThat(LockOwners.offences(List.of(offence)))
                .hasSize(6)
                .satisfiesOnlyOnce(line -> assertThat(line).contains("synchronized on (other)"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains("synchronized on (others.get(0))"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains("notifyAll on other"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains("wait on other"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains(" lock on lock"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains("runs work, which was passed"));
    }
}
