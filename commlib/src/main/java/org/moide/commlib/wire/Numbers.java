package org.moide.commlib.wire;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** The encoding of arrays of primitive elements. */
public enum Numbers {
    BOOLEANS(0, boolean.class, 1) {
        @Override
        void put(Object array, ByteBuffer target) {
            for (boolean element : (boolean[]) array) {
                target.put((byte) (element ? 1 : 0));
            }
        }

        @Override
        void get(ByteBuffer source, Object array) {
            boolean[] elements = (boolean[]) array;
            for (int index = 0; index < elements.length; index++) {
                elements[index] = source.get() != 0;
            }
        }
    },
    BYTES(1, byte.class, Byte.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.put((byte[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.get((byte[]) array);
        }
    },
    CHARACTERS(2, char.class, Character.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.asCharBuffer().put((char[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.asCharBuffer().get((char[]) array);
        }
    },
    SHORTS(3, short.class, Short.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.asShortBuffer().put((short[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.asShortBuffer().get((short[]) array);
        }
    },
    INTEGERS(4, int.class, Integer.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.asIntBuffer().put((int[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.asIntBuffer().get((int[]) array);
        }
    },
    LONGS(5, long.class, Long.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.asLongBuffer().put((long[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.asLongBuffer().get((long[]) array);
        }
    },
    FLOATS(6, float.class, Float.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.asFloatBuffer().put((float[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.asFloatBuffer().get((float[]) array);
        }
    },
    DOUBLES(7, double.class, Double.BYTES) {
        @Override
        void put(Object array, ByteBuffer target) {
            target.asDoubleBuffer().put((double[]) array);
        }

        @Override
        void get(ByteBuffer source, Object array) {
            source.asDoubleBuffer().get((double[]) array);
        }
    };

    private static final Numbers[] ALL = values();

    private final byte code;
    private final Class<?> component;
    private final int elementBytes;

    Numbers(int code, Class<?> component, int elementBytes) {
        this.code = (byte) code;
        this.component = component;
        this.elementBytes = elementBytes;
    }

    // Writes the elements from the target's position on.
    abstract void put(Object array, ByteBuffer target);

    // Reads as many elements as the array has.
    abstract void get(ByteBuffer source, Object array);

    /**
     * Returns the encoding of arrays whose components have this primitive type.
     *
     * @throws IllegalArgumentException if the type is not primitive
     */
    public static Numbers of(Class<?> component) {
        for (Numbers numbers : ALL) {
            if (numbers.component == component) {
                return numbers;
            }
        }
        throw new IllegalArgumentException("expected a primitive type, found " + component);
    }

    static Numbers of(byte code) {
        if (code < 0 || code >= ALL.length) {
            throw new IllegalArgumentException("expected one of " + ALL.length + " primitive types, found " + code);
        }
        return ALL[code];
    }

    byte code() {
        return code;
    }

    /** Returns the number of bytes that an encoded element takes. */
    public int elementBytes() {
        return elementBytes;
    }

    Object array(int length) {
        return Array.newInstance(component, length);
    }
}
