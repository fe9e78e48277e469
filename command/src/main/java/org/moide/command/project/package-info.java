/** New projects of users: an application with its test and its build, made from templates. */
@NullMarked
package org.moide.command.project;

import org.jspecify.annotations.NullMarked;
