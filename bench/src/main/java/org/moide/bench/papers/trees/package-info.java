/**
 * What radiosity's recorded passes would take on more engines, for Task Pool Teams' Figs. 4 and 6; started by
 * {@code bench/tpt.sh}.
 */
@NullMarked
package org.moide.bench.papers.trees;

import org.jspecify.annotations.NullMarked;
