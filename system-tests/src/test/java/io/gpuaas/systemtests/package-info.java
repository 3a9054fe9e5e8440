/**
 * Black-box tests of the product as its users meet it: real processes started through {@code ./gpuaas}, spoken to over
 * HTTP, killed like in real life.
 *
 * <p>Deliberately absent: any class of the programs under test.
 */
@NullMarked
package io.gpuaas.systemtests;

import org.jspecify.annotations.NullMarked;
