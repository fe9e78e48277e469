package org.moide.bench.offence;

import java.util.Optional;

/** Breaks an architecture rule, for the test that the rule detects it. */
@SuppressWarnings("OptionalUsedAsFieldOrParameterType")
public final class HoldsOptional {
    final Optional<String> field = Optional.empty();
}
