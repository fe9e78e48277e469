/** What a balancer could do that knows all: schedules to compare simulated strategies with. */
@NullMarked
package org.moide.balance.schedule;

import org.jspecify.annotations.NullMarked;
