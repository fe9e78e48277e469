package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/** A point or a direction. The y axis points up; lengths are in the scene's own unit. */
public record Vector3(double x, double y, double z) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final Vector3 ZERO = new Vector3(0, 0, 0);

    public Vector3 plus(Vector3 other) {
        return new Vector3(x + other.x, y + other.y, z + other.z);
    }

    /** Returns this vector plus {@code factor} times {@code other}. */
    public Vector3 plus(double factor, Vector3 other) {
        return new Vector3(x + factor * other.x, y + factor * other.y, z + factor * other.z);
    }

    public Vector3 minus(Vector3 other) {
        return new Vector3(x - other.x, y - other.y, z - other.z);
    }

    public Vector3 times(double factor) {
        return new Vector3(x * factor, y * factor, z * factor);
    }

    public Vector3 negated() {
        return new Vector3(-x, -y, -z);
    }

    public double dot(Vector3 other) {
        return x * other.x + y * other.y + z * other.z;
    }

    public Vector3 cross(Vector3 other) {
        return new Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
    }

    public double length() {
        return Math.sqrt(dot(this));
    }

    /** Returns the vector of length 1 with this direction; for the zero vector, the zero vector. */
    public Vector3 unit() {
        double length = length();
        return length == 0 ? this : times(1 / length);
    }

    /** Returns a direction of length 1 that is perpendicular to this one, which must have length 1. */
    public Vector3 anyPerpendicular() {
        Vector3 axis = Math.abs(x) < 0.6 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
        return cross(axis).unit();
    }
}
