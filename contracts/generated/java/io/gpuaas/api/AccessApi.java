// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.SshKeyId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** SSH public keys that give users access to their allocations. */
public interface AccessApi {

    /** Add an SSH public key. */
    @ContractOperation(
            id = "addSshKey",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "ssh_key.add",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/me/ssh-keys", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    SshKey addSshKey(
            @Valid @RequestBody AddSshKey addSshKey);

    /** Get one of the caller's SSH public keys. */
    @ContractOperation(
            id = "getSshKey",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/me/ssh-keys/{ssh_key_id}", produces = "application/json")
    SshKey getSshKey(
            @PathVariable("ssh_key_id") SshKeyId sshKeyId);

    /** List the caller's SSH public keys. */
    @ContractOperation(
            id = "listSshKeys",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/me/ssh-keys", produces = "application/json")
    SshKeyPage listSshKeys(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Remove one of the caller's SSH public keys. */
    @ContractOperation(
            id = "removeSshKey",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "ssh_key.remove")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/me/ssh-keys/{ssh_key_id}", produces = "application/json")
    SshKey removeSshKey(
            @PathVariable("ssh_key_id") SshKeyId sshKeyId);

    /** Rename one of the caller's SSH public keys. */
    @ContractOperation(
            id = "renameSshKey",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "ssh_key.rename")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/me/ssh-keys/{ssh_key_id}", produces = "application/json", consumes = "application/json")
    SshKey renameSshKey(
            @PathVariable("ssh_key_id") SshKeyId sshKeyId,
            @Valid @RequestBody RenameSshKey renameSshKey);
}
