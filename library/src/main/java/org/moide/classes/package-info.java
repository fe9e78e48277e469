/** Where a program's classes are, which engines are to load: in jars and folders, or in no file. */
@NullMarked
package org.moide.classes;

import org.jspecify.annotations.NullMarked;
