package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

final class DescriptionTest {
    @Test
    void shouldBeTheSameWhenItWentThroughANumber() {
        for (Operation operation : Operation.values()) {
            for (ElementType type : ElementType.values()) {
                for (int root : new int[] {-1, 0, 77, Description.MOST_IDS - 1}) {
                    for (int length : new int[] {0, 1, Integer.MAX_VALUE}) {
                        Description description = new Description(operation, type, Reduction.MAXIMUM, root, length);
                        assertThat(description.pack()).isNotNegative();
                        assertThat(Description.unpack(description.pack())).isEqualTo(description);
                    }
                }
            }
            Description bare = Description.of(operation);
            assertThat(Description.unpack(bare.pack())).isEqualTo(bare);
        }
    }

    @Test
    void shouldNameTheCallWhenPrinted() {
        assertThat(Description.of(Slice.of(new double[7]), Reduction.SUM)).hasToString("allReduce SUM of 7 double");
        assertThat(Description.of(Operation.BROADCAST, 3, Slice.of(new int[2])))
                .hasToString("broadcast from root 3 of 2 int");
        assertThat(Description.of(Operation.SCATTER, 3, ElementType.INT)).hasToString("scatter from root 3 of int");
    }
}
