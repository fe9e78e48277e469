package org.moide.samples.programs.radiosity;

import java.io.Serializable;

/**
 * An entry of an interaction list: an element gathers light from a place. Immutable.
 *
 * @param element the number of the receiving element in its tree
 * @param source where the light comes from, on another surface
 * @param formFactor what part of all arriving light that is, if nothing is between
 * @param visible what part of the source is seen
 */
record Link(int element, Place source, double formFactor, double visible) implements Serializable {
    private static final long serialVersionUID = 1L;
}
