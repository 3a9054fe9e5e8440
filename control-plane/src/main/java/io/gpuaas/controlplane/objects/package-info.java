/**
 * The object store: pieces of bytes under names, kept until they are deleted. Files under the data folder, or a bucket
 * that speaks S3; both pass one contract test.
 *
 * <p>Invariants: an object is stored as a whole or not at all; a name is written by one domain, under its own first
 * word. Names are kept in the database by the domain that put them; only anchors are listed, since the database must
 * not be trusted there.
 */
@NullMarked
@ApplicationModule(displayName = "object store: files or S3")
package io.gpuaas.controlplane.objects;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
