/** New projects of users: an application with its test and its build, made from templates. */
@NullMarked
package org.moide.coordinator.project;

import org.jspecify.annotations.NullMarked;
