package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * An infinite plane.
 *
 * @param point a point of the plane
 * @param normal the normal, of length 1
 * @param material an index into {@link Scene#materials}
 */
public record Plane(Vector3 point, Vector3 normal, int material) implements Serializable {
    private static final long serialVersionUID = 1L;
}
