package org.moide.bench.offence;

import java.util.Optional;

/** Breaks the architecture rule that no field is an {@code Optional}. A test checks that the rule detects this. */
@SuppressWarnings("OptionalUsedAsFieldOrParameterType")
public final class HoldsOptional {
    final Optional<String> field = Optional.empty();
}
