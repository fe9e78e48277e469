package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.registration.Registration;

class ProcessesTest {
    private static Registration registration(int engines) {
        int[] threads = new int[engines];
        Arrays.fill(threads, 1);
        return DirectSystem.registration(7, threads);
    }

    @Test
    void shouldCallEachByItsPlaceWhenNoneHasLeft() {
        Processes processes = Processes.of(registration(3));
        assertThat(processes.all()).containsExactly(0, 1, 2);
        assertThat(processes.of(new EngineNumber(2))).isEqualTo(new ProcessNumber(2));
        assertThat(processes.engineOf(new ProcessNumber(2))).isEqualTo(new EngineNumber(2));
        assertThat(processes.engineOf(new ProcessNumber(3))).isNull();
        assertThat(processes.last()).isEqualTo(new ProcessNumber(2));
    }

    @Test
    void shouldKeepNumbersWhenPlacesMoveUp() {
        Processes processes = new Processes(registration(3), List.of(0, 2, 5));
        assertThat(processes.all()).containsExactly(0, 2, 5);
        assertThat(processes.of(new EngineNumber(1))).isEqualTo(new ProcessNumber(2));
        assertThat(processes.engineOf(new ProcessNumber(5))).isEqualTo(new EngineNumber(2));
        assertThat(processes.engineOf(new ProcessNumber(1))).as("it has left").isNull();
        assertThat(processes.engineOf(new ProcessNumber(9))).isNull();
        assertThat(processes.last()).isEqualTo(new ProcessNumber(5));
    }

    static List<List<Integer>> wrong() {
        return List.of(
                List.of(0, 1),
                List.of(0, 1, 2, 3),
                List.of(1, 2, 3),
                List.of(-1, 0, 1),
                List.of(0, 2, 2),
                List.of(0, 3, 2),
                List.of(0, 1, Processes.MOST),
                List.of(0, 1, Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldRefuseNumbersThatCannotBe(List<Integer> numbers) {
        Registration registration = registration(3);
        assertThatThrownBy(() -> new Processes(registration, numbers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processes of registration 7: expected 3 numbers below 65536");
    }
}
