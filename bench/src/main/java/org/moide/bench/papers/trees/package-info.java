/**
 * Computes how long radiosity's recorded passes would take on more engines, for Figs. 4 and 6 of Task Pool Teams;
 * started by {@code bench/tpt.sh}.
 */
@NullMarked
package org.moide.bench.papers.trees;

import org.jspecify.annotations.NullMarked;
