/**
 * New projects of users: an application with its test and its build, made from templates for {@code moide new}. A
 * {@code NewProject} is a plan of files; nothing is written over.
 */
@NullMarked
package org.moide.command.project;

import org.jspecify.annotations.NullMarked;
