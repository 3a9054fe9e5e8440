// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
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

/** Members of tenants and projects, and invitations. */
public interface TenancyApi {

    /** Accept an invitation. */
    @ContractOperation(
            id = "acceptInvitation",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "invitation.accept",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/invitations/accept", produces = "application/json", consumes = "application/json")
    Grant acceptInvitation(
            @Valid @RequestBody AnswerInvitation answerInvitation);

    /** Invite a person by email. */
    @ContractOperation(
            id = "createInvitation",
            permission = "members.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "invitation.create",
            refusedWhenSuspended = true,
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/invitations", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Invitation createInvitation(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody CreateInvitation createInvitation);

    /** Decline an invitation. */
    @ContractOperation(
            id = "declineInvitation",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "invitation.decline")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/invitations/decline", produces = "application/json", consumes = "application/json")
    Invitation declineInvitation(
            @Valid @RequestBody AnswerInvitation answerInvitation);

    /** List open invitations. */
    @ContractOperation(
            id = "listInvitations",
            permission = "members.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/invitations", produces = "application/json")
    InvitationPage listInvitations(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a project's members. */
    @ContractOperation(
            id = "listProjectMembers",
            permission = "project_members.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/members", produces = "application/json")
    MemberPage listProjectMembers(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a tenant's members. */
    @ContractOperation(
            id = "listTenantMembers",
            permission = "members.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/members", produces = "application/json")
    MemberPage listTenantMembers(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Reactivate a suspended tenant. */
    @ContractOperation(
            id = "reactivateTenant",
            permission = "tenants.suspend",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "tenant.reactivate")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/reactivate", produces = "application/json")
    Tenant reactivateTenant(
            @PathVariable("tenant_id") TenantId tenantId);

    /** Remove a member from a project. */
    @ContractOperation(
            id = "removeProjectMember",
            permission = "project_members.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "project_member.remove")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}/members/{principal_id}", produces = "application/json")
    Member removeProjectMember(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("principal_id") PrincipalId principalId);

    /** Remove a member from a tenant and all its projects. */
    @ContractOperation(
            id = "removeTenantMember",
            permission = "members.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "member.remove")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/tenants/{tenant_id}/members/{principal_id}", produces = "application/json")
    Member removeTenantMember(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("principal_id") PrincipalId principalId);

    /** Revoke an invitation. */
    @ContractOperation(
            id = "revokeInvitation",
            permission = "members.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "invitation.revoke")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/tenants/{tenant_id}/invitations/{invitation_id}", produces = "application/json")
    Invitation revokeInvitation(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("invitation_id") InvitationId invitationId);

    /** Set a member's role in a project. */
    @ContractOperation(
            id = "setProjectMember",
            permission = "project_members.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "project_member.set",
            refusedWhenSuspended = true,
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/members/{principal_id}", produces = "application/json", consumes = "application/json")
    Member setProjectMember(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("principal_id") PrincipalId principalId,
            @Valid @RequestBody SetProjectMember setProjectMember);

    /** Set a member's role in a tenant. */
    @ContractOperation(
            id = "setTenantMember",
            permission = "members.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "member.set",
            refusedWhenSuspended = true,
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/tenants/{tenant_id}/members/{principal_id}", produces = "application/json", consumes = "application/json")
    Member setTenantMember(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("principal_id") PrincipalId principalId,
            @Valid @RequestBody SetTenantMember setTenantMember);

    /** Suspend a tenant. */
    @ContractOperation(
            id = "suspendTenant",
            permission = "tenants.suspend",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "tenant.suspend")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/suspend", produces = "application/json", consumes = "application/json")
    Tenant suspendTenant(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody SuspendTenant suspendTenant);
}
