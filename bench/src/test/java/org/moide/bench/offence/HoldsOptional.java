package org.moide.bench.offence;

import java.util.Optional;

/** Breaks a rule, so that the rule is seen to fire. */
@SuppressWarnings("OptionalUsedAsFieldOrParameterType")
public final class HoldsOptional {
    final Optional<String> field = Optional.empty();
}
