package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;

class ArrayBytesTest {
    private static final int LENGTH = 41;
    private static final int AT = 3;

    private final SplittableRandom random = new SplittableRandom(7);

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldHaveTheBytesThatABufferHas(ElementType type) {
        Slice elements = anything(type).part(2, LENGTH - 5);
        byte[] byBuffer = new byte[AT + LENGTH * type.bytes()];
        byte[] found = byBuffer.clone();

        elements.copyTo(ByteBuffer.wrap(byBuffer), AT);
        ArrayBytes.put(elements, found, AT);

        assertThat(found).containsExactly(byBuffer);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldGiveBackWhatWasPut(ElementType type) {
        Slice elements = anything(type);
        byte[] bytes = new byte[AT + LENGTH * type.bytes()];
        ArrayBytes.put(elements, bytes, AT);
        Slice back = Slice.of(type.newArray(LENGTH + 2)).part(1, LENGTH);

        ArrayBytes.get(bytes, AT, back);

        byte[] again = new byte[bytes.length];
        ArrayBytes.put(back, again, AT);
        assertThat(again).containsExactly(bytes);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldTouchNothingWhenThereIsNoRoom(ElementType type) {
        Slice elements = anything(type);
        byte[] small = new byte[AT + LENGTH * type.bytes() - 1];

        assertThatThrownBy(() -> ArrayBytes.put(elements, small, AT)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArrayBytes.get(small, AT, elements)).isInstanceOf(IndexOutOfBoundsException.class);

        assertThat(small).containsOnly(0);
    }

    private Slice anything(ElementType type) {
        byte[] bytes = new byte[LENGTH * type.bytes()];
        random.nextBytes(bytes);
        Slice slice = Slice.of(type.newArray(LENGTH));
        slice.fill(ByteBuffer.wrap(bytes), 0);
        return slice;
    }
}
