/** What everyone may know before a row is read: columns with declared types, and schema files. */
@NullMarked
package tare.schema;

import org.jspecify.annotations.NullMarked;
