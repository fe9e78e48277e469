package org.moide.commlib;

/** The ways in which {@link CommLib#allReduce(Slice, Reduction)} joins numbers, element by element. */
public enum Reduction {
    SUM,
    PRODUCT,
    MINIMUM,
    MAXIMUM
}
