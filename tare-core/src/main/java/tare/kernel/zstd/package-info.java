/** Unpacks Zstandard data (RFC 8878), without native code. */
@NullMarked
package tare.kernel.zstd;

import org.jspecify.annotations.NullMarked;
