package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmRefusalTest {
    @Test
    void shouldFindTheLineThatSaysWhyWhenTheJvmDoesNotLikeItsOptions() {
        assertThat(JvmRefusal.in(
                        List.of(
                                "Picked up JAVA_TOOL_OPTIONS: -Dx=y",
                                "Unrecognized option: -Xbogus",
                                "Error: Could not create the Java Virtual Machine.",
                                "Error: A fatal exception has occurred. Program will exit."),
                        1))
                .isEqualTo("Unrecognized option: -Xbogus (with JAVA_TOOL_OPTIONS: -Dx=y)");
        assertThat(JvmRefusal.in(List.of("Error occurred during initialization of VM", "Too small maximum heap"), 1))
                .isEqualTo("Too small maximum heap");
    }

    @Test
    void shouldNameAllVariablesThatGaveOptions() {
        assertThat(JvmRefusal.in(
                        List.of(
                                "NOTE: Picked up JDK_JAVA_OPTIONS: -Xms2g",
                                "Picked up JAVA_TOOL_OPTIONS: -Xss1m",
                                "Picked up _JAVA_OPTIONS: -Xmx1g",
                                "Error occurred during initialization of VM",
                                "Initial heap size set to a larger value than the maximum heap size"),
                        1))
                .isEqualTo("Initial heap size set to a larger value than the maximum heap size"
                        + " (with JDK_JAVA_OPTIONS: -Xms2g, JAVA_TOOL_OPTIONS: -Xss1m, _JAVA_OPTIONS: -Xmx1g)");
    }

    @Test
    void shouldNotTakeAnotherEndForARefusal() {
        assertThat(JvmRefusal.in(List.of("engine-1: cannot listen"), 1)).isNull();
        assertThat(JvmRefusal.in(List.of(), 137)).isNull();
        assertThat(JvmRefusal.in(List.of("Error occurred during initialization of VM"), 0))
                .isNull();
    }
}
