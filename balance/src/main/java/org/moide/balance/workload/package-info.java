/** What simulated members compute: tasks, with the times that they take and the data objects that they read. */
@NullMarked
package org.moide.balance.workload;

import org.jspecify.annotations.NullMarked;
