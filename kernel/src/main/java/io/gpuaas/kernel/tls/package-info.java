/** Certificate requests, PEM and trust for programs that authenticate with certificates of our authority. */
@NullMarked
package io.gpuaas.kernel.tls;

import org.jspecify.annotations.NullMarked;
