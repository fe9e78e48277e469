package org.moide.engine.control;

/**
 * The number of an engine: its index in a registration, which changes when engines join or leave. Code that also
 * handles seats or {@link ProcessNumber}s uses this type; elsewhere the number is a plain int.
 */
public record EngineNumber(int value) {
    public EngineNumber {
        if (value < 0) {
            throw new IllegalArgumentException("expected an engine's number from 0 on, found " + value);
        }
    }
}
