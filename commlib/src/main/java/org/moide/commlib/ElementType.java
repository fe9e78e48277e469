package org.moide.commlib;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The primitive types whose arrays are sent as raw bytes, without serialization. */
public enum ElementType {
    BYTE(byte[].class, Byte.BYTES),
    INT(int[].class, Integer.BYTES),
    LONG(long[].class, Long.BYTES),
    FLOAT(float[].class, Float.BYTES),
    DOUBLE(double[].class, Double.BYTES);

    private final Class<?> arrayClass;
    private final int bytes;

    ElementType(Class<?> arrayClass, int bytes) {
        this.arrayClass = arrayClass;
        this.bytes = bytes;
    }

    /** Returns the size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Returns a new array of {@code length} elements. */
    public Object newArray(int length) {
        return Array.newInstance(arrayClass.getComponentType(), length);
    }

    /**
     * Returns the element type of an array.
     *
     * @throws IllegalArgumentException if {@code array} is not an array of one of these types
     */
    public static ElementType of(Object array) {
        ElementType type = find(array);
        if (type != null) {
            return type;
        }
        throw new IllegalArgumentException("expected an array of byte, int, long, float or double, found "
                + array.getClass().getTypeName() + ": send it as an object instead");
    }

    /** Returns whether {@code value} is an array of one of these types. */
    public static boolean isArray(Object value) {
        return find(value) != null;
    }

    /**
     * Returns the element type of an array, or null for any other value. Does not call {@link #values}, which allocates
     * an array at each call: this method runs for every new slice.
     */
    private static @Nullable ElementType find(Object value) {
        if (value instanceof double[]) {
            return DOUBLE;
        }
        if (value instanceof int[]) {
            return INT;
        }
        if (value instanceof byte[]) {
            return BYTE;
        }
        if (value instanceof long[]) {
            return LONG;
        }
        return value instanceof float[] ? FLOAT : null;
    }

    /** Copies elements from bytes, little-endian, to an array of this type; {@code at} is the first byte's index. */
    void get(ByteBuffer from, int at, Object array, int offset, int length) {
        ByteBuffer bytes = from.slice(at, length * this.bytes).order(ByteOrder.LITTLE_ENDIAN);
        switch (this) {
            case BYTE -> bytes.get((byte[]) array, offset, length);
            case INT -> bytes.asIntBuffer().get((int[]) array, offset, length);
            case LONG -> bytes.asLongBuffer().get((long[]) array, offset, length);
            case FLOAT -> bytes.asFloatBuffer().get((float[]) array, offset, length);
            case DOUBLE -> bytes.asDoubleBuffer().get((double[]) array, offset, length);
        }
    }

    /** Copies elements from an array of this type to bytes, little-endian; {@code at} is the first byte's index. */
    void put(ByteBuffer to, int at, Object array, int offset, int length) {
        ByteBuffer bytes = to.slice(at, length * this.bytes).order(ByteOrder.LITTLE_ENDIAN);
        switch (this) {
            case BYTE -> bytes.put((byte[]) array, offset, length);
            case INT -> bytes.asIntBuffer().put((int[]) array, offset, length);
            case LONG -> bytes.asLongBuffer().put((long[]) array, offset, length);
            case FLOAT -> bytes.asFloatBuffer().put((float[]) array, offset, length);
            case DOUBLE -> bytes.asDoubleBuffer().put((double[]) array, offset, length);
        }
    }
}
