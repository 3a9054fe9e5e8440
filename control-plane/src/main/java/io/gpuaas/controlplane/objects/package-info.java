/**
 * The object store: pieces of bytes under names, kept until they are deleted. Files under the data folder, or a bucket
 * that speaks S3; both pass one contract test.
 *
 * <p>Invariants: what was put is there as a whole or not at all; a name is written by one domain, under its own first
 * word. Deliberately absent: listing. Who puts something keeps its name in the database.
 */
@NullMarked
package io.gpuaas.controlplane.objects;

import org.jspecify.annotations.NullMarked;
