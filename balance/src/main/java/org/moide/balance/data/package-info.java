/**
 * Data objects that tasks read: which tasks read which, and the store of one engine, bounded, that has them brought
 * before the tasks begin (TDC, §2.1 and §4).
 */
@NullMarked
package org.moide.balance.data;

import org.jspecify.annotations.NullMarked;
