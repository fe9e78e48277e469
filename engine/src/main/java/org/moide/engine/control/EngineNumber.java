package org.moide.engine.control;

/**
 * The number of an engine in a registration: its place there, which changes when others come or leave. Where it meets a seat or
 * a {@link ProcessNumber} it has this type; alone, in bytes and in loops it is an int.
 */
public record EngineNumber(int value) {
    public EngineNumber {
        if (value < 0) {
            throw new IllegalArgumentException("expected an engine's number from 0 on, found " + value);
        }
    }
}
