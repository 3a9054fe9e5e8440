// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** Members of tenants and projects, and invitations. */
public final class TenancyApi {

    private final Transport transport;

    TenancyApi(Transport transport) {
        this.transport = transport;
    }

    /** Accept an invitation. */
    public Grant acceptInvitation(AnswerInvitation answerInvitation) {
        return acceptInvitation(answerInvitation, IdempotencyKey.random());
    }

    /** Accept an invitation, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Grant acceptInvitation(AnswerInvitation answerInvitation, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/invitations/accept")
                .idempotencyKey(idempotencyKey)
                .body(answerInvitation)
                .accept("application/json");
        return transport.send(call, Grant.class);
    }

    /** Invite a person by email. */
    public Invitation createInvitation(TenantId tenantId, CreateInvitation createInvitation) {
        return createInvitation(tenantId, createInvitation, IdempotencyKey.random());
    }

    /** Invite a person by email, under a key you chose: the same key again answers the same and does nothing more. */
    public Invitation createInvitation(TenantId tenantId, CreateInvitation createInvitation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/invitations")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(createInvitation)
                .accept("application/json");
        return transport.send(call, Invitation.class);
    }

    /** Decline an invitation. */
    public Invitation declineInvitation(AnswerInvitation answerInvitation) {
        return declineInvitation(answerInvitation, IdempotencyKey.random());
    }

    /** Decline an invitation, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Invitation declineInvitation(AnswerInvitation answerInvitation, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/invitations/decline")
                .idempotencyKey(idempotencyKey)
                .body(answerInvitation)
                .accept("application/json");
        return transport.send(call, Invitation.class);
    }

    /** List open invitations. */
    public InvitationPage listInvitations(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/invitations")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, InvitationPage.class);
    }

    /** List a project's members. */
    public MemberPage listProjectMembers(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/members")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, MemberPage.class);
    }

    /** List a tenant's members. */
    public MemberPage listTenantMembers(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/members")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, MemberPage.class);
    }

    /** Reactivate a suspended tenant. */
    public Tenant reactivateTenant(TenantId tenantId) {
        return reactivateTenant(tenantId, IdempotencyKey.random());
    }

    /** Reactivate a suspended tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Tenant reactivateTenant(TenantId tenantId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/reactivate")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Tenant.class);
    }

    /** Remove a member from a project. */
    public Member removeProjectMember(ProjectId projectId, PrincipalId principalId) {
        return removeProjectMember(projectId, principalId, IdempotencyKey.random());
    }

    /** Remove a member from a project, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Member removeProjectMember(ProjectId projectId, PrincipalId principalId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}/members/{principal_id}")
                .path("project_id", projectId)
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Member.class);
    }

    /** Remove a member from a tenant and all its projects. */
    public Member removeTenantMember(TenantId tenantId, PrincipalId principalId) {
        return removeTenantMember(tenantId, principalId, IdempotencyKey.random());
    }

    /** Remove a member from a tenant and all its projects, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Member removeTenantMember(TenantId tenantId, PrincipalId principalId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/tenants/{tenant_id}/members/{principal_id}")
                .path("tenant_id", tenantId)
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Member.class);
    }

    /** Revoke an invitation. */
    public Invitation revokeInvitation(TenantId tenantId, InvitationId invitationId) {
        return revokeInvitation(tenantId, invitationId, IdempotencyKey.random());
    }

    /** Revoke an invitation, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Invitation revokeInvitation(TenantId tenantId, InvitationId invitationId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/tenants/{tenant_id}/invitations/{invitation_id}")
                .path("tenant_id", tenantId)
                .path("invitation_id", invitationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Invitation.class);
    }

    /** Set a member's role in a project. */
    public Member setProjectMember(ProjectId projectId, PrincipalId principalId, SetProjectMember setProjectMember) {
        return setProjectMember(projectId, principalId, setProjectMember, IdempotencyKey.random());
    }

    /** Set a member's role in a project, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Member setProjectMember(ProjectId projectId, PrincipalId principalId, SetProjectMember setProjectMember, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/members/{principal_id}")
                .path("project_id", projectId)
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .body(setProjectMember)
                .accept("application/json");
        return transport.send(call, Member.class);
    }

    /** Set a member's role in a tenant. */
    public Member setTenantMember(TenantId tenantId, PrincipalId principalId, SetTenantMember setTenantMember) {
        return setTenantMember(tenantId, principalId, setTenantMember, IdempotencyKey.random());
    }

    /** Set a member's role in a tenant, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Member setTenantMember(TenantId tenantId, PrincipalId principalId, SetTenantMember setTenantMember, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/tenants/{tenant_id}/members/{principal_id}")
                .path("tenant_id", tenantId)
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .body(setTenantMember)
                .accept("application/json");
        return transport.send(call, Member.class);
    }

    /** Suspend a tenant. */
    public Tenant suspendTenant(TenantId tenantId, SuspendTenant suspendTenant) {
        return suspendTenant(tenantId, suspendTenant, IdempotencyKey.random());
    }

    /** Suspend a tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Tenant suspendTenant(TenantId tenantId, SuspendTenant suspendTenant, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/suspend")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(suspendTenant)
                .accept("application/json");
        return transport.send(call, Tenant.class);
    }
}
