package org.moide.commlib;

/**
 * The ways in which reductions such as {@link CommLib#allReduce(Slice, Reduction)} combine numbers, element by
 * element.
 */
public enum Reduction {
    SUM,
    PRODUCT,
    MINIMUM,
    MAXIMUM
}
