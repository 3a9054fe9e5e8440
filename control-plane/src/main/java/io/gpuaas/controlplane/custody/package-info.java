/**
 * Custody of secrets that people and apps entrust to the platform: tokens, keys, passwords. Other domains keep metadata
 * and the name of a secret; the secret itself lies only here.
 *
 * <p>Invariants: a secret is stored in the transaction that names it, or not at all; it is sealed under a key of its
 * tenant and opens under its own name only; a name is never used twice; once the transaction that destroys a secret has
 * committed, nobody can open it.
 *
 * <p>Two stores hold sealed secrets: rows of the database, sealed with Tink (default), or Vault or OpenBao. With the
 * latter a secret first lies in a sealed row, since no other system is called inside a transaction; a round moves it.
 *
 * <p>Deliberately absent: permissions and audit, which belong to the domains that own the secrets.
 */
@NullMarked
@ApplicationModule(displayName = "custody of secrets")
package io.gpuaas.controlplane.custody;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
