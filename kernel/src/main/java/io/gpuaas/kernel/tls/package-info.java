/** What programs that prove themselves by certificates of our authority share: requests, text forms, trust. */
@NullMarked
package io.gpuaas.kernel.tls;

import org.jspecify.annotations.NullMarked;
